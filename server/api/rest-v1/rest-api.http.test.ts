// @module-tag never-again
import { createServer } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { PostgrestClient } from '@supabase/postgrest-js'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { askForPosts } from '#app/features/site/components/use-posts.ts'
import type { Engine } from '#app/platform/database.ts'
import type { Services } from '#app/platform/services.ts'
import type { BlogPostsTable } from '#db/tables/site.ts'
import { appOf } from '#test/support/app.ts'
import { tries } from '#test/support/depth.ts'
import { freshWorld } from '#test/support/fresh.ts'
import { listenHere } from '#test/support/listen.ts'
import { onEachEngine, onOneEngine } from '#test/support/world.ts'

const idOf = (number: number) => `01939c1e-0000-7000-8000-${String(number).padStart(12, '0')}`
const dayOf = (number: number) => new Date(Date.UTC(2026, 0, number, 9, 30)).toISOString()

/** A post, published later the higher its number; a draft if `published` is 0. */
function postOf(number: number, changes: Partial<BlogPostsTable> = {}): BlogPostsTable {
  const at = dayOf(number)
  return {
    id: idOf(number),
    title: `Post ${number}`,
    slug: `post-${number}`,
    category: 'Leaks',
    excerpt: 'What to do first.',
    content: '**Turn the water off**\nThen ring us.',
    metaDescription: 'What to do first about a leak.',
    keywords: 'leak, stopcock',
    author: 'The team',
    published: 1,
    featured: 0,
    createdAt: at,
    updatedAt: at,
    publishedAt: changes.published === 0 ? null : at,
    madeFrom: null,
    ...changes,
  }
}

/** A post under its public field names. */
const shown = ({ madeFrom: _, metaDescription, published, featured, createdAt, updatedAt, publishedAt, ...same }: BlogPostsTable) => ({
  ...{ ...same, meta_description: metaDescription, published: published === 1, featured: featured === 1 },
  ...{ created_at: createdAt, updated_at: updatedAt, published_at: publishedAt },
})

/** Replaces the table's posts with these. */
async function store({ db }: Services, posts: BlogPostsTable[]) {
  await db.transaction().execute(async (tx) => {
    await tx.deleteFrom('blogPosts').execute()
    for (let at = 0; at < posts.length; at += 50)
      await tx
        .insertInto('blogPosts')
        .values(posts.slice(at, at + 50))
        .execute()
  })
}

