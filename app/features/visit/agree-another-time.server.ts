import { anotherTimeChange } from '#app/features/dispatch/promise-window.server.ts'
import { actByEngineer, type OwnAct } from '#app/features/engineer-acts/act-by-engineer.server.ts'
import { InvalidEntry } from '#app/features/roster/refusals.ts'
import { readWindow } from '#app/platform/fields-of-window.ts'
import type { Services } from '#app/platform/services.ts'
import { anotherTime } from './another-time.ts'

/**
 * Agrees another time for a job of an engineer's own whose door no one opens: the fields of `readWindow`, and the answered question as
 * `confirmed`. Throws what `anotherTimeChange` and `actByEngineer` throw.
 */
export async function agreeAnotherTime(services: Services, act: OwnAct, field: (name: string) => string): Promise<void> {
  const window = readWindow(field)
  if ('problems' in window) throw new InvalidEntry(window.problems)
  const press = { act: 'promise' as const, wish: [anotherTime, window.from, window.until] }
  await actByEngineer(services, { ...act, kind: anotherTime, press }, (tx, { at, ...locked }) =>
    anotherTimeChange(services, tx, locked, { ...window, confirmed: field('confirmed'), at }),
  )
}
