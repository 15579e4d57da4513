import { ReceiptSlip } from '#app/ui/receipt.tsx'

/** A statement in words and figures. */
export interface StatementView {
  lines: { label: string; figure: string }[]
  total: { label: string; figure: string }
  /** Sentences about the amounts paid and due. */
  notes: string[]
}

/** The most to be paid as things are now, line by line. */
export function StatementSlip({ id, title, view: { lines, total, notes } }: { id: string; title: string; view: StatementView }) {
  return (
    <ReceiptSlip id={id} title={title} lines={lines} total={total}>
      {notes.map((note) => (
        <p key={note} className="mt-1">
          {note}
        </p>
      ))}
    </ReceiptSlip>
  )
}
