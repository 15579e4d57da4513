import { withBookCosts } from '#app/features/pricing/part-fields.ts'
import { readActiveParts } from '#app/features/pricing/read-parts.server.ts'
import type { Services } from '#app/platform/services.ts'
import { hashOf, newId } from '#app/values/ids.ts'
import { actByEngineer, type OwnAct } from './act-by-engineer.server.ts'
import { consentOnPhone } from './consent.ts'
import { type Decision, decideChange } from './decide-work.server.ts'
import { proposeChange, withdrawWorkChange } from './extra-work/propose-work.server.ts'

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
