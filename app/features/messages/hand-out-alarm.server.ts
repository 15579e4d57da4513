import type { Transaction } from 'kysely'
import { z } from 'zod'
import { quietEnd, takesAlerts } from '#app/features/accounts/alert-choices.ts'
import { readAlertDevices } from '#app/features/accounts/push-subscriptions.server.ts'
import { Alarm } from '#app/features/accounts/raise-alarm.ts'
import { callsArrive } from '#app/platform/calls.ts'
import { enqueue, type JobContext, type NewJob } from '#app/platform/jobs.ts'
import type { Services } from '#app/platform/services.ts'
import { staffAddress } from '#app/platform/staff-address.ts'
import { textsArrive } from '#app/platform/texts.ts'
import { toInstant } from '#app/values/clock.ts'
import { idFrom } from '#app/values/ids.ts'
import type { Tables } from '#db/tables.ts'
import { canWait, isCalled } from './wording/alarm-words.server.ts'

/**
 * Job `alarm`: makes the email to staff's address (about a hole in the rota, and where there is no such address, to the owners) and what goes
 * to the owners' phones, or holds that until their quiet hours are over. Repeating it adds nothing.
 */
export async function handOutAlarm(services: Services, payload: unknown, { jobId }: JobContext): Promise<void> {
  const alarm = Alarm.parse(payload)
  const now = services.clock.now()
  await services.db.transaction().execute(async (tx) => {
    const owners = await readOwners(tx).execute()
    const jobs: NewJob[] = emailsOf(services, alarm, owners).map((to) => ({
      ...{ kind: 'alarm-email', payload: { ...to, alarms: [alarm] }, about: to.ownerId, id: idFrom(jobId, `email ${to.ownerId ?? ''}`) },
    }))
    for (const owner of owners.filter((each) => takesAlerts(each, 'alarms'))) {
      const until = quietEnd(owner, now)
      if (until && canWait(alarm, until)) {
        const row = { id: idFrom(jobId, owner.id), ownerId: owner.id, alarm: JSON.stringify(alarm), at: toInstant(now) }
        await tx
          .insertInto('heldAlarms')
          .values(row)
          .onConflict((conflict) => conflict.column('id').doNothing())
          .execute()
        jobs.push(heldUntil(owner.id, until, row.id))
      } else jobs.push(...(await phoneJobs(services, tx, { owner, alarms: [alarm], jobId })))
    }
    await enqueue(tx, now, jobs)
  })
  services.jobsAdded()
}

const HeldJob = z.object({ ownerId: z.string() })

/** Each alarm has its own; the first to run sends all. One for each owner could have run before an alarm of a server whose clock is behind. */
const heldUntil = (ownerId: string, at: string, alarmId: string): NewJob => ({
  ...{ kind: 'held-alarms', payload: { ownerId }, about: ownerId, at, id: idFrom(alarmId, `held ${at}`) },
})

/** Job `held-alarms`: sends an owner all alarms that waited for the end of their quiet hours, as one. */
export async function sendHeldAlarms(services: Services, payload: unknown, { jobId }: JobContext): Promise<void> {
  const { ownerId } = HeldJob.parse(payload)
  const now = services.clock.now()
  await services.db.transaction().execute(async (tx) => {
    const owner = await readOwners(tx).where('id', '=', ownerId).executeTakeFirst()
    // Changed since, so that they last longer.
    const until = owner && quietEnd(owner, now)
    if (until) return enqueue(tx, now, [heldUntil(ownerId, until, jobId)])
    const held = await tx.deleteFrom('heldAlarms').where('ownerId', '=', ownerId).returning(['id', 'alarm', 'at']).execute()
    if (!owner || held.length === 0 || !takesAlerts(owner, 'alarms')) return
    const alarms = held.toSorted((a, b) => (a.at + a.id < b.at + b.id ? -1 : 1)).map(({ alarm }) => Alarm.parse(JSON.parse(alarm)))
    await enqueue(tx, now, await phoneJobs(services, tx, { owner, alarms, jobId }))
  })
  services.jobsAdded()
}

const readOwners = (tx: Transaction<Tables>) =>
  tx
    .selectFrom('authUsers')
    .select(['id', 'email', 'phone', 'alertKinds', 'quietFrom', 'quietUntil'])
    .where('role', '=', 'owner')
    .orderBy('createdAt')
    .orderBy('id')

type Owner = Awaited<ReturnType<ReturnType<typeof readOwners>['execute']>>[number]

/** The recipients of an alarm's email: without an id, staff's address. */
function emailsOf({ config }: Services, alarm: Alarm, owners: readonly Owner[]): { ownerId?: string }[] {
  if (alarm.kind === 'booking_news') return []
  if (alarm.kind !== 'rota_hole' && staffAddress(config)) return [{}]
  return owners.flatMap(({ id, email }) => (email ? [{ ownerId: id }] : []))
}

/** The jobs by which alarms reach an owner's phone. */
async function phoneJobs(
  { config }: Services,
  tx: Transaction<Tables>,
  { owner: { id: ownerId, phone }, alarms, jobId }: { owner: Owner; alarms: readonly Alarm[]; jobId: string },
): Promise<NewJob[]> {
  const jobOf = (kind: string, more: { device?: string } = {}): NewJob => ({
    ...{ kind, payload: { ownerId, alarms, ...more }, about: ownerId, id: idFrom(jobId, `${kind} ${more.device ?? ownerId}`) },
  })
  const devices = await readAlertDevices(tx, [ownerId], 'alarms')
  return [
    ...devices.map(({ device }) => jobOf('alarm-push', { device })),
    ...(phone && textsArrive({ config }) ? [jobOf('alarm-text')] : []),
    ...(phone && callsArrive({ config }) && alarms.some(isCalled) ? [jobOf('alarm-call')] : []),
  ]
}
