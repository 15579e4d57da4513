import type { Transaction } from 'kysely'
import { takesAlerts } from '#app/features/accounts/alert-choices.ts'
import { PermanentFailure, RetryLater } from '#app/platform/job-failures.ts'
import { enqueue } from '#app/platform/jobs.ts'
import type { Services } from '#app/platform/services.ts'
import { staffAddress } from '#app/platform/staff-address.ts'
import { NotAccepted } from '#app/platform/text-carrier.ts'
import { withoutTypography } from '#app/platform/text-segments.ts'
import { days } from '#app/values/clock.ts'
import { idFrom } from '#app/values/ids.ts'
import type { Tables } from '#db/tables.ts'
import { alarmWords, phoneWords } from './alarm-words.server.ts'
import { AlarmJob, DeviceAlarmJob, OwnerAlarmJob } from './job-payloads.ts'
import { isTextGivenUp, type Message, sendAlert, sendMail } from './message.server.ts'

/* Alarms of the site: by email to staff's address, and to the owners' phones. */

const findOwner = ({ db }: Services, ownerId: string) =>
  db
    .selectFrom('authUsers')
    .select(['email', 'phone', 'alertKinds'])
    .where('id', '=', ownerId)
    .where('role', '=', 'owner')
    .executeTakeFirst()

const noOwner = 'Not sent: no longer an owner'
const noPhone = 'Not sent: no longer an owner, without a phone number, or alarms were switched off for their phone'

const subject = async (services: Services, carried: unknown) => (await alarmWords(services, AlarmJob.parse(carried).alarms)).subject

export const alarmEmail: Message = {
  label: 'Alarm',
  channel: 'mail',
  to: 'staff',
  payload: AlarmJob,
  async send(services, carried, context) {
    const { alarms: told, ownerId } = AlarmJob.parse(carried)
    const to = ownerId ? (await findOwner(services, ownerId))?.email : staffAddress(services.config)
    if (!to) return ownerId ? noOwner : 'Not sent: STAFF_EMAIL is not set'
    const words = await alarmWords(services, told)
    return sendMail(services, context, { to, write: () => ({ words }) })
  },
  subject,
}

export const alarmText: Message = {
  label: 'Alarm, text to an owner',
  channel: 'text',
  to: 'owner',
  payload: OwnerAlarmJob,
  async send(services, carried, { jobId, createdAt, signal }) {
    const job = OwnerAlarmJob.parse(carried)
    const owner = await findOwner(services, job.ownerId)
    if (!owner?.phone || !takesAlerts(owner, 'alarms')) return noPhone
    const { title, body, path } = await phoneWords(services, job.alarms)
    const text = withoutTypography(`${title}. ${body} ${services.config.siteUrl}${path}`)
    try {
      return await services.texts.send({ id: jobId, to: owner.phone, channel: 'sms', text, isOurs: true }, signal)
    } catch (error) {
      if (!isTextGivenUp(services, error, createdAt)) throw error
      await services.db.transaction().execute((tx) => mailOwner(services, tx, { id: jobId, payload: job }))
      services.jobsAdded()
      return `Not sent as a text, so by email: ${error instanceof Error ? error.message : 'The text couldn’t be sent'}`
    }
  },
  mailInstead: mailOwner,
  subject,
}

/** Emails an owner whose text failed, once, unless they have that email already: at staff's address, or about a hole in the rota. */
async function mailOwner({ clock, config }: Services, tx: Transaction<Tables>, { id, payload }: { id: string; payload: unknown }) {
  const { ownerId, alarms: told } = OwnerAlarmJob.parse(payload)
  const unread = told.filter(({ kind }) => kind !== 'rota_hole' && kind !== 'booking_news')
  const owner = await tx.selectFrom('authUsers').select('email').where('id', '=', ownerId).executeTakeFirst()
  const desk = staffAddress(config)
  if (unread.length === 0 || !owner?.email || !desk || owner.email === desk.toLowerCase()) return
  await enqueue(tx, clock.now(), [{ id: idFrom(id, 'email'), kind: 'alarm-email', payload: { ownerId, alarms: unread }, about: ownerId }])
}

export const alarmPush: Message = {
  label: 'Alarm, to an owner’s device',
  channel: 'push',
  to: 'owner',
  payload: DeviceAlarmJob,
  async send(services, carried, { signal }) {
    const { alarms: told, ownerId: userId, device } = DeviceAlarmJob.parse(carried)
    const owner = await findOwner(services, userId)
    if (!owner || !takesAlerts(owner, 'alarms')) return noPhone
    const about = told.length === 1 ? (told[0]?.kind ?? '') : 'alarms'
    const alert = { ...(await phoneWords(services, told)), about }
    return sendAlert(services, { device, userId }, alert, { signal, usefulMs: days(1) })
  },
  subject,
}

export const alarmCall: Message = {
  label: 'Alarm, call to an owner',
  channel: 'call',
  to: 'owner',
  payload: OwnerAlarmJob,
  async send(services, carried, { jobId, signal }) {
    const owner = await findOwner(services, OwnerAlarmJob.parse(carried).ownerId)
    if (!owner?.phone || !takesAlerts(owner, 'alarms')) return noPhone
    try {
      await services.calls.place({ id: jobId, to: owner.phone }, signal)
      return 'Called'
    } catch (error) {
      if (error instanceof NotAccepted || error instanceof RetryLater || error instanceof PermanentFailure) throw error
      return 'Unknown: the call may have been placed'
    }
  },
  subject,
}

/** An alarm as an owner hears it on a call; undefined if there is no such call. */
export async function readAlarmAloud(services: Services, callId: string): Promise<string | undefined> {
  const job = await services.db
    .selectFrom('jobs')
    .select('payload')
    .where('id', '=', callId)
    .where('kind', '=', 'alarm-call')
    .executeTakeFirst()
  if (!job) return undefined
  const { title, body } = await phoneWords(services, OwnerAlarmJob.parse(JSON.parse(job.payload)).alarms)
  return `${title}. ${body}`
}
