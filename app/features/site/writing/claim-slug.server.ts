import type { Transaction } from 'kysely'
import { lockKey } from '#app/platform/rate-limit.ts'
import type { Services } from '#app/platform/services.ts'
import type { Tables } from '#db/tables.ts'
import { slugTaken } from '../refusals.ts'

/**
 * Reserves a slug for a post until the transaction ends: if two want it at the same time, the second sees the first's. Throws `slug_taken`
 * if another post has it.
 */
export async function claimSlug({ clock }: Services, tx: Transaction<Tables>, { id, slug }: { id: string; slug: string }): Promise<void> {
  await lockKey(tx, 'post-slug', slug, clock.now())
  const other = await tx.selectFrom('blogPosts').select('id').where('slug', '=', slug).where('id', '<>', id).executeTakeFirst()
  if (other) throw slugTaken(slug)
}
