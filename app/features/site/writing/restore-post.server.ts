import type { SignedIn } from '#app/features/accounts/authenticate.server.ts'
import { lockStaff } from '#app/features/accounts/lock-accounts.server.ts'
import { recordAudit } from '#app/platform/audit.ts'
import type { Services } from '#app/platform/services.ts'
import type { BlogPostsTable } from '#db/tables/site.ts'
import { noSuchPost } from '../refusals.ts'
import { claimSlug } from './claim-slug.server.ts'

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