/** The whole application on a socket with these posts, the unmodified client and its requests. Limits are raised out of reach. */
async function openSite(engine: Engine, posts: BlogPostsTable[] = [], changes: Partial<Services> = {}, limitScale = '1000000') {
  const world = await freshWorld(engine, { env: { RATE_LIMIT_SCALE: limitScale } })
  await store(world.services, posts)
  const services = { ...world.services, ...changes }
  const requests: string[] = []
  const listener = getRequestListener(appOf(services).fetch)
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`)
    return listener(request, response)
  })
  const url = `${await listenHere(server)}/rest/v1`
  const client = new PostgrestClient(url, { headers: { apikey: 'key', Authorization: 'Bearer key' } })
  const posted = () => client.from('blog_posts')
  const all = () => posted().select()
  const get = (query = '', init: RequestInit = {}) => fetch(`${url}/blog_posts${query}`, init)
  const stored = () => world.services.db.selectFrom('blogPosts').selectAll().orderBy('id').execute()
  return { services: world.services, clock: world.clock, url, client, posted, all, get, requests, stored }
}

const fivePosts = [1, 2, 3, 4, 5].map((number) => postOf(number))
const draft = postOf(9, { title: 'SECRET-DRAFT', published: 0 })
const newestFirst = fivePosts.map(shown).reverse()

onEachEngine('The specified call', (engine) => {
  test('answers the published posts, newest first, with every field', async () => {
    const site = await openSite(engine, [...fivePosts, draft])
    const answer = await site.posted().select('*').eq('published', true).order('created_at', { ascending: false })
    expect(site.requests).toEqual(['GET /rest/v1/blog_posts?select=*&published=eq.true&order=created_at.desc'])
    expect(answer).toMatchObject({ error: null, status: 200, count: null })
    expect(answer.data).toEqual(newestFirst)
  })
})

onOneEngine('What is answered of them', (engine) => {
  test('is the columns asked for, by the names asked for', async () => {
    const site = await openSite(engine, [postOf(1, { featured: 1 })])
    const { data } = await site.posted().select('headline:title, featured, created_at, meta:meta_description, again:title')
    expect(data).toEqual([
      { headline: 'Post 1', featured: true, created_at: dayOf(1), meta: 'What to do first about a leak.', again: 'Post 1' },
    ])
    expect((await site.posted().select('*, the title:title')).data).toEqual([{ ...shown(postOf(1, { featured: 1 })), thetitle: 'Post 1' }])
  })

  test('is one post itself for single(), and a refusal where there is none or more', async () => {
    const site = await openSite(engine, [...fivePosts, draft])
    const one = await site.posted().select().eq('slug', 'post-3').single()
    expect(one).toMatchObject({ error: null, status: 200, data: newestFirst[2] })
    const refusal = { code: 'PGRST116', message: 'Cannot coerce the result to a single JSON object', hint: null }
    const none = await site.posted().select().eq('slug', draft.slug).single()
    expect(none).toMatchObject({ status: 406, data: null, error: { ...refusal, details: 'The result contains 0 rows' } })
    const several = await site.posted().select().single()
    expect(several).toMatchObject({ status: 406, data: null, error: { ...refusal, details: 'The result contains 5 rows' } })
    const raw = await site.get('?slug=eq.post-3', { headers: { accept: 'application/vnd.pgrst.object+json' } })
    expect(raw.headers.get('content-type')).toBe('application/vnd.pgrst.object+json; charset=utf-8')
  })

  test('is a part of them for a Range header of a GET, and says which', async () => {
    const site = await openSite(engine, [...fivePosts, draft])
    const requests: [method: string, query: string, headers: Record<string, string>, status: number, range: string][] = [
      ['GET', '', { range: '0-1' }, 200, '0-1/*'],
      ['GET', '', { range: '1-3', 'range-unit': 'items', prefer: 'count=exact' }, 206, '1-3/5'],
      ['GET', '', { range: '0-', prefer: 'count=exact' }, 200, '0-4/5'],
      ['GET', '', { range: '5-9', prefer: 'count=exact' }, 206, '*/5'],
      ['GET', '', { range: '6-9', prefer: 'count=exact' }, 416, '*/5'],
      ['GET', '', { range: '6-9' }, 200, '*/*'],
      ['GET', '', { range: 'bytes=0-1' }, 200, '0-4/*'],
      ['HEAD', '', { range: '0-1', prefer: 'count=exact' }, 200, '0-4/5'],
      ['GET', '?limit=0', { prefer: 'return=minimal, count=exact' }, 206, '*/5'],
      ['GET', '?limit=2', { prefer: 'count=planned' }, 206, '0-1/5'],
      ['GET', '?limit=2', { prefer: 'count=none' }, 200, '0-1/*'],
    ]
    for (const [method, query, headers, status, range] of requests) {
      const response = await site.get(query, { method, headers })
      const applied = status === 416 ? null : (/count=(exact|planned)/.exec(headers.prefer ?? '')?.[0] ?? null)
      const told = ['content-range', 'preference-applied'].map((name) => response.headers.get(name))
      expect([method, query, headers, response.status, ...told]).toEqual([method, query, headers, status, range, applied])
    }
  })
})

/** `count` aliases for one column: `a:content,b:content,…`. */
const manyNames = (count: number) => Array.from({ length: count }, (_, at) => `n${at}:content`).join()

onOneEngine('A short request for a long answer', (engine) => {
  test('is refused where it names more columns than a post has use for', async () => {
    const site = await openSite(engine, fivePosts)
    for (const count of [120, 181])
      expect(await site.posted().select(manyNames(count))).toMatchObject({
        status: 400,
        data: null,
        error: { code: 'PGRST100' },
      })
    const orders = await site.get(`?order=${Array(120).fill('content').join()}`)
    expect([orders.status, (await orders.json()).code]).toEqual([400, 'PGRST100'])
  })

  test('is given whole posts of a megabyte at most, is told which, and reads the others by asking on', async () => {
    const posts = Array.from({ length: 120 }, (_, at) => postOf(at + 1, { content: 'é'.repeat(9_000 + at) }))
    const site = await openSite(engine, posts)
    const read: unknown[] = []
    for (let request = 0; read.length < posts.length && request < 10; request++) {
      const response = await site.get(`?select=*&order=id&offset=${read.length}`, { headers: { prefer: 'count=exact' } })
      const body = await response.text()
      expect(Buffer.byteLength(body)).toBeLessThan(1_100_000)
      const rows = JSON.parse(body)
      expect(response.headers.get('content-range')).toBe(`${read.length}-${read.length + rows.length - 1}/120`)
      expect(response.status).toBe(206)
      read.push(...rows)
    }
    expect(read).toEqual(posts.map(shown))
    expect((await askForPosts(new URL(site.url).origin)).map(({ slug }) => slug)).toEqual(posts.map(({ slug }) => slug).reverse())
    const twenty = await (await site.get(`?select=${manyNames(20)}`)).text()
    expect(Buffer.byteLength(twenty)).toBeLessThan(1_100_000)
    expect(JSON.parse(twenty).length).toBeGreaterThan(0)
    // The number of rows found counts, not the number in the response.
    const single = await site.posted().select(manyNames(20)).single()
    expect(single.error).toMatchObject({ code: 'PGRST116', details: 'The result contains 120 rows' })
  })

  test('is answered so often a minute, and then told when to come back', async () => {
    const site = await openSite(engine, fivePosts, {}, '0.05')
    for (let turn = 0; turn < 6; turn++) expect((await site.all()).error).toBeNull()
    expect(await site.all()).toMatchObject({
      status: 429,
      data: null,
      error: { code: 'PT429', message: 'Too many requests', details: null, hint: 'Try again in 60 seconds.' },
    })
    const response = await site.get('', { method: 'HEAD' })
    expect([response.status, response.headers.get('retry-after'), response.headers.get('access-control-allow-origin')]).toEqual([
      429,
      '60',
      '*',
    ])
    site.clock.advance(60_000)
    expect((await site.all()).data).toHaveLength(5)
  })
})

onEachEngine('A draft', (engine) => {
  const secret = 'SECRET'
  const drafts = [11, 12, 13].map((number) =>
    postOf(number, {
      ...Object.fromEntries(['title', 'slug', 'excerpt', 'content', 'keywords'].map((field) => [field, `${secret}-${number}`])),
      published: 0,
    }),
  )
  const piece = (...pieces: string[]) => fc.constantFrom(...pieces)
  const word = (words: string) => piece(...words.split(' '))
  const operand = fc.oneof(
    word('false true null not_null 0 () (false) (true,false) * % 2020-01-01'),
    piece(`${secret}*`, `%${secret}%`, idOf(11), `(${idOf(11)})`, "' or 1=1 --"),
  )
  const filter = fc.record({
    name: word('published title slug id published_at created_at featured content or not.and published::text select'),
    operator: word('eq neq in is like ilike gte lt gt not.eq not.in not.is not.like not.gt not.not.eq'),
    operand,
  })
  const parameter = fc.oneof(
    { weight: 3, arbitrary: filter.map(({ name, operator, operand }) => [name, `${operator}.${operand}`]) },
    word('(published.eq.false,title.eq.x) (published.is.false)').map((value) => ['or', value]),
    word('* id,published p:title,title:id title,published::int *,drafts:published').map((value) => ['select', value]),
    word('published published.desc.nullsfirst published_at.nullsfirst id.desc').map((value) => ['order', value]),
    word('0 1 3 1000').map((value) => ['limit', value]),
    word('0 1 3 8').map((value) => ['offset', value]),
  )
  const given = {
    prefer: word('count=exact count=planned return=representation'),
    range: word('0-0 0- 3-9 7-7'),
    accept: word('application/vnd.pgrst.object+json application/json */*'),
    authorization: piece('Bearer service_role', 'Basic YWRtaW46YWRtaW4='),
    apikey: word('service_role key'),
    'accept-profile': word('public'),
  }
  const request = fc.record({
    parameters: fc.array(parameter, { maxLength: 4 }),
    headers: fc.record(given, { requiredKeys: [] }).map((headers) => headers as Record<string, string>),
    method: word('GET GET GET HEAD'),
  })

  test('is shown, counted and found by no request', { timeout: 120_000 }, async () => {
    const site = await openSite(engine, [...fivePosts, ...drafts])
    const seen = new Map<number, number>()
    await fc.assert(
      fc.asyncProperty(request, async ({ parameters, headers, method }) => {
        const response = await site.get(`?${new URLSearchParams(parameters)}`, { method, headers })
        seen.set(response.status, (seen.get(response.status) ?? 0) + 1)
        const body = await response.text()
        expect(response.headers.get('content-range') ?? '').not.toMatch(/\/(?!\*|[0-5]$)/)
        if (response.ok && method === 'GET') {
          expect(body).not.toContain(secret)
          const rows = [JSON.parse(body)].flat()
          for (const row of rows) {
            expect(row.published ?? true).toBe(true)
            expect(drafts.map(({ id }) => id)).not.toContain(row.id)
          }
          expect(rows.length).toBeLessThanOrEqual(5)
        } else if (response.status !== 400) expect(body).not.toMatch(/(contains|only) [6-8]/)
      }),
      { numRuns: tries(100, 400) },
    )
    for (const status of [200, 206, 400]) expect(seen.get(status), `${status}`).toBeGreaterThan(0)
  })
})

onEachEngine('A hostile text', (engine) => {
  const texts = ["'; drop table blog_posts; --", "' or '1'='1", '" or 1=1 --', '$1', '\\', "%' or title like '%", '[a-z]*', '*'.repeat(99)]

  test('is a value as any other', async () => {
    const kept = texts.map((title, at) => postOf(at + 1, { title }))
    const site = await openSite(engine, [...kept, postOf(50, { title: 'other' })])
    for (const [at, title] of texts.entries()) {
      const ids = () => site.posted().select('id')
      const listed = `("${title.replace(/["\\]/g, '\\$&')}")`
      const like = title.replace(/[%_\\*]/g, '\\$&')
      const found = [await ids().eq('title', title), await ids().filter('title', 'in', listed), await ids().like('title', like)]
      expect(found.map(({ data }) => data)).toEqual(Array(3).fill([{ id: idOf(at + 1) }]))
      expect((await ids().neq('title', title)).data, title).toHaveLength(texts.length)
    }
    expect(await site.stored()).toHaveLength(texts.length + 1)
  })

  test('is no column', async () => {
    const site = await openSite(engine, fivePosts)
    for (const text of [...texts, 'id;drop table blog_posts', 'title"', "title'", 'count(*)', '(select 1)', 'createdAt', '__proto__']) {
      const answers = [
        await site.posted().select(text),
        await site.posted().select().eq(text, 'x'),
        await site.posted().select().order(text),
      ]
      for (const { error, data, status } of answers)
        expect([status, data, error?.code], text).toEqual([400, null, expect.stringMatching(/^(42703|PGRST100)$/)])
    }
    expect(await site.stored()).toHaveLength(5)
  })
})

