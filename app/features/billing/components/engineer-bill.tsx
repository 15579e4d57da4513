import { type ReactNode, useState } from 'react'
import { readHandPayment } from '#app/features/payments/hand-payments.ts'
import { ActForm } from '#app/features/visit/act-form.tsx'
import { SecondTap } from '#app/features/visit/second-tap.tsx'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import type { SitePath } from '#app/values/site-path.ts'
import { type BillAtDoor, billGiven, billPaid } from '../phone-bill.ts'

/** The server's answer to the last form. */
export interface BillAnswer {
  text: string
  typed: Readonly<Record<string, string>>
  problems: Readonly<Record<string, string>>
}

interface EngineerBillProps {
  jobId: string
  bill: BillAtDoor
  name: string
  /** Its lines. */
  slip: ReactNode
  /** QR code of the payment page, for the customer's phone. */
  code: ReactNode
  canPayByCard: boolean
  /** For the next payment: sending it twice records one payment. */
  paymentKey: string
  answer?: BillAnswer
}

/** The bill at the door, as the customer sees it: one button gives it to them, then it is paid by card, in cash or by transfer. */
export function EngineerBill({ jobId, bill, name, slip, code, canPayByCard, paymentKey, answer }: EngineerBillProps) {
  const isToPay = bill.isGiven && bill.owedPence > 0
  return (
    <article>
      <h1 className="mt-4 text-2xl">{bill.isIssued ? bill.title : `${name}’s bill`}</h1>
      {answer && (
        <p role="alert" className="mt-4 border-l-5 border-alarm bg-alarm-wash px-3 py-2 font-bold">
          {answer.text}
        </p>
      )}
      {bill.isWaiting && !bill.isIssued && (
        <p className="mt-4 bg-lamp px-3 py-2 font-bold">
          When there’s a signal, the bill will get its number and we’ll email it to {name}. If the total has changed by then, you’ll see it
          here.
        </p>
      )}
      {bill.isGiven && !isToPay && (
        <p role="status" className="mt-4 border-2 border-ink bg-ok-wash px-4 py-3 text-xl font-bold">
          {bill.owedPence < 0 ? `Paid. We owe them ${bill.owed.figure}` : bill.owed.label}
          {bill.isWaiting && <span className="font-normal"> (not sent yet)</span>}
        </p>
      )}
      {isToPay && !bill.confirming && (
        <div className="mt-4 border-2 border-ink bg-lamp px-4 py-2">
          <p>
            <b>{bill.owed.figure} isn’t paid yet.</b> {`Ask for it now. If ${name} can’t pay today, we’ll remind them.`}
          </p>
          <p className="flex flex-wrap gap-x-6">
            {canPayByCard && (
              <a href="#card" className="inline-flex min-h-11 items-center font-bold">
                Card
              </a>
            )}
            <a href="#by-hand" className="inline-flex min-h-11 items-center font-bold">
              Cash or bank transfer
            </a>
          </p>
        </div>
      )}
      <div className="mt-4">{slip}</div>
      {!bill.isGiven && <Give jobId={jobId} bill={bill} />}
      {isToPay && bill.confirming && (
        <p role="status" className="mt-6 border-2 border-ink bg-lamp px-4 py-3">
          <b>{`${name}’s card payment of ${bill.confirming} is being confirmed.`}</b> This usually takes a few seconds. Don’t take another
          payment.
        </p>
      )}
      {isToPay && canPayByCard && !bill.confirming && (
        <section id="card" className="mt-6 scroll-mt-4">
          <h2 className="text-xl">Card</h2>
          {bill.isIssued ? (
            <>
              <p className="mb-3">{`Ask ${name} to point their phone’s camera at this code.`}</p>
              {code}
            </>
          ) : (
            <p>{`Paying by card needs a signal. ${name} can also pay later, from the email.`}</p>
          )}
        </section>
      )}
      {isToPay && (
        <UnlessConfirming confirming={bill.confirming}>
          <ByHand key={bill.owedPence} jobId={jobId} bill={bill} paymentKey={paymentKey} answer={answer} />
        </UnlessConfirming>
      )}
    </article>
  )
}

