import { isToDispatch, statusFacts, stepFacts, steps } from '#app/features/booking/lifecycle.ts'
import type { SitePath } from '#app/platform/site-path.ts'
import { Button } from '#app/ui/button.tsx'
import { EmergencyDrawing } from '#app/ui/drawings/tiles.tsx'
import type { EmergencyTypeName } from '#content/emergency-types.ts'
import { poundsText } from '#content/money.ts'
import type { BoardView, Card } from '../board-view.ts'
import { ActForm } from './act-form.tsx'
import { clockAt, leftText } from './board-clock.ts'
import { CardDoubts } from './card-doubts.tsx'
import { DangerMarks } from './danger-marks.tsx'

interface JobCardProps {
  card: Card
  nowMs: number
  engineers: BoardView['engineers']
  /** What was chosen in a form that the server refused. */
  chosen?: string
}

/** A booking in the queue or in a column: what it is, how long there is, and the next thing to do with it. */
export function JobCard({ card, nowMs, engineers, chosen }: JobCardProps) {
  const { id, service, place, isRedLine, status, name, phone, phoneText, arrival, came, marks, engineer, late } = card
  return (
    <li
      data-card={id}
      className={`border-b border-line py-3 ${isRedLine ? 'border-l-5 border-l-alarm pl-3' : ''} ${late ? 'bg-alarm-wash px-2' : ''}`}
    >
      <div className="grid grid-cols-[60px_1fr] gap-x-3 text-sm leading-snug">
        <EmergencyDrawing type={service as EmergencyTypeName} className="w-15 rounded-key" />
        <div className="min-w-0">
          <DangerMarks dangers={card.dangers} />
          <div className="flex items-start justify-between gap-x-2">
            <a
              href={`/staff/bookings/${id}` satisfies SitePath}
              className="inline-block min-h-6 text-base leading-tight font-bold [overflow-wrap:anywhere]"
            >
              {service}
            </a>
            <Clock card={card} nowMs={nowMs} />
          </div>
          <p className="[overflow-wrap:anywhere]">{place}</p>
          <p className={late ? 'font-bold text-alarm-text' : 'text-muted'}>
            {late && `Late – ${poundsText(late.creditPence)} off: `}
            {arrival}
          </p>
          <p className="text-muted [overflow-wrap:anywhere]">
            {came}, {name}
          </p>
          {engineer && <p className="font-bold [overflow-wrap:anywhere]">{engineer}</p>}
          {marks.length > 0 && (
            <ul className="mt-1 flex flex-wrap gap-1">
              {marks.map((mark) => (
                <li key={mark} className="border border-ink px-1.5 text-xs">
                  {mark}
                </li>
              ))}
            </ul>
          )}
        </div>
      </div>
      <CardDoubts card={card} />
      <div className="mt-2 flex flex-wrap items-start gap-2">
        <a href={`tel:${phone}`} className="inline-flex min-h-11 items-center pr-1 text-sm font-bold whitespace-nowrap">
          {phoneText}
        </a>
        <Steps card={card} />
        {isToDispatch(status) && <AssignForm card={card} engineers={engineers} chosen={chosen} />}
      </div>
    </li>
  )
}

/** The bar that fills, with its minutes in words. */
function Clock({ card, nowMs }: { card: Card; nowMs: number }) {
  if (!card.clock) return null
  const { minutesLeft, run } = clockAt(card.clock, nowMs)
  return (
    <span className={`w-22 flex-none text-right ${card.isRedLine ? 'text-alarm-text' : ''}`}>
      <b className="whitespace-nowrap">{leftText(minutesLeft)}</b>
      <progress aria-hidden="true" className="clock-bar" max={1} value={run} />
    </span>
  )
}

/** What comes next, by one press. */
function Steps({ card: { id, seen, status, reference } }: { card: Card }) {
  return statusFacts(status).next?.map((step) => (
    <ActForm key={step} intent={step} bookingId={id} seen={seen}>
      <Button look="outline" className="key-row">
        {stepFacts(step).staff?.button}
        <span className="sr-only">, {reference}</span>
      </Button>
    </ActForm>
  ))
}

/** Opened by its key, or by A where the focus is in the card. */
function AssignForm({ card, engineers, chosen }: Omit<JobCardProps, 'nowMs'>) {
  const { id, seen, engineerId, reference } = card
  return (
    <details className="group open:w-full" open={chosen !== undefined || undefined}>
      <summary className={`key key-row cursor-pointer list-none ${engineerId ? 'key-outline' : 'key-ink'}`}>
        {engineerId ? 'Reassign' : 'Assign'}
        <span className="sr-only">, {reference}</span>
      </summary>
      <ActForm intent="assign" bookingId={id} seen={seen} hasFields className="mt-2 flex flex-wrap items-end gap-2">
        <EngineerSelect id={`engineer-${id}`} engineers={engineers} card={card} chosen={chosen} />
        <Button className="key-row">{steps.assign.staff.button}</Button>
      </ActForm>
    </details>
  )
}

interface EngineerSelectProps {
  id: string
  engineers: BoardView['engineers']
  card: Pick<Card, 'needsGasSafe' | 'engineerId'>
  chosen?: string
}

/** The engineers who may have a job; those without a Gas Safe number are shown, and cannot be chosen for what may be gas work. */
export function EngineerSelect({ id: fieldId, engineers, card: { needsGasSafe, engineerId }, chosen }: EngineerSelectProps) {
  return (
    <div className="min-w-0 grow">
      <label htmlFor={fieldId} className="text-sm font-bold">
        Engineer
      </label>
      <select
        id={fieldId}
        name="engineerId"
        defaultValue={chosen ?? engineerId ?? ''}
        className="mt-1 block min-h-11 w-full rounded-key border-2 border-ink bg-white px-2 py-1.5"
      >
        <option value="">{engineerId ? 'Nobody' : 'Choose'}</option>
        {engineers.map(({ id, name, isGasSafe }) => (
          <option key={id} value={id} disabled={needsGasSafe && !isGasSafe}>
            {name}
            {needsGasSafe && !isGasSafe ? ' (no Gas Safe number)' : ''}
          </option>
        ))}
      </select>
    </div>
  )
}