onOneEngine('A request that asks what there is not', (engine) => {
  test('is refused in the shape of the contract, and a list is given for any type that lists are of', async () => {
    const site = await openSite(engine, fivePosts)
    for (const [path, headers, status, code] of [
      ['/blog_posts?nope=eq.1', {}, 400, '42703'],
      ['/bookings?select=*', {}, 404, 'PGRST205'],
      ['/rpc/anything', {}, 404, 'PGRST125'],
      ['/blog_posts/', {}, 404, 'PGRST125'],
      ['/blog_posts', { 'accept-profile': 'auth' }, 406, 'PGRST106'],
      ['/blog_posts', { accept: 'text/csv' }, 406, 'PGRST107'],
      ['/blog_posts', { accept: 'application/json;q=0' }, 406, 'PGRST107'],
      ['/blog_posts?limit=-1', {}, 416, 'PGRST103'],
    ] as [string, Record<string, string>, number, string][]) {
      const response = await fetch(`${site.url}${path}`, { headers })
      const body = await response.json()
      expect([path, response.status, body.code]).toEqual([path, status, code])
      expect(Object.keys(body)).toEqual(['code', 'message', 'details', 'hint'])
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'content-type': 'application/json; charset=utf-8',
        'cache-control': 'no-store',
        'access-control-allow-origin': '*',
      })
    }
    for (const accept of ['*/*', 'application/*', 'text/csv;q=0.5, application/json']) {
      const response = await site.get('', { headers: { accept, 'accept-profile': 'public' } })
      expect([response.status, response.headers.get('content-type')], accept).toEqual([200, 'application/json; charset=utf-8'])
    }
  })
})

