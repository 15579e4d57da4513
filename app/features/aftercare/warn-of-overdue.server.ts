import { raiseAlarm } from '#app/features/accounts/raise-alarm.ts'
import type { Services } from '#app/platform/services.ts'
import { idFrom } from '#app/values/ids.ts'
import { readDue } from './read-due.server.ts'

/** Chore: raises an alarm for each step that we owe a customer after their visit and that is overdue; once for each step. */
export async function warnOfOverdue(services: Services): Promise<void> {
  const overdue = (await readDue(services)).filter(({ isOverdue }) => isOverdue)
  if (overdue.length === 0) return
  await services.db.transaction().execute(async (tx) => {
    for (const { id, bookingId, reference, what, dueOn = '' } of overdue)
      await raiseAlarm(
        tx,
        services.clock.now(),
        { kind: 'request_overdue', bookingId, reference, what, dueOn },
        idFrom(id, `${what} ${dueOn}`),
      )
  })
  services.jobsAdded()
}
