import { Form } from 'react-router'
import { momentText } from '#app/platform/london.ts'
import { RowButton } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import { longDayText } from '#app/values/day.ts'
import type { SitePath } from '#app/values/site-path.ts'
import { outcomeTexts } from '../gas-record/gas-record.ts'
import type { GasToReport } from '../read-gas-record.server.ts'

interface GasToReportListProps {
  rows: readonly GasToReport[]
  /** Owners can settle them; others only see them. */
  isOwner: boolean
  answer?: { problems: Readonly<Record<string, string>>; typed: Readonly<Record<string, string>> }
}

/** The same in one line, for the board. */
export function GasToReportLine({ rows }: Pick<GasToReportListProps, 'rows'>) {
  const [first] = rows
  if (!first) return null
  return (
    <p className="mt-4 max-w-[52em] border-4 border-alarm px-4 py-2 font-bold">
      {`${rows.length === 1 ? 'A dangerous gas appliance was' : `${rows.length} dangerous gas appliances were`} found. An owner decides by ${longDayText(first.dueDay)} whether the HSE must be told. `}
      <a href={'/staff/inbox' satisfies SitePath} className="inline-flex min-h-11 items-center">
        Open the inbox
      </a>
    </p>
  )
}

/**
 * Gas appliances that were immediately dangerous, or flagged by an engineer: an owner decides if they are reported to HSE, within 14 days
 * of our finding out.
 */
export function GasToReportList({ rows, isOwner, answer }: GasToReportListProps) {
  if (rows.length === 0) return null
  return (
    <section aria-labelledby="to-report" className="mt-5 max-w-[52em] border-4 border-alarm px-4 py-3">
      <h2 id="to-report" className="text-xl">
        Gas: may have to be reported to the HSE
      </h2>
      <p className="mt-1">
        Under regulation 11 of RIDDOR 2013, we must report it within 14 days of finding out.{' '}
        {isOwner ? '' : 'An owner needs to deal with these.'}
      </p>
      <ul>
        {rows.map(({ id, bookingId, reference, make, model, outcome, defect, reportReason, recordedAt, dueDay, isRemoved }) => (
          <li key={id} className="border-b border-line py-3 last:border-0">
            <a href={`/staff/bookings/${bookingId}` satisfies SitePath} className="inline-flex min-h-11 items-center font-bold">
              {reference}
            </a>
            <p className="[overflow-wrap:anywhere]">
              <b>{`${make} ${model}, ${outcomeTexts[outcome]}. `}</b>
              {`${defect}. ${reportReason ? `${reportReason}. ` : ''}Found ${momentText(recordedAt)}. ${isRemoved ? 'The engineer has since removed it from the record as a mistake: ask them why. ' : ''}`}
              <b>{`Decide by ${longDayText(dueDay)}.`}</b>
            </p>
            {isOwner && (
              <Form method="post" action={'/staff/inbox' satisfies SitePath} noValidate>
                <input type="hidden" name="intent" value="settle-report" />
                <input type="hidden" name="bookingId" value={bookingId} />
                <input type="hidden" name="appliance" value={id} />
                <TextField
                  id={`note-${id}`}
                  name="note"
                  label="The HSE’s reference, or why it isn’t reportable"
                  maxLength={300}
                  autoComplete="off"
                  defaultValue={answer?.typed.appliance === id ? answer.typed.note : undefined}
                  problem={answer?.problems[`note-${id}`]}
                />
                <RowButton className="mt-2">Mark as dealt with</RowButton>
              </Form>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
