import type { Kysely } from 'kysely'
import { toInstant } from '#app/values/clock.ts'
import { newId } from '#app/values/ids.ts'
import type { ErasuresTable } from '#db/tables/platform.ts'
import type { Tables } from '#db/tables.ts'
import type { Secrets } from './secrets.ts'
import type { Services } from './services.ts'

/**
 * 'customer': an account with all its owner's data; 'account': an account alone; 'booking': personal data in one booking; 'contact': what
 * is stored under an email address or phone number.
 */
export type ErasureKind = ErasuresTable['kind']

/** An erasure as the list outside the backups has it: a code, that can’t be traced back to anyone. */
export type Erasure = Pick<ErasuresTable, 'at' | 'kind' | 'keyId' | 'mac'>

/** The code of an id after its erasure. */
export const erasureMac = ({ sign }: Pick<Secrets, 'sign'>, kind: ErasureKind, id: string, keyId: string): string =>
  sign('erasure', `${kind} ${id}`, keyId)

/** Records an erasure in its transaction: an older backup still contains the data, and restoring it must erase it again. */
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
