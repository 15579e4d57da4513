import type { ReactNode } from 'react'
import { Form } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { Select, TextField } from '#app/ui/field.tsx'
import type { ShownBill } from '../bill-text.ts'
import { correctionKinds, correctionTexts } from '../correction-kinds.ts'
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
  /** The refused form: its intent, what was typed, and what is wrong by field. */
  refused?: { intent: string; typed: Readonly<Record<string, string>>; problems: Readonly<Record<string, string>> }
}

/** The bill of a booking: corrected and issued here, then paid by hand or reduced by credit notes. */
export function StaffBill({ bill, pressKey, corrections, byHand, refused }: StaffBillProps) {
  const of = (intent: string) => (refused?.intent === intent ? refused : undefined)
  return (
    <section aria-labelledby="bill" className="mt-8">
      <h2 id="bill" className="border-b-2 border-ink pb-2 text-xl">
        {bill.isIssued ? bill.title : 'Bill, not issued yet'}
      </h2>
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
              <Button look="outline" className="key-row">
                Remove: {text}
              </Button>
            </Form>
          ))}
          <Correct refused={of('bill-correct')} />
        </>
      )}
      {bill.isIssued && bill.owedPence > 0 && <RecordPayment bill={bill} pressKey={pressKey} refused={of('bill-pay')} />}
      {byHand.map((payment) => (
        <Strike key={payment.id} {...payment} refused={of('bill-void')} />
      ))}
      {bill.isIssued && <Credit pressKey={pressKey} refused={of('bill-credit')} />}
    </section>
  )
}

type Refused = StaffBillProps['refused']

const Issue = ({ bill: { total, totalPence } }: { bill: ShownBill }) => (
  <details className="group mt-4">
    <summary className="key key-ink key-row w-fit list-none group-open:hidden">Issue this bill</summary>
    <Form method="post" preventScrollReset>
      <input type="hidden" name="intent" value="bill-issue" />
      <input type="hidden" name="seenPence" value={totalPence} />
      <p className="mb-2 font-bold">It can’t be changed after that, only lowered by a credit note.</p>
      <Button className="key-row">Yes, bill {total.figure}</Button>
    </Form>
  </details>
)

function Correct({ refused }: { refused: Refused }) {
  const { problems = {}, typed = {} } = refused ?? {}
  return (
    <Folded label="Correct it first" isOpen={refused !== undefined}>
      <Form method="post" preventScrollReset noValidate>
        <input type="hidden" name="intent" value="bill-correct" />
        <Select name="kind" label="What to do" problem={problems.kind} defaultValue={typed.kind ?? 'reduction'}>
          {correctionKinds.map((kind) => (
            <option key={kind} value={kind}>
              {correctionTexts[kind]}
            </option>
          ))}
        </Select>
        <TextField
          name="correctionAmount"
          label="How much, in pounds"
          inputMode="decimal"
          autoComplete="off"
          problem={problems.correctionAmount}
          defaultValue={typed.correctionAmount}
        />
        <TextField
          name="label"
          label="What it’s for"
          hint="The customer reads this."
          maxLength={100}
          problem={problems.label}
          defaultValue={typed.label}
        />
        <TextField
          name="correctionReason"
          label="Why, for your colleagues"
          maxLength={300}
          autoComplete="off"
          problem={problems.correctionReason}
          defaultValue={typed.correctionReason}
        />
        <Button look="outline" className="key-row mt-3">
          Correct the bill
        </Button>
      </Form>
    </Folded>
  )
}

function RecordPayment({ bill, pressKey, refused }: { bill: ShownBill; pressKey: string; refused: Refused }) {
  const { problems = {}, typed = {} } = refused ?? {}
  return (
    <Folded label="Record cash or a bank transfer" isOpen={refused !== undefined}>
      <Form method="post" preventScrollReset noValidate>
        <input type="hidden" name="intent" value="bill-pay" />
        <input type="hidden" name="key" value={pressKey} />
        <Select name="method" label="How they paid" problem={problems.method} defaultValue={typed.method ?? 'transfer'}>
          <option value="transfer">Bank transfer</option>
          <option value="cash">Cash</option>
        </Select>
        <TextField
          name="paidAmount"
          label="How much, in pounds"
          hint={`${bill.owed.figure} is left.`}
          inputMode="decimal"
          autoComplete="off"
          problem={problems.paidAmount}
          defaultValue={typed.paidAmount}
        />
        <Button look="outline" className="key-row mt-3">
          Record this payment
        </Button>
      </Form>
    </Folded>
  )
}

function Strike({ id, text, refused }: { id: string; text: string; refused: Refused }) {
  const mine = refused?.typed.paymentId === id ? refused : undefined
  return (
    <Folded label={`${text}: recorded by mistake?`} isOpen={mine !== undefined}>
      <Form method="post" preventScrollReset noValidate>
        <input type="hidden" name="intent" value="bill-void" />
        <input type="hidden" name="paymentId" value={id} />
        <TextField
          name="voidReason"
          id={mine ? 'voidReason' : `void-${id}`}
          label="Why, for your colleagues"
          maxLength={300}
          autoComplete="off"
          problem={mine?.problems.voidReason}
          defaultValue={mine?.typed.voidReason}
        />
        <Button look="outline" className="key-row mt-3">
          Strike it out
        </Button>
      </Form>
    </Folded>
  )
}

function Credit({ pressKey, refused }: { pressKey: string; refused: Refused }) {
  const { problems = {}, typed = {} } = refused ?? {}
  return (
    <Folded label="Issue a credit note" isOpen={refused !== undefined}>
      <Form method="post" preventScrollReset noValidate>
        <input type="hidden" name="intent" value="bill-credit" />
        <input type="hidden" name="key" value={pressKey} />
        <p>It lowers the bill. If they’ve paid too much by card, the difference is refunded automatically.</p>
        <TextField
          name="creditAmount"
          label="How much, in pounds"
          inputMode="decimal"
          autoComplete="off"
          problem={problems.creditAmount}
          defaultValue={typed.creditAmount}
        />
        <TextField
          name="creditReason"
          label="Why"
          hint="The customer reads this."
          maxLength={300}
          autoComplete="off"
          problem={problems.creditReason}
          defaultValue={typed.creditReason}
        />
        <Button look="outline" className="key-row mt-3">
          Issue the credit note
        </Button>
      </Form>
    </Folded>
  )
}

const Folded = ({ label, isOpen, children }: { label: string; isOpen: boolean; children: ReactNode }) => (
  <details className="folded mt-2 border-b border-line" open={isOpen || undefined}>
    <summary className="flex min-h-11 cursor-pointer items-center gap-2 font-bold">{label}</summary>
    <div className="max-w-[34em] pb-5">{children}</div>
  </details>
)
