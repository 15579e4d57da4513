import type { BillCall } from '#app/features/payments/bill-call.ts'
import { Options, Select, TextField } from '#app/ui/field.tsx'
import { FoldedForm, type RefusedForm } from '#app/ui/folded-form.tsx'
import { Part } from '#app/ui/part.tsx'
import type { SitePath } from '#app/values/site-path.ts'
import { noteKinds, noteTexts } from '../bill-chasing/note-kinds.ts'
import type { BillNotesView } from '../read-chasing.server.ts'

interface BillNotesProps extends BillNotesView {
  refused?: RefusedForm
}

/** Notes about paying a bill, and a form for the next one. */
export function BillNotes({ isOwed, noteKey, notes, refused }: BillNotesProps) {
  return (
    <section aria-labelledby="bill-notes" className="mt-6">
      <h3 id="bill-notes" className="text-lg">
        Payment notes
      </h3>
      {notes.map(({ id, text }) => (
        <p key={id} className="mt-1 text-sm [overflow-wrap:anywhere]">
          {text}
        </p>
      ))}
      {isOwed && (
        <FoldedForm
          intent="bill-note"
          label="Record a call, a dispute or an agreed date"
          button="Save this note"
          hidden={{ key: noteKey }}
          refused={refused}
        >
          {(field) => (
            <>
              <Select label="What happened" {...field('noteKind')}>
                <Options of={noteKinds.map((kind) => [kind, noteTexts[kind]])} />
              </Select>
              <TextField label="What was said" hint="For your colleagues." maxLength={300} autoComplete="off" {...field('noteText')} />
            </>
          )}
        </FoldedForm>
      )}
    </section>
  )
}

/** Other bills that the customer of a booking owes. */
export const Debts = ({ debts }: { debts: readonly { id: string; reference: string; owed: string }[] }) => (
  <section aria-label="Owed for other visits" className="mt-6 border-l-5 border-ink bg-lamp px-3 py-2">
    {debts.map(({ id, reference, owed }) => (
      <p key={id} className="font-bold">
        They owe {owed} for{' '}
        <a href={`/staff/bookings/${id}#bill` satisfies SitePath} className="inline-flex min-h-11 items-center">
          {reference}
        </a>
      </p>
    ))}
  </section>
)

/** The customers to call about a bill, with a link that calls. */
export function CallList({ calls }: { calls: readonly BillCall[] }) {
  if (calls.length === 0) return null
  return (
    <Part title={<>To call ({calls.length})</>} className="mt-8">
      <ul>
        {calls.map(({ bookingId, title, name, phone, phoneText, says, last }) => (
          <li key={bookingId} className="flex flex-wrap items-center gap-x-5 gap-y-1 border-b border-line py-2.5">
            <a href={`tel:${phone}`} className="key key-outline key-row">
              Call {phoneText}
            </a>
            <a href={`/staff/bookings/${bookingId}#bill` satisfies SitePath} className="inline-flex min-h-11 items-center font-bold">
              {title}
            </a>
            <span className="min-w-0 [overflow-wrap:anywhere]">
              <bdi>{name}</bdi>, <b>{says}</b>
              {last && `. ${last}`}
            </span>
          </li>
        ))}
      </ul>
    </Part>
  )
}
