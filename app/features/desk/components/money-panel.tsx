import { StatementSlip } from '#app/features/visit/statement-slip.tsx'
import { penceOf } from '#app/platform/fields.ts'
import { RowButton } from '#app/ui/button.tsx'
import { fieldOf, TextField } from '#app/ui/field.tsx'
import { Part } from '#app/ui/part.tsx'
import type { BookingView } from '../board-booking.server.ts'
import type { RefusedForm } from '../refused-form.ts'
import { ActForm } from './act-form.tsx'
import { questionId } from './act-notice.tsx'
import { MoneyDecision } from './money-doubts.tsx'
import { typedIn } from './typed-in.ts'

interface MoneyProps {
  view: BookingView
  refused?: RefusedForm
  /** The bill shows the price instead. */
  hasBill: boolean
}

/** The customer's maximum price, the amounts owed until the bill, and payments and refunds. */
export function Money({ view, refused, hasBill }: MoneyProps) {
  const { money, missed, payments } = view
  const apologies = missed.filter(({ owed }) => owed === '')
  if (hasBill && [apologies, view.moneyDoubts, money.owed, payments].every(({ length }) => length === 0)) return null
  return (
    <Part id="money" title="Money" isTarget className="mt-8">
      {!hasBill && (
        <div className="mt-4 max-w-[30em]">
          <StatementSlip id="statement" title="Price so far" view={money.statement} />
        </div>
      )}
      {apologies.map(({ text }) => (
        <p key={text} className="mt-3 text-sm">
          {text}. We don’t owe them anything for this.
        </p>
      ))}
      {view.moneyDoubts.map((doubt) => (
        <MoneyDecision key={'creditId' in doubt ? doubt.creditId : doubt.id} doubt={doubt} refused={refused} />
      ))}
      {money.owed.map((owed) => (
        <OwedRow key={owed.id} owed={owed} refused={refused} />
      ))}
      {payments.map((payment) => (
        <PaymentRow key={payment.id} payment={payment} name={view.details.name} refused={refused} />
      ))}
    </Part>
  )
}

/** A credit or a fee with its reason, and a form to withdraw it, also with a reason. */
function OwedRow({ owed: { id, what, reason }, refused }: { owed: BookingView['money']['owed'][number]; refused?: RefusedForm }) {
  const mine = typedIn(refused, 'withdraw')
  const typed = mine?.typed.owedId === id ? mine : undefined
  return (
    <details className="folded border-b border-line" open={typed !== undefined || undefined}>
      <summary className="flex min-h-11 cursor-pointer items-center gap-2 py-2">
        <span className="grow [overflow-wrap:anywhere]">
          <b>{what}</b>. {reason}.
        </span>
        <span className="flex-none font-bold underline">Withdraw</span>
      </summary>
      <ActForm intent="withdraw" hasFields className="flex flex-wrap items-end gap-2 pb-5">
        <input type="hidden" name="owedId" value={id} />
        <div className="grow">
          <TextField
            // For the refused one: the field that the summary links to.
            id={typed ? 'withdrawReason' : `withdraw-${id}`}
            label="Reason (staff only)"
            maxLength={300}
            autoComplete="off"
            {...fieldOf(typed, 'withdrawReason')}
          />
        </div>
        <RowButton>Withdraw the {what}</RowButton>
      </ActForm>
    </details>
  )
}

interface PaymentRowProps {
  payment: BookingView['payments'][number]
  name: string
  refused?: RefusedForm
}

/** A payment with its refunds, and a form to refund the rest, which is confirmed once more. */
function PaymentRow({ payment, name, refused }: PaymentRowProps) {
  const mine = typedIn(refused, 'refund')
  const typed = mine?.typed.paymentId === payment.id ? mine : undefined
  return (
    <div className="mt-4">
      <p className="font-bold">
        {payment.isVoided ? <s>{payment.text}</s> : payment.text}
        {payment.isVoided && ' (voided)'}
      </p>
      {payment.returns.map(({ id, text }) => (
        <p key={id} className="text-sm">
          {text}
        </p>
      ))}
      {payment.creditsFirst && (
        <p className="text-sm">
          To refund any of this,{' '}
          <a href="#creditAmount" className="inline-flex min-h-6 items-center font-bold">
            issue a credit note
          </a>
          {payment.isByCard ? '. We’ll refund their card automatically.' : ' first. Then record the refund here.'}
        </p>
      )}
      {payment.left && typed?.refusal.isQuestion && <Confirmation question={typed.refusal.text} typed={typed.typed} name={name} />}
      {payment.left && !typed?.refusal.isQuestion && (
        <ActForm intent="refund" key={payment.returnedPence} className="flex flex-wrap items-end gap-2" hasFields>
          <input type="hidden" name="paymentId" value={payment.id} />
          <input type="hidden" name="seenReturnedPence" value={payment.returnedPence} />
          <div className="w-36">
            <TextField
              name="amount"
              // For the refused one: the field that the summary links to.
              id={typed ? 'amount' : `amount-${payment.id}`}
              problem={typed?.problems.amount}
              label="Refund (£)"
              inputMode="decimal"
              autoComplete="off"
              defaultValue={typed?.typed.amount ?? payment.left}
            />
          </div>
          <div className="min-w-52 grow">
            <TextField
              id={typed ? 'refundReason' : `reason-${payment.id}`}
              label="Reason (staff only)"
              maxLength={300}
              autoComplete="off"
              {...fieldOf(typed, 'refundReason')}
            />
          </div>
          <RowButton>Refund</RowButton>
        </ActForm>
      )}
    </div>
  )
}

/** The amount and the name once more, before money moves. */
function Confirmation({ question, typed, name }: { question: string; typed: Record<string, string>; name: string }) {
  const { amount = '', refundReason } = typed
  return (
    <div id={questionId('refund')} role="alert" className="mt-3 border-2 border-ink bg-lamp px-4 py-3">
      <p className="text-lg font-bold [overflow-wrap:anywhere]">{question}</p>
      <p className="mt-1 [overflow-wrap:anywhere]">Why: {refundReason}</p>
      <div className="mt-3 flex flex-wrap gap-2">
        <ActForm intent="refund">
          {['paymentId', 'seenReturnedPence', 'amount', 'refundReason'].map((field) => (
            <input key={field} type="hidden" name={field} value={typed[field] ?? ''} />
          ))}
          <input type="hidden" name="confirmedPence" value={penceOf(amount) ?? ''} />
          <RowButton look="ink">
            Yes, refund £{amount.replace(/^£/, '')} to <bdi>{name}</bdi>
          </RowButton>
        </ActForm>
        <a href="?" className="key key-outline key-row">
          Don’t refund
        </a>
      </div>
    </div>
  )
}
