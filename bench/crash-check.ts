import { sql } from 'kysely'
import type { Database, OpenDatabase } from '#app/platform/database.ts'
import type { Submitted } from './crash.ts'
import type { Delivery } from './webhook-receiver.ts'

/** What is in the database after the crashes, against what visitors and the webhook's target were told. */

const jobKinds = ['staff-email', 'staff-webhook', 'customer-confirmation'] as const

export interface Findings {
  /** Facts of interest that are not wrong. */
  counts: Record<string, number>
  /** Each must be 0. */
  wrong: Record<string, number>
  examples: string[]
}

export async function jobsWaiting(db: Database): Promise<number> {
  const { count } = await db
    .selectFrom('jobs')
    .select((eb) => eb.fn.countAll<number | string>().as('count'))
    .where('state', '=', 'waiting')
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Compares row by row. What visitors sent names itself: each has an e-mail address of its own, and one key goes with it. */
export async function checkBookings(
  { db, engine }: OpenDatabase,
  submitted: readonly Submitted[],
  deliveries: ReadonlyMap<string, readonly Delivery[]>,
): Promise<Findings> {
  const bookings = await db.selectFrom('bookings').select(['id', 'reference', 'email']).execute()
  const events = await db.selectFrom('bookingEvents').select(['bookingId', 'toStatus']).execute()
  const jobs = await db.selectFrom('jobs').select(['id', 'kind', 'payload', 'state', 'attempts']).execute()
  const mails = await db.selectFrom('localMail').select(['id', 'recipient', 'subject']).execute()
  const lostAttempts = await db.selectFrom('jobAttempts').select('id').where('outcome', '=', 'lost').execute()

  const byEmail = Map.groupBy(bookings, (booking) => booking.email)
  const known = new Set(submitted.map(({ email }) => email))
  const eventsOf = Map.groupBy(events, (event) => event.bookingId)
  const jobsOf = Map.groupBy(jobs, (job) => String(JSON.parse(job.payload).bookingId))
  const mailsById = new Map(mails.map((mail) => [mail.id, mail]))
  const staffMails = Map.groupBy(mails, (mail) => (mail.recipient === 'desk@localhost' ? mail.subject.slice(0, 11) : ''))
  const confirmations = Map.groupBy(mails, (mail) => mail.recipient)

  const wrong: Record<string, number> = {}
  const examples: string[] = []
  const note = (name: string, bad: boolean, what: string) => {
    wrong[name] = (wrong[name] ?? 0) + (bad ? 1 : 0)
    if (bad && (wrong[name] ?? 0) <= 5) examples.push(`${name}: ${what}`)
  }

  for (const { email, references } of submitted) {
    const rows = byEmail.get(email) ?? []
    const acknowledged = [...references].join(' ')
    note('LOST: acknowledged, not stored', !rows.some((row) => references.has(row.reference)), `${email} ${acknowledged}`)
    note('DOUBLED: rows of one visitor', rows.length > 1, email)
    note('DOUBLED: references for one key', references.size > 1, `${email} ${acknowledged}`)
  }
  for (const { id, reference, email } of bookings) {
    note('stored, sent by nobody', !known.has(email), `${reference} ${email}`)
    const history = eventsOf.get(id) ?? []
    note('not exactly one event', history.length !== 1 || history[0]?.toStatus !== 'received', reference)
    const own = jobsOf.get(id) ?? []
    const kinds = own.map((job) => job.kind).sort()
    note('not exactly its three jobs', kinds.join() !== jobKinds.toSorted().join(), `${reference} ${kinds}`)
    note(
      'jobs not done',
      own.some((job) => job.state !== 'done'),
      `${reference} ${own.map((job) => `${job.kind}=${job.state}`)}`,
    )
    const jobId = (kind: (typeof jobKinds)[number]) => own.find((job) => job.kind === kind)?.id ?? ''
    const [toStaff, toCustomer] = [staffMails.get(reference) ?? [], confirmations.get(email) ?? []]
    note('NOTIFICATION LOST: staff e-mail', toStaff.length === 0 || !mailsById.has(jobId('staff-email')), reference)
    note('NOTIFICATION LOST: confirmation', toCustomer.length === 0 || !mailsById.has(jobId('customer-confirmation')), reference)
    note('e-mail doubled', toStaff.length > 1 || toCustomer.length > 1, reference)
    const received = deliveries.get(reference) ?? []
    note('NOTIFICATION LOST: webhook', received.length === 0, reference)
    note(
      'webhook-id not constant',
      received.some(({ webhookId }) => webhookId !== `msg_${jobId('staff-webhook')}`),
      reference,
    )
  }
  const stored = new Set(bookings.map(({ reference }) => reference))
  for (const reference of deliveries.keys()) note('webhook of no booking', !stored.has(reference), reference)
  if (engine === 'sqlite') {
    const sound = await sql<{ integrityCheck: string }>`pragma integrity_check`.execute(db)
    note('database file unsound', sound.rows[0]?.integrityCheck !== 'ok', JSON.stringify(sound.rows[0]))
    const orphans = await sql`pragma foreign_key_check`.execute(db)
    note('foreign keys broken', orphans.rows.length > 0, JSON.stringify(orphans.rows[0]))
  }
  return {
    counts: {
      'bookings stored': bookings.length,
      'job attempts lost by kills': lostAttempts.length,
      'jobs tried more than once': jobs.filter((job) => job.attempts > 1).length,
    },
    wrong,
    examples,
  }
}
