import { actByEngineer, type OwnAct } from '#app/features/engineer-acts/act-by-engineer.server.ts'
import { type Decision, decideChange } from '#app/features/extra-work/decide-work.server.ts'
import { proposeChange, withdrawWorkChange } from '#app/features/extra-work/propose-work.server.ts'
import { withBookCosts } from '#app/features/price-book/part-fields.ts'
import { readActiveParts } from '#app/features/price-book/read-parts.server.ts'
import { newId } from '#app/platform/ids.ts'
import type { Services } from '#app/platform/services.ts'

/*
 * What an engineer does about extra work on a job of their own. What is agreed is decided by what the customer was shown, not by the
 * version of the booking: `seen` counts for nothing here.
 */

type Field = (name: string) => string

/** Suggests extra work: the fields of `readProposal`. The proposal has the act's key as its id. Throws what `proposeChange` throws. */
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

/** The customer's answer on the engineer's phone, which they were handed. Throws what `decideChange` throws. */
export async function decideOnPhone(
  services: Services,
  { seen: _, ...act }: OwnAct,
  field: Field,
  answer: Decision['answer'],
): Promise<void> {
  await actByEngineer(services, { ...act, kind: `${answer}-work` }, (tx, { at, ...locked }) =>
    decideChange(tx, locked, { ...readDecision(field), answer, way: 'engineer_phone' }, { by: act.userId, at }),
  )
}

/** A decision from a form's fields. */
const readDecision = (field: Field) => ({
  workId: field('work'),
  seenHash: field('seenHash'),
  name: field('signer'),
  signature: field('signature'),
  agreesToPrice: field('price') === 'yes',
  asksToStart: field('start') === 'yes',
})
