import type { Context, Hono } from 'hono'
import { authenticate, requireSecondFactor, type SignedIn } from '#app/features/accounts/authenticate.server.ts'
import { AuthRefusal } from '#app/features/accounts/refusals.ts'
import { mayActAs } from '#app/features/accounts/roles.ts'
import { createPosts } from '#app/features/site/create-post.server.ts'
import { deletePosts } from '#app/features/site/delete-post.server.ts'
import { editPosts } from '#app/features/site/edit-post.server.ts'
import { longest, type PostText } from '#app/features/site/post-fields.ts'
import { InvalidPost } from '#app/features/site/refusals.ts'
import { Refusal } from '#app/platform/errors.ts'
import type { Services } from '#app/platform/services.ts'
import type { BlogPostsTable } from '#db/tables/site.ts'
import type { Bindings } from '../../http/client.ts'
import { depthOf } from '../../http/json.ts'
import { countPreference, notSingle, wantsObject } from './asked.ts'
import { columns, type RowsQuery, RowsRefusal } from './query-rows.ts'
import { foundBy, shownRow } from './read-rows.ts'
import { changesOf, newPostsOf, parseWriteQuery, requireFilter } from './written-rows.ts'

/* Writing through /rest/v1 (docs/api.md): staff with an access token of /auth/v1 write what the blog's admin writes, by the same verbs.
   Permission is checked first. */

const deepest = 4

/** Returns the user of the request's access token; undefined without one, or with a client's publishable key. Throws `RowsRefusal`. */
export async function askerOf(c: Context, services: Services): Promise<SignedIn | undefined> {
  const authorization = c.req.header('authorization')
  // An access token has three parts; a key that is sent as one has none.
  const token = /^Bearer +([\w-]+)\.([\w-]+)\.[\w-]+ *$/i.exec(authorization ?? '')
  if (!token) return undefined
  try {
    return await authenticate(services, authorization)
  } catch (error) {
    if (!(error instanceof AuthRefusal)) throw error
    const isLate = error.code === 'bad_jwt' && expiryOf(token[2] ?? '') <= services.clock.now().getTime()
    const headers = { 'WWW-Authenticate': 'Bearer error="invalid_token"' }
    if (isLate) throw new RowsRefusal({ status: 401, code: 'PGRST303', message: 'JWT expired', headers })
    throw new RowsRefusal({ status: 401, code: 'PGRST301', message: error.message, headers })
  }
}

/** Returns a token's expiry in ms since 1970; infinity if it has none. */
function expiryOf(claims: string): number {
  try {
    return Number(JSON.parse(Buffer.from(claims, 'base64url').toString()).exp) * 1_000
  } catch {
    return Number.POSITIVE_INFINITY
  }
}

/** Returns true if someone may act as staff and, if they have a second step, has completed it. */
export function isStaff(asker: SignedIn | undefined): asker is SignedIn {
  if (!asker || !mayActAs(asker.account.user, 'staff')) return false
  try {
    requireSecondFactor(asker, 403)
    return true
  } catch {
    return false
  }
}

/** The staff member who writes. Throws 401 without a user, 403 for anyone else. */
async function writerOf(c: Context, services: Services): Promise<SignedIn> {
  const asker = await askerOf(c, services)
  const message = 'permission denied for table blog_posts'
  if (!asker) throw new RowsRefusal({ status: 401, code: '42501', message, headers: { 'WWW-Authenticate': 'Bearer' } })
  if (!isStaff(asker)) throw new RowsRefusal({ status: 403, code: '42501', message })
  return asker
}

/** POST, PATCH and DELETE of posts. `check`: throws unless a request names the one table there is. */
export function addWriteRoutes(api: Hono<{ Bindings: Bindings }>, services: Services, check: (c: Context) => void): void {
  api.post('/:table', (c) =>
    answering(c, services, check, async (staff, { columns: only }, isRight) => {
      const posts = newPostsOf(await readBody(c), only)
      return createPosts(services, staff, posts, { check: isRight })
    }),
  )
  api.patch('/:table', (c) =>
    answering(c, services, check, async (staff, { filters, columns: only }, isRight) => {
      const { id, ...changes } = changesOf(await readBody(c), only)
      if (id !== undefined) throw new RowsRefusal({ status: 400, code: '428C9', message: 'column "id" can only be updated to DEFAULT' })
      requireFilter(filters, 'UPDATE')
      return editPosts(services, staff, { condition: foundBy(services.engine, 'staff', filters), changes }, isRight)
    }),
  )
  api.delete('/:table', (c) =>
    answering(c, services, check, (staff, { filters }, isRight) => {
      requireFilter(filters, 'DELETE')
      return deletePosts(services, staff, foundBy(services.engine, 'staff', filters), isRight)
    }),
  )
  api.put('/:table', async (c) => {
    check(c)
    await writerOf(c, services)
    throw new RowsRefusal({ status: 405, code: 'PGRST117', message: 'Unsupported HTTP method: PUT' })
  })
}

