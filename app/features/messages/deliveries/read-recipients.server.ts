import type { Kysely } from 'kysely'
import { readAccountMail } from '#app/features/accounts/mail-account.server.ts'
import { readWebhookTarget } from '#app/platform/read-webhook-target.ts'
import type { Services } from '#app/platform/services.ts'
import { staffAddress } from '#app/platform/staff-address.ts'
import type { Tables } from '#db/tables.ts'
import { type DeliveryKindName, deliveryKinds } from '../delivery-kinds.server.ts'

interface Recipient {
  /** An address, a number, a host, or words for the recipient. */
  to: string
  reference: string | null
  isErased: boolean
}

interface Payload {
  bookingId?: string
  ownerId?: string
}

/** The recipient of each job, in a few queries. */
export async function readRecipients(services: Services, jobs: readonly { id: string; kind: string; payload: string }[]) {
  const { db, config } = services
  const read = jobs.map(({ id, kind, payload }) => ({ id, kind: kind as DeliveryKindName, payload: JSON.parse(payload) as Payload }))
  const bookings = await readBookings(
    db,
    read.flatMap(({ payload }) => payload?.bookingId ?? []),
  )
  const addressOf = await readAccountAddresses(
    services,
    read.filter(({ kind }) => kind === 'account-mail'),
  )
  const ownerAddresses = await readEmails(
    db,
    read.flatMap(({ payload }) => payload?.ownerId ?? []),
  )
  const target = read.some(({ kind }) => deliveryKinds[kind].to === 'target') ? await targetHost(services) : ''
  const recipients = new Map<string, Recipient>(
    read.map(({ id, kind, payload }) => {
      const booking = payload?.bookingId ? bookings.get(payload.bookingId) : undefined
      const isErased = Boolean(booking?.erasedAt)
      const { to: whom, channel } = deliveryKinds[kind]
      const to = {
        everyone: () => 'everyone affected',
        staff: () => ownerAddresses.get(payload?.ownerId ?? '') ?? staffAddress(config) ?? 'No one: STAFF_EMAIL is not set',
        owner: () => ownerAddresses.get(payload?.ownerId ?? '') ?? nobodyAnyMore,
        desk: () => 'The dispatcher on call',
        engineer: () => 'The engineer assigned to the job',
        engineers: () => 'An engineer on shift or on call, or an owner',
        customer: () =>
          isErased ? 'Deleted with the customer’s data' : (channel === 'text' ? booking?.phone : booking?.email) || noAddress,
        account: () => addressOf(id),
        phone: () => 'A phone number on an account',
        caller: () => 'Someone who called us',
        target: () => target,
      }[whom]()
      return [id, { to, reference: booking?.reference ?? null, isErased }]
    }),
  )
  return (id: string): Recipient => recipients.get(id) ?? { to: 'Unknown', reference: null, isErased: false }
}

async function readBookings(db: Kysely<Tables>, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, never>()
  const rows = await db.selectFrom('bookings').select(['id', 'reference', 'email', 'phone', 'erasedAt']).where('id', 'in', ids).execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** Staff call instead. */
const noAddress = 'No one: we don’t have an email address'

const nobodyAnyMore = 'Someone who no longer has an account'

async function readEmails(db: Kysely<Tables>, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, string | null>()
  const rows = await db.selectFrom('authUsers').select(['id', 'email']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, email }) => [id, email]))
}

/** Payloads about accounts are encrypted; if the key is gone, the recipient is unknown. */
async function readAccountAddresses(services: Services, jobs: readonly { id: string; payload: unknown }[]) {
  const known = new Map<string, string>()
  const userOf = new Map<string, string>()
  for (const { id, payload } of jobs) {
    try {
      const mail = readAccountMail(services, payload)
      if ('email' in mail) known.set(id, mail.email)
      else if (mail.kind === 'notice' && mail.to) known.set(id, mail.to)
      else userOf.set(id, 'userId' in mail ? mail.userId : mail.invitationId)
    } catch {}
  }
  if (userOf.size > 0) {
    const ids = [...userOf.values()]
    const users = await readEmails(services.db, ids)
    const invitations = await services.db.selectFrom('staffInvitations').select(['id', 'email']).where('id', 'in', ids).execute()
    const emails = new Map([...users, ...invitations.map(({ id, email }) => [id, email] as const)])
    for (const [id, person] of userOf) known.set(id, emails.get(person) ?? nobodyAnyMore)
  }
  return (id: string) => known.get(id) ?? 'Unknown'
}

async function targetHost(services: Services): Promise<string> {
  try {
    const target = await readWebhookTarget(services, services.db)
    return target ? new URL(target.url).host : 'No one: no webhook is set up'
  } catch {
    return 'The stored webhook, which can’t be read'
  }
}
