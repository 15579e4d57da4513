import { instantOf } from '#app/platform/london.ts'
import type { Services } from '#app/platform/services.ts'
import { addDays, type LondonDay } from '#app/values/day.ts'
import { readAbsences, shiftsTouching } from './read-working-hours.server.ts'
import { type RotaView, rotaView } from './rota-view.ts'
import type { WantedShift } from './shift-patterns.ts'

/** The rota of consecutive days, for everyone who works here; `planned`: with shifts that are only planned. */
export async function readRota(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  days: readonly LondonDay[],
  planned: readonly WantedShift[] = [],
): Promise<RotaView> {
  const [first, last] = [days[0] ?? '', days.at(-1) ?? '']
  const [from, until] = [instantOf(first, 0), instantOf(addDays(last, 1), 0)]
  const engineers = await db
    .selectFrom('engineers')
    .select(['id', 'name', 'phone', 'base', 'gasSafeNumber', 'isSample'])
    .where('retiredAt', 'is', null)
    .orderBy('name')
    .orderBy('id')
    .execute()
  const shifts = await shiftsTouching(db, from, until).selectAll().orderBy('startsAt').execute()
  const all = [...shifts, ...planned.map((shift, index) => ({ id: `planned-${index}`, ...shift }))]
  return rotaView({ engineers, shifts: all, absences: await readAbsences(db, from, until) }, days, clock.now())
}
