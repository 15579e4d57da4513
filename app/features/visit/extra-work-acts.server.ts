import type { Transaction } from 'kysely'
import type { Change, LockedBooking } from '#app/features/booking/act-on-booking.server.ts'
import { erasedText } from '#app/features/booking/refusals.ts'
import { withBookCosts } from '#app/features/pricing/part-fields.ts'
import { readActiveParts } from '#app/features/pricing/read-parts.server.ts'
import { InvalidEntry } from '#app/platform/errors.ts'
import type { Services } from '#app/platform/services.ts'
import { type Instant, toInstant } from '#app/values/clock.ts'
import { hashOf, newId } from '#app/values/ids.ts'
import type { Tables } from '#db/tables.ts'
import { actByEngineer, type OwnAct } from './act-by-engineer.server.ts'
import { consentOnPhone } from './consent.ts'
import { type Decision, decideChange, WorkRefused } from './decide-work.server.ts'
import { contentTextOf, readProposal } from './extra-work.ts'
import { billTermsOf } from './frozen-bill-terms.ts'
import { isBeingAgreed } from './read-extra-work.server.ts'

/* An engineer's acts on extra work of their own job. An answer depends on the proposal that the customer saw, not on the booking's version:
   `seen` is ignored here. */

type Field = (name: string) => string

/** Suggests extra work: the fields of `readProposal`. The proposal has the act's key as its id. Throws as `proposeChange` does. */
export async function proposeExtraWork(services: Services, { seen: _, key = newId(), ...act }: OwnAct, field: Field): Promise<void> {
  const typed = withBookCosts(field, await readActiveParts(services.db))
  await actByEngineer(services, { ...act, key, kind: 'propose-work' }, (tx, { at, ...locked }) =>
    proposeChange(tx, locked, { id: key, by: act.userId, at, typed }),
  )
}

/** Withdraws a suggestion that the customer has not answered. Throws `WorkRefused`. */
export async function withdrawExtraWork(services: Services, { seen: _, ...act }: OwnAct, field: Field): Promise<void> {
  await actByEngineer(services, { ...act, kind: 'withdraw-work' }, (tx, { at: _at, ...locked }) =>
    withdrawWorkChange(tx, locked, { workId: field('work'), by: act.userId }),
  )
}

/** The customer's answer on the engineer's phone. Throws as `decideChange` does. */
export async function decideOnPhone(
  services: Services,
  { seen: _, ...act }: OwnAct,
  field: Field,
  answer: Decision['answer'],
): Promise<void> {
  // A suggestion made without a connection has no hash on the phone: it sends the text instead.
  const seenHash = field('seenHash') || hashOf(field('seenText'))
  await actByEngineer(services, { ...act, kind: `${answer}-work` }, (tx, { at, ...locked }) =>
    decideChange(tx, locked, { workId: field('work'), seenHash, answer, ...consentOnPhone(field) }, { by: act.userId, at }),
  )
}

/** Maximum of proposals for one visit, whatever their outcome. */
const mostProposals = 20

interface ProposeWork {
  /** A UUID made for the proposal: an act that waits on a phone can refer to it before the server has it. */
  id: string
  /** The id of the user. The caller has checked that the job is theirs. */
  by: string
  /** The time of the proposal; its hour decides the rate. */
  at: Instant
  typed: (name: string) => string
}

/**
 * Proposes extra work to the customer of a locked booking, who is told. To change a proposal, withdraw it first. Throws `InvalidEntry`, or
 * `WorkRefused` unless the engineer is on site.
 */
async function proposeChange(tx: Transaction<Tables>, { booking }: LockedBooking, { id, by, at, typed }: ProposeWork): Promise<Change> {
  const read = readProposal(typed, billTermsOf(booking), at)
  if ('problems' in read) throw new InvalidEntry(read.problems)
  if (booking.erasedAt) throw new WorkRefused(erasedText)
  if (!isBeingAgreed(booking)) throw new WorkRefused('Tap ‘I’ve arrived’ first. You can only suggest extra work while you’re there.')
  const { count } = await tx
    .selectFrom('extraWorks')
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .where('bookingId', '=', booking.id)
    .executeTakeFirstOrThrow()
  if (Number(count) >= mostProposals) throw new WorkRefused('You can’t make any more suggestions on this visit. Call the office.')
  const { proposal } = read
  const contentHash = hashOf(contentTextOf(id, proposal))
  await tx
    .insertInto('extraWorks')
    .values({
      ...{ id, bookingId: booking.id, name: proposal.name, description: proposal.description, amountPence: proposal.amountPence },
      ...{ lines: JSON.stringify(proposal.lines), isUrgentRepair: proposal.isUrgentRepair ? 1 : 0, contentHash },
      ...{ state: 'proposed', revision: 1, proposedAt: at, proposedBy: by, decidedAt: null, decidedBy: null },
      ...{ way: null, signerName: null, signature: null, startAskedAt: null, startText: null },
    })
    .execute()
  return {
    action: 'booking.propose-work',
    detail: { workId: id, amountPence: proposal.amountPence, contentHash },
    announces: { occasion: 'work_proposed', id },
  }
}

/** Withdraws a proposal that no one has decided on. Throws `WorkRefused` if the customer was faster. */
async function withdrawWorkChange(
  tx: Transaction<Tables>,
  { booking, now }: LockedBooking,
  { workId, by }: { workId: string; by: string },
): Promise<Change | undefined> {
  const known = await tx
    .selectFrom('extraWorks')
    .select('state')
    .where('id', '=', workId)
    .where('bookingId', '=', booking.id)
    .executeTakeFirst()
  if (known?.state === 'withdrawn') return undefined
  const withdrawn = await tx
    .updateTable('extraWorks')
    .set((eb) => ({ state: 'withdrawn' as const, decidedAt: toInstant(now), decidedBy: by, revision: eb('revision', '+', 1) }))
    .where('id', '=', workId)
    .where('bookingId', '=', booking.id)
    .where('state', '=', 'proposed')
    .returning('id')
    .executeTakeFirst()
  if (!withdrawn) throw new WorkRefused('The customer has just answered. Check their answer first.')
  return { action: 'booking.withdraw-work', detail: { workId } }
}
