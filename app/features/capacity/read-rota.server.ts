import { instantOf } from '#app/platform/london.ts'
import type { Services } from '#app/platform/services.ts'
import { addDays, type LondonDay } from '#app/values/day.ts'
import { readAbsences, shiftsTouching } from './read-working-hours.server.ts'
import { readRotaPeople } from './rota-people.server.ts'
import { type Rota, type RotaView, rotaView } from './rota-view.ts'
import type { WantedShift } from './shift-patterns.ts'

/** A rota of consecutive days, for everyone on it; `planned`: with shifts that are only planned. */
export async function readRota(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  rota: Rota,
  days: readonly LondonDay[],
  planned: readonly WantedShift[] = [],
): Promise<RotaView> {
  const [first, last] = [days[0] ?? '', days.at(-1) ?? '']
  const [from, until] = [instantOf(first, 0), instantOf(addDays(last, 1), 0)]
  const people = await readRotaPeople(db, rota)
  const shifts = await shiftsTouching(db, from, until).selectAll().orderBy('startsAt').execute()
  const all = [...shifts, ...planned.map((shift, index) => ({ id: `planned-${index}`, ...shift }))]
  return rotaView({ rota, people, shifts: all, absences: await readAbsences(db, from, until) }, days, clock.now())
}
