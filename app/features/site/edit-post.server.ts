import type { Expression, ExpressionBuilder, SqlBool, Transaction } from 'kysely'
import type { SignedIn } from '#app/features/accounts/authenticate.server.ts'
import { lockStaff } from '#app/features/accounts/lock-accounts.server.ts'
import { recordAudit } from '#app/platform/audit.ts'
import type { AuditAction } from '#app/platform/audit-actions.ts'
import type { Services } from '#app/platform/services.ts'
import { type Instant, later, toInstant } from '#app/values/clock.ts'
import type { BlogPostsTable } from '#db/tables/site.ts'
import type { Tables } from '#db/tables.ts'
import { cleanedFields, type PostFields, type PostProblems, problemsOf } from './post-fields.ts'
import { InvalidPost, noSuchPost, postChanged } from './refusals.ts'
import { claimSlug } from './writing/claim-slug.server.ts'

/** Selects the posts to change. */
export type PostCondition = (post: ExpressionBuilder<Tables, 'blogPosts'>) => Expression<SqlBool>

type Changes = Partial<PostFields> & { author?: string }

/**
 * Changes the posts that match a condition, all or none. A post that becomes published is dated now; one that is unpublished has no date.
 * Returns the changed rows. Throws `InvalidPost`, `SlugTaken`, `not_staff`.
 */
export async function editPosts(
  services: Services,
  { account: { user } }: SignedIn,
  { condition, changes }: { condition: PostCondition; changes: Changes },
  check?: (rows: BlogPostsTable[]) => void,
): Promise<BlogPostsTable[]> {
  const rows = await services.db.transaction().execute(async (tx) => {
    await lockStaff(tx, user.id)
    // Locked in one order, so concurrent changes are seen.
    const found = tx.selectFrom('blogPosts').selectAll().where(condition).orderBy('id')
    const posts = await (services.engine === 'postgres' ? found.forUpdate() : found).execute()
    const changed: BlogPostsTable[] = []
    for (const post of posts) changed.push(await editOne(services, tx, { post, changes, actor: user.id }))
    check?.(changed)
    return changed
  })
  if (rows.length > 0) services.pagesChanged()
  return rows
}

/**
 * Saves a post's form over the version that it was opened with (`updatedAt`). Saving the same again changes nothing. Throws `post_changed`
 * if someone else saved first, `no_such_post`, and as `editPosts` does.
 */
export async function editPost(
  services: Services,
  staff: SignedIn,
  { id, version, fields }: { id: string; version: Instant; fields: PostFields },
): Promise<BlogPostsTable> {
  const condition: PostCondition = (post) => post.and([post('id', '=', id), post('updatedAt', '=', version)])
  const [saved] = await editPosts(services, staff, { condition, changes: fields })
  if (saved) return saved
  const post = await services.db.selectFrom('blogPosts').selectAll().where('id', '=', id).executeTakeFirst()
  if (!post) throw noSuchPost()
  // The response to an earlier save was lost: this is already stored.
  if (changedFields(post, fields).length === 0) return post
  throw postChanged()
}

async function editOne(
  services: Services,
  tx: Transaction<Tables>,
  { post, changes, actor }: { post: BlogPostsTable; changes: Changes; actor: string },
): Promise<BlogPostsTable> {
  const { author = post.author, ...given } = changes
  const fields = cleanedFields({ ...fieldsOf(post), ...given })
  const names = [...changedFields(post, fields), ...(author === post.author ? [] : ['author'])]
  if (names.length === 0) return post
  const problems = Object.fromEntries(Object.entries(problemsOf(fields)).filter(([name]) => names.includes(name))) as PostProblems
  if (Object.keys(problems).length > 0) throw new InvalidPost(problems)
  if (fields.slug !== post.slug) await claimSlug(services, tx, { id: post.id, slug: fields.slug })
  const now = services.clock.now()
  // It is the post's version, so always a new one, however quickly saves follow.
  const at = post.updatedAt < toInstant(now) ? toInstant(now) : later(post.updatedAt, 1)
  const next: BlogPostsTable = {
    ...post,
    ...fields,
    author,
    published: fields.published ? 1 : 0,
    featured: fields.featured ? 1 : 0,
    updatedAt: at,
    publishedAt: fields.published ? (post.publishedAt ?? toInstant(now)) : null,
  }
  await tx.updateTable('blogPosts').set(next).where('id', '=', post.id).execute()
  await recordAudit(tx, now, {
    actor,
    action: actionOf(names, fields),
    subject: post.id,
    detail: { slug: next.slug, fields: names.join(' ') },
  })
  return next
}

/** Publishing is logged as its own act, even if other fields change with it. */
function actionOf(names: readonly string[], { published }: PostFields): AuditAction {
  if (!names.includes('published')) return 'post.edit'
  return published ? 'post.publish' : 'post.unpublish'
}

/** A post's fields as in its form. */
export const fieldsOf = ({
  title,
  slug,
  category,
  excerpt,
  content,
  metaDescription,
  keywords,
  published,
  featured,
}: Omit<BlogPostsTable, 'id'>): PostFields => ({
  ...{ title, slug, category, excerpt, content, metaDescription, keywords },
  published: published === 1,
  featured: featured === 1,
})

/** The names of the fields that differ from the post's. */
function changedFields(post: BlogPostsTable, fields: PostFields): string[] {
  const [before, after] = [fieldsOf(post), cleanedFields(fields)]
  return (Object.keys(before) as (keyof PostFields)[]).filter((name) => before[name] !== after[name])
}

/** Publishes a post now, or unpublishes it; does nothing if it already is so. Throws `no_such_post`, `not_staff`. */
export async function publishPost(
  services: Services,
  staff: SignedIn,
  { id, published }: { id: string; published: boolean },
): Promise<BlogPostsTable> {
  const [post] = await editPosts(services, staff, {
    condition: (post) => post('id', '=', id),
    changes: { published },
  })
  if (!post) throw noSuchPost()
  return post
}
