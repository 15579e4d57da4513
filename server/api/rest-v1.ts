import { type Context, Hono } from 'hono'
import { cors } from 'hono/cors'
import { etag } from 'hono/etag'
import { parseAccept } from 'hono/utils/accept'
import { parseRowsQuery, type RefusalFacts, RowsRefusal } from '#app/features/blog/query-rows.ts'
import { countRows, type Role, readRows } from '#app/features/blog/read-rows.server.ts'
import { hashOf, newId } from '#app/platform/ids.ts'
import { type Log, loggable } from '#app/platform/log.ts'
import type { Services } from '#app/platform/services.ts'
import { compressPage } from '../http/compress-page.ts'

const readMethods = ['GET', 'HEAD']
const writeMethods = ['POST', 'PATCH', 'PUT', 'DELETE']

/** Any site's page may ask: what a browser would send of its visitor, cookies, is never read (AUTH-WIRE section 1). */
const openToAll = cors({
  origin: '*',
  allowMethods: [...readMethods, ...writeMethods],
  allowHeaders: [
    ...['Authorization', 'ApiKey', 'Content-Type', 'X-Client-Info', 'X-Supabase-Api-Version', 'X-Retry-Count'],
    ...['Accept', 'Accept-Profile', 'Content-Profile', 'If-None-Match', 'Prefer', 'Range', 'Range-Unit'],
  ],
  exposeHeaders: ['X-Supabase-Api-Version', 'X-Total-Count', 'Link', 'Content-Range', 'Preference-Applied', 'ETag'],
  maxAge: 86_400,
})
const keptIn304 = ['Cache-Control', 'ETag', 'Vary', 'Access-Control-Allow-Origin', 'Access-Control-Expose-Headers']

/** As whom a request reads. Here its bearer token will be read, once there are accounts; `Vary` then names Authorization too. */
const roleOf = (_c: Context): Role => 'anon'

/** /rest/v1: published posts for clients of PostgREST (specification 2 section 7; AUTH-WIRE section 8). */
export function restApi(services: Services) {
  const api = new Hono()
  api.use(openToAll)
  api.use(compressPage)
  api.use(etag({ retainedHeaders: keptIn304 }))
  api.get('/:table', (c) => {
    checkTarget(c)
    return answerRows(c, services)
  })
  api.on(writeMethods, '/:table', (c) => {
    checkTarget(c)
    const message = 'permission denied for table blog_posts'
    throw new RowsRefusal({ status: 401, code: '42501', message, headers: { 'WWW-Authenticate': 'Bearer' } })
  })
  api.all('/*', ({ req: { method } }) => {
    if (![...readMethods, ...writeMethods].includes(method))
      throw new RowsRefusal({ status: 405, code: 'PGRST117', message: `Unsupported HTTP method: ${method}` })
    throw new RowsRefusal({ status: 404, code: 'PGRST125', message: 'Invalid path specified in request URL' })
  })
  api.onError((error, c) => answerError(c, error, services.log))
  return api
}

/** Throws unless a request names the one table there is, in the one schema. */
function checkTarget(c: Context) {
  const schema = c.req.header('accept-profile') ?? 'public'
  const hint = 'Only the following schemas are exposed: public'
  if (schema !== 'public') throw new RowsRefusal({ status: 406, code: 'PGRST106', message: `Invalid schema: ${schema}`, hint })
  const table = c.req.param('table')
  const message = `Could not find the table 'public.${table}' in the schema cache`
  if (table !== 'blog_posts') throw new RowsRefusal({ status: 404, code: 'PGRST205', message })
}

/** The posts that a request asks for, counted where it prefers that: 206 when there are more than it is given. */
async function answerRows(c: Context, services: Services) {
  const single = wantsObject(c.req.header('accept'))
  const counted = countPreference(c.req.header('prefer'))
  // Of no other method is a range anything (RFC 9110 section 14.2).
  const query = parseRowsQuery(new URL(c.req.url).search, c.req.method === 'GET' ? c.req.header('range') : undefined)
  const role = roleOf(c)
  const rows = await readRows(services, role, query)
  const total = counted ? await countRows(services, role, query) : undefined
  if (single && rows.length !== 1) throw notSingle(rows.length)
  if (total !== undefined && query.offset > total) throw beyond(query.offset, total)
  const body = JSON.stringify(single ? rows[0] : rows)
  const range = contentRange(query.offset, rows.length, total)
  return c.body(body, total !== undefined && rows.length < total ? 206 : 200, {
    'Content-Type': `application/${single ? 'vnd.pgrst.object+' : ''}json; charset=utf-8`,
    'Content-Range': range,
    ...(counted && { 'Preference-Applied': counted }),
    'Cache-Control': 'no-cache',
    Vary: 'Accept, Accept-Encoding, Prefer, Range',
    // Weak, being the same in every encoding; of the range too, since a count changes without the rows.
    ETag: `W/"${hashOf(`${range} ${body}`)}"`,
  })
}

/** Whether a client takes one row as itself before it takes a list. Throws when it takes neither. */
function wantsObject(accept = '*/*'): boolean {
  for (const { type, params, q } of parseAccept(accept)) {
    if (q === 0 || params.nulls) continue
    if (/^application\/vnd\.pgrst\.object(\+json)?$/i.test(type)) return true
    if (/^(application\/(json|\*)|\*\/\*)$/i.test(type)) return false
  }
  throw new RowsRefusal({ status: 406, code: 'PGRST107', message: `None of these media types are available: ${accept}` })
}

/** The preference for a count, as the answer repeats it; an exact count serves as a planned or an estimated one. */
const countPreference = (prefer = '') =>
  prefer
    .split(',')
    .map((preference) => preference.trim())
    .find((preference) => /^count=(exact|planned|estimated)$/.test(preference))

const contentRange = (offset: number, rows: number, total: number | undefined) =>
  `${rows > 0 ? `${offset}-${offset + rows - 1}` : '*'}/${total ?? '*'}`

const notSingle = (rows: number) =>
  new RowsRefusal({
    status: 406,
    code: 'PGRST116',
    message: 'Cannot coerce the result to a single JSON object',
    details: `The result contains ${rows} rows`,
  })

const beyond = (offset: number, total: number) =>
  new RowsRefusal({
    status: 416,
    code: 'PGRST103',
    message: 'Requested range not satisfiable',
    details: `An offset of ${offset} was requested, but there are only ${total} rows.`,
    headers: { 'Content-Range': `*/${total}` },
  })

/** What is answered instead of rows: PostgREST's four fields. */
function answerError(c: Context, error: Error, log: Log) {
  const { status, code, message, details = null, hint = null, headers } = error instanceof RowsRefusal ? error.facts : failure(error, log)
  return c.body(JSON.stringify({ code, message, details, hint }), status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': 'no-store',
    ...headers,
  })
}

/** What is told of a failure of our own; the log has the rest. Not as a 503, at which clients ask three times more. */
function failure(error: Error, log: Log): RefusalFacts {
  const errorId = newId()
  log.error({ errorId, error: loggable(error) }, 'request failed')
  return { status: 500, code: 'XX000', message: 'internal error', details: `Error ID: ${errorId}` }
}
