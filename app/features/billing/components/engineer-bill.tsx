import type { ReactNode } from 'react'
import { Form } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import type { ShownBill } from '../bill-text.ts'
import { BillSlip } from './bill-slip.tsx'
import { QrCode } from './qr-code.tsx'

/** The server's answer to the last form. */
export interface BillAnswer {
  text: string
  typed: Readonly<Record<string, string>>
  problems: Readonly<Record<string, string>>
}

interface EngineerBillProps {
  bill: ShownBill
  name: string
  /** Where the customer pays, for their phone's camera. */
  payUrl: string
  canPayByCard: boolean
  /** For the next payment: sending it twice records one payment. */
  paymentKey: string
  answer?: BillAnswer
}

/** The bill at the door: the same as the customer sees; issued with one button, then paid by card, in cash or by transfer. */
export function EngineerBill({ bill, name, payUrl, canPayByCard, paymentKey, answer }: EngineerBillProps) {
  const isToPay = bill.isIssued && bill.owedPence > 0
  return (
    <article>
      <h1 className="text-2xl">{bill.isIssued ? bill.title : `${name}’s bill`}</h1>
      {answer && (
        <p role="alert" className="mt-4 border-l-5 border-alarm bg-alarm-wash px-3 py-2 font-bold">
          {answer.text}
        </p>
      )}
      {bill.isIssued && !isToPay && (
        <p role="status" className="mt-4 border-2 border-ink bg-ok-wash px-4 py-3 text-xl font-bold">
          Paid in full
        </p>
      )}
      <div className="mt-4">
        <BillSlip bill={bill} />
      </div>
      {!bill.isIssued && <Issue bill={bill} />}
      {isToPay && canPayByCard && (
        <section className="mt-6">
          <h2 className="text-xl">Card</h2>
          <p className="mb-3">{`Ask ${name} to point their phone’s camera at this.`}</p>
          <QrCode address={payUrl} label={`The page where ${name} pays ${bill.owed.figure}`} />
        </section>
      )}
      {isToPay && <ByHand bill={bill} paymentKey={paymentKey} answer={answer} />}
    </article>
  )
}

/** Nothing can be changed afterwards, so it takes a second tap. */
const Issue = ({ bill: { total, totalPence } }: { bill: ShownBill }) => (
  <>
    <p className="mt-4">Go through it with the customer. If something’s wrong, change the job sheet or call your dispatcher.</p>
    <details className="group mt-3">
      <summary className="key key-ink min-h-[64px] w-full list-none text-lg group-open:hidden">Give them this bill</summary>
      <Press intent="issue">
        <input type="hidden" name="seenPence" value={totalPence} />
        <Button className="min-h-[64px] w-full text-lg">Yes: bill {total.figure}</Button>
      </Press>
    </details>
  </>
)

function ByHand({ bill, paymentKey, answer }: { bill: ShownBill; paymentKey: string; answer?: BillAnswer }) {
  return (
    <section className="mt-6">
      <h2 className="text-xl">Cash or bank transfer</h2>
      <Press intent="pay">
        <input type="hidden" name="key" value={paymentKey} />
        <TextField
          name="paidAmount"
          label="How much you’ve been given, in pounds"
          hint={`${bill.owed.figure} is left. ${bill.transfer}`}
          inputMode="decimal"
          autoComplete="off"
          problem={answer?.problems.paidAmount}
          defaultValue={answer?.typed.paidAmount}
        />
        <div className="mt-3 grid grid-cols-2 gap-2">
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

const Press = ({ intent, children }: { intent: string; children: ReactNode }) => (
  <Form method="post" preventScrollReset noValidate>
    <input type="hidden" name="intent" value={intent} />
    {children}
  </Form>
)
