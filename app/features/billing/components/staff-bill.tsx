import { Form } from 'react-router'
import { RowButton } from '#app/ui/button.tsx'
import { Options, Select, TextField } from '#app/ui/field.tsx'
import { FoldedForm, type RefusedForm } from '#app/ui/folded-form.tsx'
import { Part } from '#app/ui/part.tsx'
import type { ShownBill } from '../bill-text.ts'
import { correctionKinds, correctionTexts } from '../drafting/correction-kinds.ts'
import { BillSlip } from './bill-slip.tsx'

/** A bill as staff see it on a booking's page. */
export interface StaffBillView {
  bill: ShownBill
  /** For the next credit note or payment: sending it twice records one. */
  pressKey: string
  corrections: { id: string; text: string; reason: string }[]
  /** Payments recorded by hand, which can be voided. */
  byHand: { id: string; text: string }[]
}

interface StaffBillProps extends StaffBillView {
  refused?: RefusedForm
}

/** The bill of a booking: corrected and issued here, then paid by hand or reduced by credit notes. */
export function StaffBill({ bill, pressKey, corrections, byHand, refused }: StaffBillProps) {
  return (
    <Part id="bill" title={bill.isIssued ? bill.title : 'Bill, not issued yet'} isTarget className="mt-8">
      <div className="mt-4 max-w-[34em]">
        <BillSlip bill={bill} />
      </div>
      {corrections.map(({ id, text, reason }) => (
        <p key={id} className="mt-2 text-sm [overflow-wrap:anywhere]">
          <b>{text}</b>. {reason}
        </p>
      ))}
      {!bill.isIssued && (
        <>
          <Issue bill={bill} />
          {corrections.map(({ id, text }) => (
            <Form key={id} method="post" preventScrollReset className="mt-2">
              <input type="hidden" name="intent" value="bill-uncorrect" />
              <input type="hidden" name="correctionId" value={id} />
              <RowButton>Remove: {text}</RowButton>
            </Form>
          ))}
          <Correct refused={refused} />
        </>
      )}
      {bill.confirming && (
        <p role="status" className="mt-4 max-w-[34em] border-l-5 border-ink bg-lamp px-3 py-2">
          <b>{`A card payment of ${bill.confirming} is being confirmed.`}</b> The customer is back from the payment page. Don’t take another
          payment unless this one fails.
        </p>
      )}
      {bill.isIssued && bill.owedPence > 0 && <RecordPayment bill={bill} pressKey={pressKey} refused={refused} />}
      {byHand.map((payment) => (
        <Strike key={payment.id} {...payment} refused={refused} />
      ))}
      {bill.isIssued && <Credit pressKey={pressKey} refused={refused} />}
    </Part>
  )
}

const Issue = ({ bill: { total, totalPence } }: { bill: ShownBill }) => (
  <details className="group mt-4">
    <summary className="key key-ink key-row w-fit list-none group-open:hidden">Issue this bill</summary>
    <Form method="post" preventScrollReset>
      <input type="hidden" name="intent" value="bill-issue" />
      <input type="hidden" name="seenPence" value={totalPence} />
      <p className="mb-2 font-bold">Once it’s issued, you can’t change it. You can only reduce it with a credit note.</p>
      <RowButton look="ink">Yes, bill {total.figure}</RowButton>
    </Form>
  </details>
)

interface FormProps {
  refused?: RefusedForm
}

const Correct = ({ refused }: FormProps) => (
  <FoldedForm intent="bill-correct" label="Correct it first" button="Correct the bill" refused={refused}>
    {(field) => (
      <>
        <Select label="What to do" {...field('kind')}>
          <Options of={correctionKinds.map((kind) => [kind, correctionTexts[kind]])} />
        </Select>
        <TextField label="How much, in pounds" inputMode="decimal" autoComplete="off" {...field('correctionAmount')} />
        <TextField label="What it’s for" hint="The customer will see this." maxLength={100} {...field('label')} />
        <TextField label="Reason (staff only)" maxLength={300} autoComplete="off" {...field('correctionReason')} />
      </>
    )}
  </FoldedForm>
)

const RecordPayment = ({ bill, pressKey, refused }: FormProps & { bill: ShownBill; pressKey: string }) => (
  <FoldedForm
    intent="bill-pay"
    label="Record cash or a bank transfer"
    button="Record this payment"
    hidden={{ key: pressKey }}
    refused={refused}
  >
    {(field) => (
      <>
        <Select label="How they paid" {...field('method')}>
          <option value="transfer">Bank transfer</option>
          <option value="cash">Cash</option>
        </Select>
        <TextField
          label="How much, in pounds"
          hint={`${bill.owed.figure} is left to pay.`}
          inputMode="decimal"
          autoComplete="off"
          {...field('paidAmount')}
        />
        {field('paidAmount').problem && (
          <label className="flex min-h-11 items-center gap-2">
            <input type="checkbox" name="isMore" value="yes" className="size-6 flex-none accent-ink" />
            They transferred more than they owe. We’ll give the rest back by hand.
          </label>
        )}
      </>
    )}
  </FoldedForm>
)

const Strike = ({ id, text, refused }: FormProps & StaffBillView['byHand'][number]) => (
  <FoldedForm
    intent="bill-void"
    label={`${text}: recorded by mistake?`}
    button="Void this payment"
    hidden={{ paymentId: id }}
    refused={refused}
  >
    {(field) => {
      const reason = field('voidReason')
      return (
        <TextField
          {...reason}
          // For the refused one: the field that the summary links to.
          id={reason.problem ? 'voidReason' : `void-${id}`}
          label="Reason (staff only)"
          maxLength={300}
          autoComplete="off"
        />
      )
    }}
  </FoldedForm>
)

const Credit = ({ pressKey, refused }: FormProps & { pressKey: string }) => (
  <FoldedForm intent="bill-credit" label="Issue a credit note" button="Issue the credit note" hidden={{ key: pressKey }} refused={refused}>
    {(field) => (
      <>
        <p>This reduces the bill. If they’ve paid too much by card, we’ll refund the difference automatically.</p>
        <TextField label="How much, in pounds" inputMode="decimal" autoComplete="off" {...field('creditAmount')} />
        <TextField label="Why" hint="The customer will see this." maxLength={300} autoComplete="off" {...field('creditReason')} />
      </>
    )}
  </FoldedForm>
)
