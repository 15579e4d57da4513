import { toInstant } from '#app/values/clock.ts'
import { newId } from '#app/values/ids.ts'
import type { World } from './world.ts'

/** Creates the account of someone who works here; returns its id. */
export async function colleague(
  { services, clock }: Pick<World, 'services' | 'clock'>,
  name: string,
  role: 'staff' | 'owner',
  id = newId(),
): Promise<string> {
  const at = toInstant(clock.now())
  const account = { id, email: `${id}@example.com`, role, phone: '', userMetadata: JSON.stringify({ full_name: name }), appMetadata: '{}' }
  const rest = { emailChangeHalves: 0, isSample: 0 as const, isAnonymous: 0 as const, factorFailures: 0 }
  await services.db
    .insertInto('authUsers')
    .values({ ...account, ...rest, createdAt: at, updatedAt: at, emailConfirmedAt: at })
    .execute()
  return id
}