/**
 * Hides options that aren't needed while a payment is being confirmed, unless it fails: they open with a tap. A page kept on the phone may
 * not know of the payment.
 */
const UnlessConfirming = ({ confirming, children }: { confirming?: string; children: ReactNode }) =>
  confirming ? (
    <div className="mt-4">
      <SecondTap label="It didn’t go through" look="outline">
        {children}
      </SecondTap>
    </div>
  ) : (
    children
  )

/** Shown while there is no bill, with the reason. */
export function NoBillYet({ isOver, name }: { isOver: boolean; name: string }) {
  return (
    <article>
      <h1 className="mt-4 text-2xl">{isOver ? 'Nothing to bill' : 'No bill yet'}</h1>
      <p className="mt-3">
        {isOver
          ? `There’s nothing to pay for this visit. If that’s wrong, call the office.`
          : `${name}’s bill is worked out from your times and your job sheet. Fill in the job sheet, then finish the job. You’ll find the bill here, even without a signal.`}
      </p>
    </article>
  )
}

/** Nothing can be changed after it, so it takes a second tap. */
const Give = ({ jobId, bill: { total, totalPence } }: { jobId: string; bill: BillAtDoor }) => (
  <>
    <p className="mt-4">Go through it with the customer. If something’s wrong, change the job sheet or call the office.</p>
    <div className="mt-3">
      <SecondTap label="Give them this bill">
        <Press jobId={jobId} kind={billGiven} intent="issue">
          <input type="hidden" name="seenPence" value={totalPence} />
          <Button className="min-h-[64px] w-full text-lg">Yes, bill {total.figure}</Button>
        </Press>
      </SecondTap>
    </div>
  </>
)

interface ByHandProps {
  jobId: string
  bill: BillAtDoor
  paymentKey: string
  answer?: BillAnswer
}

function ByHand({ jobId, bill, paymentKey, answer }: ByHandProps) {
  const [checked, setChecked] = useState<Readonly<Record<string, string>>>()
  return (
    <section id="by-hand" className="mt-6 scroll-mt-4">
      <h2 className="text-xl">Cash or bank transfer</h2>
      <Press
        jobId={jobId}
        kind={billPaid}
        intent="pay"
        check={(typed) => {
          const read = readHandPayment({ method: typed('method'), amount: typed('paidAmount') }, bill.owedPence)
          return 'problems' in read ? read.problems : undefined
        }}
        onChecked={setChecked}
      >
        <input type="hidden" name="key" value={paymentKey} />
        <TextField
          name="paidAmount"
          label="How much you’ve been given, in pounds"
          hint={`There’s ${bill.owed.figure} left to pay. ${bill.transfer}`}
          inputMode="decimal"
          autoComplete="off"
          problem={(checked ?? answer?.problems)?.paidAmount}
          defaultValue={answer?.typed.paidAmount}
        />
        <div className="pair mt-3 gap-y-2">
          <Button look="outline" name="method" value="cash" className="min-h-[64px] w-full">
            Cash
          </Button>
          <Button look="outline" name="method" value="transfer" className="min-h-[64px] w-full">
            Transfer
          </Button>
        </div>
      </Press>
    </section>
  )
}

interface PressProps {
  jobId: string
  kind: string
  intent: string
  check?: (typed: (name: string) => string) => Readonly<Record<string, string>> | undefined
  onChecked?: (problems: Readonly<Record<string, string>> | undefined) => void
  children: ReactNode
}

const Press = ({ jobId, intent, children, ...act }: PressProps) => (
  <ActForm bookingId={jobId} action={`/engineer/jobs/${jobId}/bill` satisfies SitePath} {...act}>
    <input type="hidden" name="intent" value={intent} />
    {children}
  </ActForm>
)