type Write = (
  staff: SignedIn,
  query: ReturnType<typeof parseWriteQuery>,
  check: (rows: readonly BlogPostsTable[]) => void,
) => Promise<BlogPostsTable[]>

/** Responds to a write with nothing, or with its rows if the client prefers those. */
async function answering(c: Context, services: Services, check: (c: Context) => void, write: Write): Promise<Response> {
  check(c)
  const staff = await writerOf(c, services)
  const query = parseWriteQuery(new URL(c.req.url).search)
  const prefer = c.req.header('prefer') ?? ''
  if (/\bresolution=/.test(prefer))
    throw new RowsRefusal({ status: 400, code: 'PGRST127', message: 'Feature not implemented', details: 'Upserts are not supported.' })
  const isWhole = /\breturn=representation\b/.test(prefer)
  const isSingle = wantsObject(c.req.header('accept')) && isWhole
  const rows = await write(staff, query, (written) => {
    // Before any of it is committed.
    if (isSingle && written.length !== 1) throw notSingle(written.length)
  }).catch((error) => {
    throw asRowsRefusal(error)
  })
  return answer(c, { rows, select: query.select, isWhole, isSingle })
}

function answer(
  c: Context,
  { rows, select, isWhole, isSingle }: { rows: BlogPostsTable[]; select: RowsQuery['select']; isWhole: boolean; isSingle: boolean },
): Response {
  const counted = countPreference(c.req.header('prefer'))
  const applied = [/\breturn=(representation|minimal|headers-only)\b/.exec(c.req.header('prefer') ?? '')?.[0], counted].filter(Boolean)
  const isNew = c.req.method === 'POST'
  const span = c.req.method === 'PATCH' && rows.length > 0 ? `0-${rows.length - 1}` : '*'
  const headers = {
    'Cache-Control': 'no-store',
    'Content-Range': `${span}/${counted ? rows.length : '*'}`,
    ...(applied.length > 0 && { 'Preference-Applied': applied.join(', ') }),
  }
  if (!isWhole) return c.body(null, isNew ? 201 : 204, headers)
  const shown = rows.map((row) => shownRow(row, select))
  return c.body(JSON.stringify(isSingle ? shown[0] : shown), isNew ? 201 : 200, {
    ...headers,
    'Content-Type': `application/${isSingle ? 'vnd.pgrst.object+' : ''}json; charset=utf-8`,
  })
}

/** The body as JSON. Throws `RowsRefusal`. */
async function readBody(c: Context): Promise<unknown> {
  const type = c.req.header('content-type') ?? 'application/json'
  if (!/^application\/(json|vnd\.pgrst\.\w+\+json)\s*(;|$)/i.test(type))
    throw new RowsRefusal({ status: 415, code: 'PGRST107', message: `Content-Type not acceptable: ${type.slice(0, 60)}` })
  const text = await c.req.text()
  const unreadable = (details: string) => new RowsRefusal({ status: 400, code: 'PGRST102', message: 'Empty or invalid json', details })
  if (depthOf(text) > deepest) throw unreadable('It is nested too deeply.')
  try {
    return JSON.parse(text)
  } catch {
    throw unreadable('It is not JSON.')
  }
}

/** Returns a verb's refusal in PostgreSQL's terms. */
function asRowsRefusal(error: unknown): unknown {
  if (error instanceof AuthRefusal)
    return new RowsRefusal({ status: 403, code: '42501', message: 'permission denied for table blog_posts' })
  if (!(error instanceof Refusal)) return error
  const { slug, id } = error.details()
  if (error.code === 'slug_taken') return notUnique('blog_posts_slug_key', `Key (slug)=(${slug}) already exists.`)
  if (error.code === 'post_exists') return notUnique('blog_posts_pkey', `Key (id)=(${id}) already exists.`)
  if (!(error instanceof InvalidPost)) return error
  const [name = 'title'] = Object.keys(error.fields) as PostText[]
  const problem = error.fields[name]
  const column = Object.entries(columns).find(([, { field }]) => field === name)?.[0]
  if (problem === 'too-long')
    return new RowsRefusal({
      status: 400,
      code: '22001',
      message: `value too long for type character varying(${longest[name]})`,
      details: `Column "${column}"`,
    })
  return new RowsRefusal({
    status: 400,
    code: '23514',
    message: `new row for relation "blog_posts" violates check constraint "blog_posts_${column}_check"`,
  })
}

const notUnique = (constraint: string, details: string) =>
  new RowsRefusal({ status: 409, code: '23505', message: `duplicate key value violates unique constraint "${constraint}"`, details })
