import type { Transaction } from 'kysely'
import type { SignedIn } from '#app/features/accounts/authenticate.server.ts'
import { lockStaff } from '#app/features/accounts/lock-accounts.server.ts'
import { recordAudit } from '#app/platform/audit.ts'
import type { Services } from '#app/platform/services.ts'
import { toInstant } from '#app/values/clock.ts'
import { hashOf, newId } from '#app/values/ids.ts'
import { business } from '#content/business.ts'
import type { BlogPostsTable } from '#db/tables/site.ts'
import type { Tables } from '#db/tables.ts'
import { cleanedFields, type PostFields, problemsOf } from './post-fields.ts'
import { InvalidPost, postExists } from './refusals.ts'
import { claimSlug } from './writing/claim-slug.server.ts'

export interface NewPost {
  fields: PostFields
  /** A UUID made by the sender, so that it can be sent twice; otherwise one is made here. */
  id?: string
  author?: string
}

interface Options {
  /** A post made before from the same fields under the same id counts as made now. */
  mayRepeat?: boolean
  /** Checks the rows before commit; an exception rolls them back. */
  check?: (rows: BlogPostsTable[]) => void
}

/**
 * Makes posts, all or none; a published one is dated now. Returns their rows. Throws `InvalidPost`, `slug_taken`, `post_exists`,
 * `not_staff`.
 */
export async function createPosts(
  services: Services,
  { account: { user } }: SignedIn,
  posts: readonly NewPost[],
  { mayRepeat = false, check }: Options = {},
): Promise<BlogPostsTable[]> {
  const wanted = posts.map(({ fields, id = newId(), author = business.name }) => ({ id, author, fields: cleanedFields(fields) }))
  for (const { fields } of wanted) {
    const problems = problemsOf(fields)
    if (Object.keys(problems).length > 0) throw new InvalidPost(problems)
  }
  const rows = await services.db.transaction().execute(async (tx) => {
    await lockStaff(tx, user.id)
    const made: BlogPostsTable[] = []
    for (const post of wanted) made.push(await createOne(services, tx, { ...post, actor: user.id, mayRepeat }))
    check?.(made)
    return made
  })
  services.pagesChanged()
  return rows
}

async function createOne(
  services: Services,
  tx: Transaction<Tables>,
  { id, author, fields, actor, mayRepeat }: { id: string; author: string; fields: PostFields; actor: string; mayRepeat: boolean },
): Promise<BlogPostsTable> {
  const madeFrom = hashOf(JSON.stringify(fields))
  const before = mayRepeat ? await madeBefore(tx, id) : undefined
  if (before?.madeFrom === madeFrom) return before
  const now = services.clock.now()
  const at = toInstant(now)
  await claimSlug(services, tx, { id, slug: fields.slug })
  const row: BlogPostsTable = {
    ...fields,
    id,
    author,
    published: fields.published ? 1 : 0,
    featured: fields.featured ? 1 : 0,
    createdAt: at,
    updatedAt: at,
    publishedAt: fields.published ? at : null,
    madeFrom,
  }
  const inserted = await tx
    .insertInto('blogPosts')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!inserted || before) {
    // Another request with the same id was first.
    const other = mayRepeat && !before ? await madeBefore(tx, id) : undefined
    if (other?.madeFrom === madeFrom) return other
    throw postExists(id)
  }
  await recordAudit(tx, now, { actor, action: 'post.create', subject: id, detail: { slug: row.slug, published: fields.published } })
  return row
}

/** A post by its id, deleted or not. */
async function madeBefore(tx: Transaction<Tables>, id: string): Promise<BlogPostsTable | undefined> {
  const post = await tx.selectFrom('blogPosts').selectAll().where('id', '=', id).executeTakeFirst()
  if (post) return post
  const deleted = await tx.selectFrom('deletedPosts').select('post').where('id', '=', id).executeTakeFirst()
  return deleted && (JSON.parse(deleted.post) as BlogPostsTable)
}
