import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { cors } from 'hono/cors'
import { etag } from 'hono/etag'
import { tryTurns } from '#app/features/accounts/take-turns.server.ts'
import { StoreUnavailable } from '#app/platform/errors.ts'
import { limits } from '#app/platform/limits.ts'
import { type Log, loggable } from '#app/platform/log.ts'
import { peekWait } from '#app/platform/rate-limit.ts'
import type { Services } from '#app/platform/services.ts'
import { hashOf, newId } from '#app/values/ids.ts'
import { type Bindings, clientKeyOf } from '../../http/client.ts'
import { compressPage } from '../../http/compress-page.ts'
import { countPreference, notSingle, wantsObject } from './asked.ts'
import { parseRowsQuery, type RefusalFacts, RowsRefusal } from './query-rows.ts'
import { countRows, type Role, readRows } from './read-rows.ts'
import { addWriteRoutes, askerOf, isStaff } from './write-rows.ts'

const readMethods = ['GET', 'HEAD']
const writeMethods = ['POST', 'PATCH', 'PUT', 'DELETE']

/** Any site's page may send requests: cookies, which a browser would add for its visitor, are never read (docs/api.md). */
const openToAll = cors({
  origin: '*',
  allowMethods: [...readMethods, ...writeMethods],
  allowHeaders: [
    ...['Authorization', 'ApiKey', 'Content-Type', 'X-Client-Info', 'X-Supabase-Api-Version', 'X-Retry-Count'],
    ...['Accept', 'Accept-Profile', 'Content-Profile', 'If-None-Match', 'Prefer', 'Range', 'Range-Unit'],
  ],
  exposeHeaders: ['X-Supabase-Api-Version', 'X-Total-Count', 'Link', 'Content-Range', 'Preference-Applied', 'ETag', 'Retry-After'],
  maxAge: 86_400,
})
const keptIn304 = ['Cache-Control', 'ETag', 'Vary', 'Access-Control-Allow-Origin', 'Access-Control-Expose-Headers']

/** The role of a request. A customer has the rights of the public. */
const roleOf = async (c: Context, services: Services): Promise<Role> => (isStaff(await askerOf(c, services)) ? 'staff' : 'anon')

/** /rest/v1: posts for clients of PostgREST: published ones for all, and all for staff, who also write. */
export function restApi(services: Services) {
  const api = new Hono<{ Bindings: Bindings }>()
  api.use(openToAll)
  api.use(takeTurn(services))
  api.use(compressPage)
  api.use(etag({ retainedHeaders: keptIn304 }))
  api.get('/:table', (c) => {
    checkTarget(c)
    return answerRows(c, services)
  })
  addWriteRoutes(api, services, checkTarget)
  api.all('/*', ({ req: { method } }) => {
    if (![...readMethods, ...writeMethods].includes(method))
      throw new RowsRefusal({ status: 405, code: 'PGRST117', message: `Unsupported HTTP method: ${method}` })
    throw new RowsRefusal({ status: 404, code: 'PGRST125', message: 'Invalid path specified in request URL' })
  })
  api.onError((error, c) => answerError(c, error, services.log))
  return api
}

/** Takes a turn of the client. Throws `RowsRefusal` if it has none left. */
const takeTurn =
  (services: Services): MiddlewareHandler<{ Bindings: Bindings }> =>
  async (c, next) => {
    const { db, clock, config } = services
    const key = clientKeyOf(services, c)
    const wait =
      (await peekWait(db, limits.posts, key, clock.now(), config.rateLimitScale)) || (await tryTurns(services, [[limits.posts, key]]))
    if (wait > 0)
      throw new RowsRefusal({
        status: 429,
        code: 'PT429',
        message: 'Too many requests',
        hint: `Try again in ${wait} seconds.`,
        headers: { 'Retry-After': String(wait) },
      })
    await next()
  }

/** Throws unless a request names the one table there is, in the one schema. */
function checkTarget(c: Context) {
  const schema = c.req.header('content-profile') ?? c.req.header('accept-profile') ?? 'public'
  const hint = 'Only the following schemas are exposed: public'
  if (schema !== 'public') throw new RowsRefusal({ status: 406, code: 'PGRST106', message: `Invalid schema: ${schema}`, hint })
  const table = c.req.param('table')
  const message = `Could not find the table 'public.${table}' in the schema cache`
  if (table !== 'blog_posts') throw new RowsRefusal({ status: 404, code: 'PGRST205', message })
}

/** Responds with the matching posts, and their count if requested: 206 if there are more than were returned. */
async function answerRows(c: Context, services: Services) {
  const single = wantsObject(c.req.header('accept'))
  const counted = countPreference(c.req.header('prefer'))
  // A range only has a meaning for GET (RFC 9110 section 14.2).
  const query = parseRowsQuery(new URL(c.req.url).search, c.req.method === 'GET' ? c.req.header('range') : undefined)
  const role = await roleOf(c, services)
  const { found, rows } = await readRows(services, role, query)
  const total = counted ? await countRows(services, role, query) : undefined
  if (single && found !== 1) throw notSingle(found)
  if (total !== undefined && query.offset > total) throw beyond(query.offset, total)
  const body = JSON.stringify(single ? rows[0] : rows)
  const range = contentRange(query.offset, rows.length, total)
  return c.body(body, total !== undefined && rows.length < total ? 206 : 200, {
    'Content-Type': `application/${single ? 'vnd.pgrst.object+' : ''}json; charset=utf-8`,
    'Content-Range': range,
    ...(counted && { 'Preference-Applied': counted }),
    'Cache-Control': role === 'anon' ? 'no-cache' : 'private, no-cache',
    Vary: 'Accept, Accept-Encoding, Authorization, Prefer, Range',
    // Weak, being the same in every encoding; of the range too, since a count changes without the rows.
    ETag: `W/"${hashOf(`${range} ${body}`)}"`,
  })
}

const contentRange = (offset: number, rows: number, total: number | undefined) =>
  `${rows > 0 ? `${offset}-${offset + rows - 1}` : '*'}/${total ?? '*'}`

const beyond = (offset: number, total: number) =>
  new RowsRefusal({
    status: 416,
    code: 'PGRST103',
    message: 'Requested range not satisfiable',
    details: `An offset of ${offset} was requested, but there are only ${total} rows.`,
    headers: { 'Content-Range': `*/${total}` },
  })

/** Responds with PostgREST's four error fields. */
function answerError(c: Context, error: Error, log: Log) {
  const { status, code, message, details = null, hint = null, headers } = error instanceof RowsRefusal ? error.facts : failure(error, log)
  return c.body(JSON.stringify({ code, message, details, hint }), status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': 'no-store',
    ...headers,
  })
}

/** The public part of an internal error; the log has the rest. It is a 503 only if a retry may succeed: clients retry three times. */
function failure(error: Error, log: Log): RefusalFacts {
  if (error instanceof StoreUnavailable)
    return { status: 503, code: 'PGRST000', message: 'Could not connect with the database', headers: error.headers() }
  const errorId = newId()
  log.error({ errorId, error: loggable(error) }, 'request failed')
  return { status: 500, code: 'XX000', message: 'internal error', details: `Error ID: ${errorId}` }
}
