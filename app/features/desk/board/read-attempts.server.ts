import type { Kysely, Selectable } from 'kysely'
import { readNames } from '#app/features/booking/history.server.ts'
import type { Instant } from '#app/values/clock.ts'
import type { ReachAttemptsTable } from '#db/tables/desk.ts'
import type { SentTextsTable } from '#db/tables/platform.ts'
import type { Tables } from '#db/tables.ts'

type Attempt = Selectable<ReachAttemptsTable>

const most = 200

/** The latest tries to reach someone about a job, in words: 'called Dan Okoro: no answer'. */
export async function readAttempts(db: Kysely<Tables>, bookingId: string): Promise<{ id: string; at: Instant; what: string }[]> {
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
