import { EngineerFace, firstNameOf } from '#app/features/tracking/engineer-face.tsx'
import type { ShownEngineer } from '#app/features/tracking/track-view.server.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { Fact, Facts } from '#app/ui/facts.tsx'
import { isToPay, type ShownBill } from '../bill-text.ts'
import { BillSlip } from './bill-slip.tsx'

interface BillDocumentProps {
  bill: ShownBill
  /** The booking's private page. */
  path: string
  /** The engineer of the visit. */
  engineer?: ShownEngineer
  /** Cards can be taken here. */
  canPay: boolean
}

/** A bill for its customer: its state, its lines, and how to pay it. */
export function BillDocument({ bill, path, engineer, canPay }: BillDocumentProps) {
  const { title, isIssued, owed, transfer, facts, supplier, papers } = bill
  return (
    <>
      <p>
        <a href={path} className="inline-flex min-h-11 items-center font-bold">
          Your booking
        </a>
      </p>
      <div className="mt-1 flex flex-wrap items-center gap-4">
        {engineer && <EngineerFace engineer={engineer} />}
        <div className="flex-1 basis-32">
          <h1 className="text-2xl">{title}</h1>
          {engineer && <p>{`For ${firstNameOf(engineer)}’s visit`}</p>}
        </div>
      </div>
      <div className="max-w-[40em]">
        <BillState bill={bill} path={path} />
      </div>
      {isIssued && (
        <div className="mt-4 flex flex-wrap items-center gap-3">
          {canPay && isToPay(bill) && (
            // Small screens have it in the bar.
            <ButtonLink href={`${path}/bill/pay`} className="tall:max-lg:hidden">
              Pay {owed.figure} by card
            </ButtonLink>
          )}
          <ButtonLink look="outline" href={`${path}/bill/bill.pdf`}>
            Download as PDF
          </ButtonLink>
        </div>
      )}
      <div className="mt-6 max-w-[40em] gap-x-12 gap-y-6 lg:grid lg:max-w-none lg:grid-cols-[minmax(0,40em)_minmax(0,1fr)] lg:items-start">
        <BillSlip bill={bill}>{transfer && <p className="mt-2">{transfer}</p>}</BillSlip>
        <div className="mt-6 lg:mt-0">
          <Facts>
            {facts.map(([label, value]) => (
              <Fact key={label} label={label}>
                {value}
              </Fact>
            ))}
            <Fact label="From">{supplier.join('\n')}</Fact>
          </Facts>
        </div>
      </div>
      {papers.length > 0 && (
        <section className="mt-6">
          <h2 className="text-lg">Receipts and credit notes</h2>
          <ul>
            {papers.map(({ label, file }) => (
              <li key={file}>
                <a href={`${path}/bill/${file}`} className="inline-flex min-h-11 items-center">
                  {label} (PDF)
                </a>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

/** The state of the bill, in a sentence. */
function BillState({ bill: { isIssued, dueOn, owedPence, owed, confirming, isDisputed }, path }: Pick<BillDocumentProps, 'bill' | 'path'>) {
  if (!isIssued)
    return (
      <p role="status" className="mt-3 rounded-key border-2 border-dashed border-ink px-4 py-3">
        This is what your visit came to. You don’t need to do anything yet: we’ll check it, correct it if need be, and send you the bill.
        Then you can pay it here.
      </p>
    )
  if (confirming)
    return (
      <div className="mt-3 rounded-key border-2 border-ink bg-lamp px-4 py-3">
        <p role="status" className="text-lg">
          <b>{`Your payment of ${confirming} is being confirmed.`}</b> This usually takes a few seconds. Please don’t pay again: if it
          doesn’t go through, we’ll ask for it here.
        </p>
        <a href={`${path}/bill`} className="inline-flex min-h-11 items-center font-bold">
          Check again
        </a>
      </div>
    )
  if (owedPence > 0)
    return (
      <p role="status" className="mt-3 text-lg">
        <b>{owed.figure}</b> to pay, due on {dueOn}.
      </p>
    )
  if (isDisputed)
    return (
      <p role="status" className="mt-3 text-lg">
        The bank is deciding whether to return a payment. There’s nothing to pay for now.
      </p>
    )
  return (
    <p role="status" className="mt-3 rounded-key border-2 border-ink bg-ok-wash px-4 py-3 text-lg font-bold">
      {owedPence < 0 ? `We owe you ${owed.figure}. We’ll call to arrange the refund.` : `${owed.label}. Thank you.`}
    </p>
  )
}
