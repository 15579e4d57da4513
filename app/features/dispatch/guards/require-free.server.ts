import type { Selectable, Transaction } from 'kysely'
import { StepRefused } from '#app/features/booking/refusals.ts'
import { readAbsences, shiftsTouching } from '#app/features/capacity/read-working-hours.server.ts'
import { withoutAbsences } from '#app/features/capacity/working-hours.ts'
import { windowText } from '#app/platform/london.ts'
import type { Instant } from '#app/values/clock.ts'
import type { ShiftsTable } from '#db/tables/capacity.ts'
import type { Tables } from '#db/tables.ts'

/** The shifts of people that overlap some hours, earliest first, without some shifts. */
export async function readOtherShifts(
  tx: Transaction<Tables>,
  { startsAt, endsAt }: { startsAt: Instant; endsAt: Instant },
  { personIds, without }: { personIds: readonly string[]; without: readonly string[] },
): Promise<Selectable<ShiftsTable>[]> {
  const shifts = await shiftsTouching(tx, startsAt, endsAt).selectAll().where('personId', 'in', personIds).orderBy('startsAt').execute()
  return shifts.filter(({ id }) => !without.includes(id))
}

/**
 * Refuses hours for a person, who is locked, that overlap their other shifts or on-call hours, or are all within an absence. `without`:
 * the ids of shifts that don't count. Throws `StepRefused`.
 */
export async function requireFree(
  tx: Transaction<Tables>,
  { id: personId, name }: { id: string; name: string },
  hours: { startsAt: Instant; endsAt: Instant },
  without: readonly string[] = [],
): Promise<void> {
  const [other] = await readOtherShifts(tx, hours, { personIds: [personId], without })
  if (other)
    throw new StepRefused(
      `${name} ${other.kind === 'shift' ? 'has a shift' : 'is on call'} then: ${windowText(other.startsAt, other.endsAt)}. Remove that first.`,
    )
  const absences = await readAbsences(tx, hours.startsAt, hours.endsAt)
  if (withoutAbsences([{ personId, ...hours }], absences).length === 0)
    throw new StepRefused(`${name} is away then. Remove the absence first.`)
}
