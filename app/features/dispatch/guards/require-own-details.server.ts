import type { Transaction } from 'kysely'
import { InvalidEntry } from '#app/platform/errors.ts'
import { lockKey } from '#app/platform/rate-limit.ts'
import type { Tables } from '#db/tables.ts'

interface OwnDetails {
  /** Undefined: they are being added. */
  engineerId?: string
  phone: string
  gasSafeNumber: string | null
  /** Staff have confirmed that two engineers use one phone. */
  sharesPhone: boolean
}

/**
 * Makes sure that no two engineers have the same Gas Safe number, and that two current ones share a phone only if staff confirm it. Until
 * the transaction ends no one else can get the same ones. Throws `InvalidEntry`.
 */
export async function requireOwnDetails(
  tx: Transaction<Tables>,
  { engineerId = '', phone, gasSafeNumber, sharesPhone }: OwnDetails,
  now: Date,
): Promise<void> {
  await lockKey(tx, 'engineer-details', '', now)
  const others = await tx
    .selectFrom('engineers')
    .select(['name', 'phone', 'gasSafeNumber', 'retiredAt'])
    .where('id', '!=', engineerId)
    .where(({ eb, or }) => or([eb('phone', '=', phone), eb('gasSafeNumber', '=', gasSafeNumber ?? '')]))
    .orderBy('name')
    .execute()
  const sameNumber = gasSafeNumber && others.find((other) => other.gasSafeNumber === gasSafeNumber)
  if (sameNumber)
    throw new InvalidEntry({
      gasSafeNumber: `${sameNumber.name}${sameNumber.retiredAt ? ', who has left,' : ''} already has this Gas Safe number. Check both Gas Safe ID cards.`,
    })
  const samePhone = others.find((other) => other.phone === phone && !other.retiredAt)
  if (samePhone && !sharesPhone)
    throw new InvalidEntry({ sharesPhone: `${samePhone.name} has the same phone number. Change it, or tick the box if they share it.` })
}
