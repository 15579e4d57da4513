import type { SignedIn } from '#app/features/accounts/authenticate.server.ts'
import { lockStaff } from '#app/features/accounts/lock-accounts.server.ts'
import { recordAudit } from '#app/platform/audit.ts'
import type { Services } from '#app/platform/services.ts'
import { toInstant } from '#app/values/clock.ts'
import type { BlogPostsTable } from '#db/tables/site.ts'
import type { PostCondition } from './edit-post.server.ts'
import { noSuchPost } from './refusals.ts'
import { claimSlug } from './writing/claim-slug.server.ts'

/**
 * Deletes the posts that match a condition, all or none. They can be restored for `retention.deletedPostDays`. Returns their rows. Throws
 * `not_staff`.
 */
export async function deletePosts(
  services: Services,
  { account: { user } }: SignedIn,
  condition: PostCondition,
  check?: (rows: BlogPostsTable[]) => void,
): Promise<BlogPostsTable[]> {
  const rows = await services.db.transaction().execute(async (tx) => {
    await lockStaff(tx, user.id)
    const now = services.clock.now()
    // Locked in one order, like everything that changes several.
    const found = tx.selectFrom('blogPosts').select('id').where(condition).orderBy('id')
    const ids = await (services.engine === 'postgres' ? found.forUpdate() : found).execute()
    const deleted: BlogPostsTable[] = []
    for (const { id } of ids) {
      const post = await tx.deleteFrom('blogPosts').where('id', '=', id).returningAll().executeTakeFirstOrThrow()
      await tx
        .insertInto('deletedPosts')
        .values({ id, deletedAt: toInstant(now), post: JSON.stringify(post) })
        .execute()
      await recordAudit(tx, now, { actor: user.id, action: 'post.delete', subject: id, detail: { slug: post.slug } })
      deleted.push(post)
    }
    check?.(deleted)
    return deleted
  })
  if (rows.length > 0) services.pagesChanged()
  return rows
}

/** The post of this id. Returns whether there was one. */
export async function deletePost(services: Services, staff: SignedIn, id: string): Promise<boolean> {
  const deleted = await deletePosts(services, staff, (post) => post('id', '=', id))
  return deleted.length > 0
}

/**
 * Restores a deleted post, published if it was. Throws `no_such_post` if it was restored before or permanently deleted, `slug_taken` if
 * another post has its address by now, `not_staff`.
 */
export async function restorePost(services: Services, { account: { user } }: SignedIn, id: string): Promise<BlogPostsTable> {
  const post = await services.db.transaction().execute(async (tx) => {
    await lockStaff(tx, user.id)
    const deleted = await tx.deleteFrom('deletedPosts').where('id', '=', id).returning('post').executeTakeFirst()
    if (!deleted) throw noSuchPost()
    const row = JSON.parse(deleted.post) as BlogPostsTable
    await claimSlug(services, tx, row)
    await tx.insertInto('blogPosts').values(row).execute()
    await recordAudit(tx, services.clock.now(), { actor: user.id, action: 'post.restore', subject: id, detail: { slug: row.slug } })
    return row
  })
  services.pagesChanged()
  return post
}