onOneEngine('No one writes', (engine) => {
  test('that the server does not know', async () => {
    const site = await openSite(engine, [...fivePosts, draft])
    const before = await site.stored()
    const { published_at, ...row } = shown(postOf(20))
    const writes = [
      site.posted().insert(row),
      site.posted().upsert(row),
      site.posted().update({ title: 'changed' }).eq('id', idOf(1)),
      site.posted().delete().neq('id', idOf(99)),
    ]
    for (const write of writes)
      expect(await write).toMatchObject({
        status: 401,
        data: null,
        error: { code: '42501', message: 'permission denied for table blog_posts', details: null, hint: null },
      })
    const put = await site.get(`?id=eq.${idOf(1)}`, { method: 'PUT', body: JSON.stringify(row) })
    expect([put.status, put.headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
    expect(await site.stored()).toEqual(before)
    const elsewhere = await site.client.from('bookings').insert({ name: 'x' })
    expect(elsewhere).toMatchObject({ status: 404, error: { code: 'PGRST205' } })
    const other = await site.get('', { method: 'PROPFIND' })
    expect([other.status, await other.json()]).toEqual([405, expect.objectContaining({ code: 'PGRST117' })])
    const large = await site.get('', { method: 'POST', body: 'x'.repeat(70_000) })
    expect([large.status, large.headers.get('content-type')]).toEqual([413, 'application/json'])
  })
})

onOneEngine('A page of another site', (engine) => {
  const origin = 'https://other.example'

  test('may send every method with the client’s headers, and reads what it says', async () => {
    const site = await openSite(engine, fivePosts)
    for (const method of ['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE'])
      for (const path of ['/blog_posts', '/unknown']) {
        const asked = { origin, 'access-control-request-method': method, 'access-control-request-headers': 'apikey,prefer' }
        const { status, headers } = await fetch(`${site.url}${path}`, { method: 'OPTIONS', headers: asked })
        expect([status, headers.get('access-control-allow-origin')]).toEqual([204, '*'])
        expect(headers.get('access-control-allow-credentials')).toBeNull()
        expect(headers.get('access-control-allow-methods')?.split(',')).toContain(method)
        const names = 'authorization apikey content-type x-client-info x-supabase-api-version prefer range range-unit accept accept-profile'
        const more = 'content-profile x-retry-count if-none-match'
        expect(headers.get('access-control-allow-headers')?.toLowerCase().split(',')).toEqual(
          expect.arrayContaining(`${names} ${more}`.split(' ')),
        )
      }
    for (const [path, init, status] of [
      ['/blog_posts?limit=1', { headers: { prefer: 'count=exact' } }, 206],
      ['/blog_posts', { headers: { 'if-none-match': '*' } }, 304],
      ['/blog_posts?x=eq.1', {}, 400],
      ['/blog_posts', { method: 'POST', body: '{}' }, 401],
      ['/x', {}, 404],
    ] as [string, RequestInit, number][]) {
      const response = await fetch(`${site.url}${path}`, { ...init, headers: { origin, ...init.headers } })
      expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([status, '*'])
      expect(response.headers.get('access-control-allow-credentials')).toBeNull()
      expect(response.headers.get('access-control-expose-headers')?.split(',')).toEqual(
        expect.arrayContaining(['Content-Range', 'Preference-Applied', 'ETag']),
      )
    }
  })
})

onOneEngine('An answer that is known', (engine) => {
  const counted = { prefer: 'count=exact' }
  const tagOf = (response: Response) => response.headers.get('etag') ?? ''

  test('is not sent again until it changes', async () => {
    const site = await openSite(engine, fivePosts)
    const first = await site.get('?limit=2', { headers: counted })
    expect(tagOf(first)).toMatch(/^W\/"[\da-f]{64}"$/)
    const known = { headers: { ...counted, 'if-none-match': `"x", ${tagOf(first)}` } }
    const again = await site.get('?limit=2', known)
    expect([again.status, await again.text(), tagOf(again), again.headers.get('cache-control')]).toEqual([
      304,
      '',
      tagOf(first),
      'no-cache',
    ])
    expect(again.headers.get('vary')).toBe('Accept, Accept-Encoding, Authorization, Prefer, Range')
    expect((await site.get('?limit=2', { headers: { ...counted, 'if-none-match': 'W/"x"' } })).status).toBe(206)
    // The same two posts, now out of six.
    await site.services.db.insertInto('blogPosts').values(postOf(0)).execute()
    const recounted = await site.get('?limit=2', known)
    expect([recounted.status, recounted.headers.get('content-range')]).toEqual([206, '0-1/6'])
    await site.services.db.updateTable('blogPosts').set({ title: 'New' }).where('id', '=', idOf(5)).execute()
    expect((await site.get('?limit=2', known)).status).toBe(206)
  })

  test('is told by HEAD as by GET', async () => {
    const site = await openSite(engine, fivePosts)
    for (const query of ['', '?limit=2', '?x=eq.1']) {
      const [get, head] = [await site.get(query, { headers: counted }), await site.get(query, { method: 'HEAD', headers: counted })]
      expect(await head.text()).toBe('')
      expect(head.status).toBe(get.status)
      for (const name of ['content-type', 'content-range', 'etag', 'cache-control', 'preference-applied', 'vary'])
        expect([name, head.headers.get(name)]).toEqual([name, get.headers.get(name)])
    }
    expect((await site.get('', { method: 'HEAD', headers: { 'if-none-match': tagOf(await site.get()) } })).status).toBe(304)
  })
})

onOneEngine('A long answer', (engine) => {
  test('is compressed, whole and in part, and is the same', async () => {
    const thirty = Array.from({ length: 30 }, (_, at) => postOf(at + 1))
    const site = await openSite(engine, thirty)
    const get = (query: string, accepted: string) => site.get(query, { headers: { 'accept-encoding': accepted, prefer: 'count=exact' } })
    const told = (response: Response) =>
      ['content-type', 'content-range', 'etag', 'vary', 'preference-applied'].map((name) => response.headers.get(name))
    for (const encoding of ['br', 'gzip'])
      for (const [query, status] of [['', 200] as const, ['?limit=20', 206] as const]) {
        const [compressed, plain] = [await get(query, encoding), await get(query, 'identity')]
        expect([compressed.status, compressed.headers.get('content-encoding')]).toEqual([status, encoding])
        expect([plain.status, plain.headers.get('content-encoding')]).toEqual([status, null])
        expect(told(compressed)).toEqual(told(plain))
        expect(await compressed.text()).toBe(await plain.text())
      }
  })
})

onOneEngine('A database that fails', (engine) => {
  test('is said without a word of it, once, with the id that stands in the log', async () => {
    const logged: unknown[] = []
    const log = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: (facts: unknown) => void logged.push(facts) }
    const site = await openSite(engine, fivePosts, { log })
    await sql`drop table blog_posts`.execute(site.services.db)
    const { status, error, data } = await site.posted().select()
    expect([status, data]).toEqual([500, null])
    expect(error).toEqual({
      code: 'XX000',
      message: 'internal error',
      details: expect.stringMatching(/^Error ID: [\da-f-]{36}$/),
      hint: null,
    })
    expect(site.requests).toHaveLength(1)
    expect(logged).toEqual([
      {
        errorId: error?.details.slice('Error ID: '.length),
        error: expect.objectContaining({ message: expect.stringContaining('blog_posts') }),
      },
    ])
    const response = await site.get()
    expect(Object.fromEntries(response.headers)).toMatchObject({ 'cache-control': 'no-store', 'access-control-allow-origin': '*' })
  })
})
