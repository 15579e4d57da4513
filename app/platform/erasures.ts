import type { Kysely } from 'kysely'
import type { ErasuresTable, Tables } from '#db/tables.ts'
import { toInstant } from './clock.ts'
import { newId } from './ids.ts'
import type { Secrets } from './secrets.ts'
import type { Services } from './services.ts'

/**
 * What was erased: 'customer', an account with everything of its owner's; 'account', an account alone; 'booking', what names anyone in
 * one.
 */
export type ErasureKind = ErasuresTable['kind']

/** An erasure as the list outside the backups has it: a code, that can’t be traced back to anyone. */
export type Erasure = Pick<ErasuresTable, 'at' | 'kind' | 'keyId' | 'mac'>

/** The code that an id is known by once what it stood for is erased. */
export const erasureMac = ({ sign }: Pick<Secrets, 'sign'>, kind: ErasureKind, id: string, keyId: string): string =>
  sign('erasure', `${kind} ${id}`, keyId)

/**
 * Keeps, in the transaction that erases, that it was done: a backup that is older than that has it still, and must not bring it back when
 * it is restored.
 */
export async function recordErasure(
  { clock, secrets }: Pick<Services, 'clock' | 'secrets'>,
  tx: Kysely<Tables>,
  kind: ErasureKind,
  id: string,
): Promise<void> {
  const { currentKeyId: keyId } = secrets
  const row = { id: newId(), at: toInstant(clock.now()), kind, keyId, mac: erasureMac(secrets, kind, id, keyId), listedAt: null }
  await tx.insertInto('erasures').values(row).execute()
}
