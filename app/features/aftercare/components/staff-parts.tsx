import type { ReactNode } from 'react'
import { ButtonLink, RowButton } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { TextField } from '#app/ui/field.tsx'
import { Folded } from '#app/ui/folded.tsx'
import type { RefusedForm } from '#app/ui/folded-form.tsx'
import type { SitePath } from '#app/values/site-path.ts'
import type { AwaitedPart } from '../awaited-parts.server.ts'

/** A refused form of a part. */
interface PartAnswer extends RefusedForm {
  refusal: { text: string }
}

/** The form of an act on a part: it posts to its booking's page, whichever page it is on. */
const PartForm = ({ bookingId, partId, intent, children }: { bookingId: string; partId: string; intent: string; children: ReactNode }) => (
  <form method="post" action={`/staff/bookings/${bookingId}` satisfies SitePath} noValidate>
    <input type="hidden" name="intent" value={intent} />
    <input type="hidden" name="partId" value={partId} />
    {children}
  </form>
)

/** A part that a visit waits for: where it is, and what staff do next. */
export function PartRow({ part, answer, children }: { part: AwaitedPart; answer?: PartAnswer; children?: ReactNode }) {
  const { id, bookingId, name, supplier, text, visit, isOverdue, isToBook, isLast, arrivedOn } = part
  return (
    <li className={`border-b border-line py-3 ${isOverdue || isToBook ? 'border-l-5 border-l-alarm pl-3' : ''}`}>
      {children}
      <p className="[overflow-wrap:anywhere]">
        <b>{name}</b>
        {supplier && `, ${supplier}`}
      </p>
      <p className={isOverdue || isToBook ? 'font-bold text-alarm-text' : ''}>
        {text}
        {visit && (
          <>
            {' '}
            <a href={`/staff/bookings/${visit.id}` satisfies SitePath}>{visit.reference}</a>
          </>
        )}
      </p>
      <div className="mt-2 flex flex-wrap gap-2">
        {isToBook && (
          <ButtonLink href={`/staff/bookings/new?return=${bookingId}&parts=1` satisfies SitePath} className="key-row">
            Book the return visit
          </ButtonLink>
        )}
        {isLast && (
          <PartForm bookingId={bookingId} partId={id} intent="part-book">
            <RowButton look="ink">Arrived: book the return</RowButton>
          </PartForm>
        )}
        {!arrivedOn && (
          <PartForm bookingId={bookingId} partId={id} intent="part-arrived">
            <RowButton look={isLast ? 'outline' : 'ink'}>{isLast ? 'Arrived: the customer chooses' : 'Arrived'}</RowButton>
          </PartForm>
        )}
        {!visit && (
          <PartForm bookingId={bookingId} partId={id} intent="part-end">
            <RowButton>No longer needed</RowButton>
          </PartForm>
        )}
      </div>
      <PartFields part={part} answer={answer?.typed.partId === id ? answer : undefined} label="Change" />
    </li>
  )
}

/** The fields of a part; without one, of a new one. */
function PartFields({ bookingId, part, answer, label }: { bookingId?: string; part?: AwaitedPart; answer?: PartAnswer; label: string }) {
  const id = part?.id ?? ''
  const of = (name: 'partName' | 'supplier' | 'orderedOn' | 'dueOn', saved = '') => ({
    ...{ name, id: `${name}-${id}`, defaultValue: answer?.typed[name] ?? saved, problem: answer?.problems[name] },
  })
  return (
    <Folded label={label} isOpen={answer !== undefined}>
      <PartForm bookingId={part?.bookingId ?? bookingId ?? ''} partId={id} intent="part-save">
        {answer && Object.keys(answer.problems).length === 0 && <ErrorSummary problems={[{ text: answer.refusal.text }]} />}
        <TextField {...of('partName', part?.name)} label="Part" hint="The customer sees this." maxLength={300} autoComplete="off" />
        <TextField {...of('supplier', part?.supplier)} label="Supplier" optional maxLength={100} />
        <div className="flex flex-wrap gap-x-4">
          <TextField {...of('orderedOn', part?.orderedOn ?? '')} label="Ordered on" type="date" optional />
          <TextField {...of('dueOn', part?.dueOn ?? '')} label="Due on" hint="We tell the customer." type="date" optional />
        </div>
        <RowButton className="mt-3">Save the part</RowButton>
      </PartForm>
    </Folded>
  )
}

/** On a finished booking's page: the parts that it waits for, and a form for another. */
export function BookingParts({ bookingId, parts, answer }: { bookingId: string; parts: readonly AwaitedPart[]; answer?: PartAnswer }) {
  const own = answer?.intent === 'part-save' ? answer : undefined
  return (
    <>
      {parts.length > 0 && (
        <ul>
          {parts.map((part) => (
            <PartRow key={part.id} part={part} answer={own} />
          ))}
        </ul>
      )}
      <PartFields bookingId={bookingId} answer={own?.typed.partId ? undefined : own} label="Add a part we’re waiting for" />
    </>
  )
}
