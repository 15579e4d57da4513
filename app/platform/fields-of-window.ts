import type { Instant } from '#app/values/clock.ts'
import { addDays } from '#app/values/day.ts'
import { hourAndMinute, readDate, timeReader } from './fields.ts'
import { instantOf } from './london.ts'

/** A window in London time, from the fields `day`, `from` and `until`. One that ends at or before its beginning ends on the next day. */
export function readWindow(text: (name: string) => string): { from: Instant; until: Instant } | { problems: Record<string, string> } {
  const typed = { day: readDate(text('day')), from: timeReader('14:30')(text('from')), until: timeReader('15:30')(text('until')) }
  const { day, from, until } = typed
  if ('problem' in day || 'problem' in from || 'problem' in until)
    return {
      problems: Object.fromEntries(Object.entries(typed).flatMap(([name, read]) => ('problem' in read ? [[name, read.problem]] : []))),
    }
  const starts = instantOf(day.value, ...hourAndMinute(from.value))
  const ends = instantOf(day.value, ...hourAndMinute(until.value))
  return { from: starts, until: ends > starts ? ends : instantOf(addDays(day.value, 1), ...hourAndMinute(until.value)) }
}
