import type { Kysely, Selectable } from 'kysely'
import { type readActs, readNameOf, readNames } from '#app/features/booking/history.server.ts'
import { statuses } from '#app/features/booking/lifecycle.ts'
import { type Booking, readHistory } from '#app/features/booking/read-booking.server.ts'
import { startHistory } from '#app/features/visit/ask-to-start.server.ts'
import { readCorrectionHistory } from '#app/features/visit/correct-visit-time.server.ts'
import { readReplacedSheets } from '#app/features/visit/job-sheet.server.ts'
import { readMoneyHistory } from '#app/features/visit/money-history.server.ts'
import { readTryHistory } from '#app/features/visit/read-door-wait.server.ts'
import { readWorkHistory } from '#app/features/visit/read-extra-work.server.ts'
import { readGasHistory } from '#app/features/visit/read-gas-record.server.ts'
import { readPhotoHistory } from '#app/features/visit/read-photos.server.ts'
import { readFaultHistory } from '#app/features/visit/return-fault.server.ts'
import { momentText } from '#app/platform/london.ts'
import type { Services } from '#app/platform/services.ts'
import type { Instant } from '#app/values/clock.ts'
import type { ReachAttemptsTable } from '#db/tables/desk.ts'
import type { SentTextsTable } from '#db/tables/platform.ts'
import type { Tables } from '#db/tables.ts'

/** The history, newest first: acts of staff in their words, and everyone else's. */
export async function readWords(services: Services, booking: Booking, acts: Awaited<ReturnType<typeof readActs>>) {
  const { db } = services
  const { id } = booking
  const events = (await readHistory(db, id)).slice(-200)
  const ofActs = new Set(acts.map((act) => act.id))
  const others = events.filter((event) => !ofActs.has(event.id))
  const money = await readMoneyHistory(db, id)
  const tries = await readTryHistory(db, id)
  const work = [
    ...(await readPhotoHistory(db, id)),
    ...(await readWorkHistory(db, id)),
    ...(await readGasHistory(db, id)),
    ...(await readCorrectionHistory(db, id)),
    ...(await readReplacedSheets(db, id)),
    ...(await readFaultHistory(db, id)),
    ...startHistory(booking),
  ]
  const alarms = await db.selectFrom('escalations').select(['id', 'at', 'text']).where('bookingId', '=', id).execute()
  const nameOf = await readNameOf(
    db,
    [...acts, ...others, ...money, ...tries, ...work]
      .map(({ actor }) => actor)
      .filter((actor) => actor !== 'customer' && actor !== 'system'),
  )
  const who = (actor: string) => (actor === 'customer' ? 'The customer' : actor === 'system' ? 'The website' : nameOf(actor))
  return [
    ...acts.map((act) => ({
      ...{ id: act.id, at: act.at, by: who(act.actor), isUndone: act.undoneAt !== null },
      what: act.text,
    })),
    ...alarms.map(({ text, ...each }) => ({ ...each, by: 'The website', isUndone: false, what: `raised an alarm: ${text}` })),
    ...(await readAttempts(db, id)).map((each) => ({ ...each, by: 'The website', isUndone: false })),
    ...[...tries, ...work].map(({ actor, ...each }) => ({ ...each, by: who(actor), isUndone: false })),
    ...money.map(({ actor, ...each }) => ({ ...each, by: who(actor), isUndone: false })),
    ...others.map(({ id: key, at, actor, kind, toStatus, fromStatus, note }) => ({
      ...{ id: key, at, by: who(actor), isUndone: false },
      what: [kindText(kind) ?? (fromStatus === null ? 'booked' : `changed the status to “${statuses[toStatus].label}”`), note]
        .filter(Boolean)
        .join('. '),
    })),
  ]
    .sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : a.id < b.id ? 1 : -1))
    .map((each) => ({ ...each, at: momentText(each.at) }))
}

const kindText = (kind: 'status' | 'rescheduled' | 'cancelled'): string | undefined =>
  kind === 'rescheduled' ? 'changed the time' : kind === 'cancelled' ? 'cancelled it' : undefined

type Attempt = Selectable<ReachAttemptsTable>

const most = 200

/** The latest tries to reach someone about a job, in words: 'called Dan Okoro: no answer'. */
async function readAttempts(db: Kysely<Tables>, bookingId: string): Promise<{ id: string; at: Instant; what: string }[]> {
  const rows = await db
    .selectFrom('reachAttempts')
    .leftJoin('engineers', 'engineers.id', 'reachAttempts.personId')
    .leftJoin('sentTexts', 'sentTexts.id', 'reachAttempts.id')
    .select(['reachAttempts.id', 'reachAttempts.at', 'reachAttempts.channel', 'person', 'outcome', 'reason'])
    .select(['personId', 'engineers.name', 'sentTexts.state'])
    .where('bookingId', '=', bookingId)
    .orderBy('reachAttempts.id', 'desc')
    .limit(most)
    .execute()
  const names = await readNames(
    db,
    rows.filter(({ person }) => person !== 'engineer').map(({ personId }) => personId),
  )
  return rows.map(({ id, at, channel, personId, name, ...attempt }) => ({
    ...{ id, at },
    what: `${doneWords[channel]} ${name ?? names.get(personId) ?? personWords[attempt.person]}: ${outcomeText(attempt)}`,
  }))
}

const doneWords: Record<Attempt['channel'], string> = { text: 'texted', call: 'called', email: 'emailed', push: 'notified' }
const personWords: Record<Attempt['person'], string> = { engineer: 'an engineer', owner: 'an owner', desk: 'a colleague' }

const outcomeWords: Record<Exclude<Attempt['outcome'], 'failed' | 'dropped' | null>, string> = {
  sent: 'no answer yet',
  unknown: 'it may not have gone through',
  heard: 'listening',
  accepted: 'took the job',
  stopped: 'stopped, the job no longer needed an engineer',
  answered: 'listened, and didn’t take the job',
  no_key: 'picked up, but chose no key: it may have been voicemail',
  no_answer: 'no answer',
  busy: 'engaged',
}

function outcomeText({ outcome, reason, state }: Pick<Attempt, 'outcome' | 'reason'> & { state: SentTextsTable['state'] | null }): string {
  if (outcome === null) return 'not sent yet'
  if (outcome === 'failed' || outcome === 'dropped') return reason ? `not sent: ${reason}` : 'it didn’t go through'
  const isSent = outcome === 'sent' || (outcome === 'unknown' && state !== null && state !== 'unknown')
  if (isSent && state === 'failed') return 'not delivered'
  return outcomeWords[isSent ? 'sent' : outcome]
}
