import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { type HTMLElement, parse } from 'node-html-parser'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Database, migrate, openSqlite } from '#app/platform/database.ts'
import { newId } from '#app/values/ids.ts'
import { legalPages } from '#content/legal/index.ts'
import { builtInPosts } from '#content/posts/index.ts'
import { publishedWith } from '#content/published.ts'
import type { BlogPostsTable } from '#db/tables/site.ts'
import { freshDataDir, openInstance } from '#test/support/instance.ts'
import { completeDetails, type Site, startSite } from '#test/support/site.ts'

const siteUrl = 'https://plumbers.example'

const post = (slug: string, changes: Partial<BlogPostsTable> = {}): BlogPostsTable => ({
  id: newId(),
  slug,
  title: `Title of ${slug}`,
  category: 'Stopcocks',
  excerpt: `In short: ${slug}`,
  content: 'At **length**',
  metaDescription: 'For searchers',
  keywords: 'one, two',
  author: 'Priya Raman',
  published: 1,
  featured: 0,
  createdAt: '2026-01-01T10:00:00.000Z',
  updatedAt: '2026-01-02T10:00:00.000Z',
  publishedAt: '2026-01-03T10:00:00.000Z',
  madeFrom: null,
  ...changes,
})

/** A data directory with the built-in posts, and with changes made before a server starts on it. */
async function prepare(dataDir: string, change: (db: Database) => Promise<unknown>): Promise<void> {
  const database = openSqlite(dataDir)
  await migrate(database)
  await change(database.db)
  await database.db.destroy()
}

const bigSize = 200_000
const big = {
  'one line': 'x'.repeat(bigSize),
  'many headings': '**a**\n'.repeat(bigSize / 6),
  'many points': '- a\n'.repeat(bigSize / 4),
  'many pieces': '**a**b'.repeat(bigSize / 6),
}
const bigSlug = (name: string) => `big-${name.replaceAll(' ', '-')}`

const [stopcock, , beforeArrival] = builtInPosts
let dataDir: string
/** The published details of the site under test. */
const complete = publishedWith({ details: JSON.parse(completeDetails.value) })

let site: Site
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'plumbers-reading-'))
  await prepare(dataDir, async (db) => {
    const rows = [
      post('newest', { createdAt: '2027-02-01T00:00:00.000Z', publishedAt: '2026-06-30T23:30:00.000Z' }),
      post('oldest', { createdAt: '2020-01-01T00:00:00.000Z', publishedAt: '2027-03-01T00:00:00.000Z' }),
      post('draft', { published: 0, publishedAt: null, createdAt: '2027-03-01T00:00:00.000Z', title: 'Nobody may read this' }),
      post('no-description', { metaDescription: '', excerpt: 'A long excerpt. '.repeat(40), keywords: '' }),
      ...Object.entries(big).map(([name, content]) => post(bigSlug(name), { content, createdAt: '2019-01-01T00:00:00.000Z' })),
    ]
    for (const row of rows) await db.insertInto('blogPosts').values(row).execute()
    // Staff have renamed every section.
    const content = beforeArrival?.content.replace(/^\*\*.*\*\*$/gm, '**Another heading**') ?? ''
    await db
      .updateTable('blogPosts')
      .set({ content })
      .where('slug', '=', beforeArrival?.slug ?? '')
      .execute()
  })
  site = await startSite({ env: { DATA_DIR: dataDir, SITE_URL: siteUrl }, isComplete: true })
})
afterAll(async () => {
  await site?.close()
  if (dataDir) rmSync(dataDir, { recursive: true, force: true })
})

const ask = (path: string) => fetch(site.url + path, { redirect: 'manual' })
async function open(path: string): Promise<HTMLElement> {
  const answer = await ask(path)
  expect([path, answer.status]).toEqual([path, 200])
  return parse(await answer.text())
}
const text = (element: HTMLElement | null | undefined) => element?.textContent.replace(/\s+/g, ' ').trim() ?? ''
const texts = (page: HTMLElement, selector: string) => page.querySelectorAll(selector).map(text)
const meta = (page: HTMLElement, name: string) =>
  page.querySelector(`meta[name="${name}"], meta[property="${name}"]`)?.getAttribute('content')
const graphOf = (page: HTMLElement) =>
  JSON.parse(page.querySelector('script[type="application/ld+json"]')?.textContent ?? '{}')['@graph'] as Record<string, unknown>[]

describe('The list of posts', () => {
  it('never holds a draft, anywhere', async () => {
    for (const path of ['/', '/blog', '/blog/newest', '/blog/rss.xml', '/sitemap.xml', '/llms.txt', '/rest/v1/blog_posts?select=*']) {
      const body = await (await ask(path)).text()
      expect(body.length, path).toBeGreaterThan(100)
      expect(body, path).not.toMatch(/Nobody may read this|\/blog\/draft/)
    }
  })
})

describe('A post on its own page', () => {
  it('says all there is of it, to readers, previews and search engines', async () => {
    const [{ slug, ...written }] = builtInPosts as unknown as [(typeof builtInPosts)[number]]
    const page = await open(`/blog/${slug}`)
    const url = `${siteUrl}/blog/${slug}`
    expect(texts(page, 'h1')).toEqual([written.title])
    expect(text(page.querySelector('title'))).toContain(written.title)
    expect([meta(page, 'description'), meta(page, 'og:type'), meta(page, 'og:url')]).toEqual([written.metaDescription, 'article', url])
    expect(page.querySelector('link[rel=canonical]')?.getAttribute('href')).toBe(url)
    const [posting, crumbs] = graphOf(page)
    expect(posting).toMatchObject({
      '@type': 'BlogPosting',
      headline: written.title,
      url,
      datePublished: written.createdAt,
      dateModified: written.createdAt,
      publisher: { '@id': `${siteUrl}/#business` },
    })
    expect((crumbs as { itemListElement: { item: string }[] }).itemListElement.map(({ item }) => item)).toEqual([
      `${siteUrl}/`,
      `${siteUrl}/blog`,
      url,
    ])
    const article = text(page.querySelector('article'))
    for (const part of [written.category, written.author, written.excerpt]) expect(article).toContain(part)
    const lines = written.content.split('\n')
    expect(texts(page, '.prose h2')).toEqual(lines.flatMap((line) => /^\*\*([^*]+)\*\*$/.exec(line)?.[1] ?? []))
    const points = lines.flatMap((line) => (line.startsWith('- ') ? [line.slice(2).replaceAll('**', '')] : []))
    expect(texts(page, '.prose li')).toEqual(points)
    expect(text(page.querySelector('.prose'))).not.toContain('**')
  })

  it('has each figure under its heading, with what it shows in words, and the picture is there', async () => {
    const page = await open(`/blog/${stopcock?.slug}`)
    const figures = page.querySelectorAll('.prose figure')
    expect(figures.map((figure) => text(figure.previousElementSibling))).toEqual(stopcock?.figures.map(({ under }) => under))
    for (const [at, { alt, caption }] of (stopcock?.figures ?? []).entries()) {
      expect(figures[at]?.querySelector('img')?.getAttribute('alt')).toBe(alt)
      expect(text(figures[at]?.querySelector('figcaption'))).toBe(caption)
      const answer = await ask(figures[at]?.querySelector('img')?.getAttribute('src') ?? '')
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/svg+xml; charset=utf-8'])
    }
  })

  it('keeps its figures when staff have named its parts again', async () => {
    const page = await open(`/blog/${beforeArrival?.slug}`)
    expect(new Set(texts(page, '.prose h2'))).toEqual(new Set(['Another heading']))
    expect(page.querySelectorAll('.prose figure img').map((image) => image.getAttribute('alt'))).toEqual(
      beforeArrival?.figures.map(({ alt }) => alt),
    )
    expect(page.querySelector('.prose')?.lastElementChild?.tagName).toBe('FIGURE')
  })

  it('is not found where there is none, and is no failure of the server at a broken address', async () => {
    for (const slug of ['nothing', 'draft', 'constructor', '%00', '..%2f..%2fetc', 'x'.repeat(5_000), 'newest%00']) {
      const answer = await ask(`/blog/${slug}`)
      expect([slug, answer.status]).toEqual([slug, 404])
      expect(answer.headers.get('cache-control')).toMatch(/no-store/)
      expect(meta(parse(await answer.text()), 'robots')).toBe('noindex')
    }
    for (const slug of ['%', '%e0%a4%a']) expect((await ask(`/blog/${slug}`)).status).toBeLessThan(500)
  })
})

describe('A post of 200 KB', () => {
  it.each(Object.keys(big))('is rendered as a whole: %s', async (name) => {
    const content = big[name as keyof typeof big]
    const page = await open(`/blog/${bigSlug(name)}`)
    const shown = page.querySelector('.prose')?.textContent ?? ''
    expect(shown).toBe(content.replace(/^- |\*\*(?=[^*])|(?<=[^*])\*\*|\n/gm, ''))
    expect(page.querySelectorAll('.prose h2')).toHaveLength(name === 'many headings' ? Math.floor(bigSize / 6) : 0)
    expect(page.querySelectorAll('.prose li')).toHaveLength(name === 'many points' ? bigSize / 4 : 0)
  })
})

describe('The feed', () => {
  it('has the posts in their order, with what feed readers need', async () => {
    const answer = await ask('/blog/rss.xml')
    expect(answer.headers.get('content-type')).toBe('application/rss+xml; charset=utf-8')
    expect(answer.headers.get('cache-control')).toBe('public, max-age=300')
    const feed = parse(await answer.text())
    expect(texts(feed, 'item > title').slice(0, 2)).toEqual(['Title of newest', stopcock?.title])
    expect(texts(feed, 'item > guid')[0]).toBe(`${siteUrl}/blog/newest`)
    expect(texts(feed, 'item > pubdate')[0]).toBe('Tue, 30 Jun 2026 23:30:00 GMT')
  })
})

describe('While the posts cannot be read', () => {
  it('every page that shows some has the built-in ones, keeps nothing, says so in the log, and has the rows as soon as they are back', async () => {
    const own = freshDataDir()
    await prepare(own, async (db) => {
      await db
        .insertInto('blogPosts')
        .values(post('of-staff', { createdAt: '2027-01-01T00:00:00.000Z' }))
        .execute()
      await sql`alter table blog_posts rename to elsewhere`.execute(db)
    })
    const instance = await openInstance({ DATA_DIR: own, LOG_LEVEL: 'error' })
    const get = async (path: string) => {
      const answer = await fetch(instance.url + path)
      return {
        status: answer.status,
        cache: answer.headers.get('cache-control'),
        etag: answer.headers.get('etag'),
        body: await answer.text(),
      }
    }
    const paths = ['/', '/blog', `/blog/${stopcock?.slug}`, '/blog/rss.xml']
    // Twice: the first response may not come from the cache.
    for (const path of [...paths, ...paths, '/sitemap.xml', '/llms.txt']) {
      const { status, body } = await get(path)
      expect([path, status]).toEqual([path, 200])
      for (const { slug } of builtInPosts) expect(body, path).toContain(`/blog/${slug}`)
      expect(body, path).not.toContain('of-staff')
    }
    for (const path of paths) expect(await get(path), path).toMatchObject({ cache: 'no-store', etag: null })
    expect((await get('/blog/of-staff')).status).toBe(500)
    expect(instance.stdout()).toContain('Failed to fetch blog posts')

    const { db } = openSqlite(own)
    await sql`alter table elsewhere rename to blog_posts`.execute(db)
    await db.destroy()
    for (const path of [...paths, '/blog/of-staff']) {
      const { status, body } = await get(path)
      expect([path, status]).toEqual([path, 200])
      expect(body, path).toContain('/blog/of-staff')
    }
  })
})

describe('The payment page', () => {
  const view = async (query: string) => (await ask(`/functions/v1/payment-status${query}`)).json()
  const referenceIn = (page: HTMLElement) => text(page.querySelector('main dl dd'))

  it('without a session shows no reference, and leads to booking and calling', async () => {
    for (const query of ['', '?session_id=', '?session_id=%20']) {
      const page = await open(`/payment-success${query}`)
      expect(text(page.querySelector('main'))).not.toMatch(/BK-|Successful|dispatched/)
      const links = page.querySelectorAll('main a').map((link) => link.getAttribute('href'))
      expect(links).toEqual(expect.arrayContaining(['/book', 'tel:08006442633']))
      expect(await view(query)).toEqual({ state: 'absent' })
    }
  })

  it('for an unknown session has an enquiry reference, always the same, another for another session', async () => {
    const long = 'x'.repeat(5_000)
    const sessions = ['cs_test_a1', '%22%3E%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E%3C/script%3E', `${long}1`, `${long}2`]
    const references = new Set<string>()
    for (const session of [...sessions, '%00', '%']) {
      const path = `/payment-success?session_id=${session}`
      const page = await open(path)
      const reference = referenceIn(page)
      expect(reference).toMatch(/^BK-[A-Z0-9]{8}$/)
      expect(references).not.toContain(reference)
      references.add(reference)
      expect(text(page.querySelector('main'))).not.toMatch(/successful|Technician dispatched/i)
      // The island sends the query from the page's URL; without JavaScript a link asks again.
      const own = new URL(path, siteUrl).searchParams.get('session_id') ?? ''
      expect(await view(`?session_id=${encodeURIComponent(own)}`)).toEqual({ state: 'confirming', reference })
      expect(page.querySelectorAll('main script, main img')).toEqual([])
    }
  })

  it('is no one else’s: private, in no memory, in no search engine', async () => {
    for (const query of ['', '', '?session_id=cs_test_a1']) {
      const answer = await ask(`/payment-success${query}`)
      const { headers } = answer
      expect([headers.get('cache-control'), headers.get('etag')]).toEqual(['private, no-store', null])
      expect(meta(parse(await answer.text()), 'robots')).toBe('noindex')
    }
    expect((await ask('/functions/v1/payment-status?session_id=x')).headers.get('cache-control')).toBe('no-store')
    expect(await (await ask('/sitemap.xml')).text()).not.toContain('payment')
  })
})

describe('A legal page', () => {
  it.each(legalPages(complete))('/$slug lists its parts, and has tables that scroll by themselves', async (legal) => {
    const page = await open(`/${legal.slug}`)
    expect(texts(page, 'h1')).toEqual([legal.title])
    const parts = legal.sections.map(({ id, title }) => [id, title])
    const links = page.querySelectorAll('nav[aria-label="On this page"] a')
    expect(links.map((link) => [link.getAttribute('href')?.slice(1), text(link)])).toEqual(parts)
    expect(page.querySelectorAll('.prose > section').map((section) => [section.id, text(section.querySelector('h2'))])).toEqual(parts)
    const main = text(page.querySelector('main'))
    expect(main + text(page.querySelector('title')) + meta(page, 'description')).not.toMatch(/\{\{|\}\}|\*\*|\]\(|undefined|\[object/)
    const tables = legal.sections.flatMap(({ blocks }) => blocks.filter((block) => typeof block === 'object' && 'rows' in block))
    expect(page.querySelectorAll('table')).toHaveLength(tables.length)
    for (const table of page.querySelectorAll('table')) {
      const around = table.parentNode as HTMLElement
      expect([around.getAttribute('tabindex'), around.getAttribute('aria-label')]).toEqual(['0', text(table.querySelector('caption'))])
      const widths = table.querySelectorAll('tr').map((row) => row.querySelectorAll('th, td').length)
      expect(new Set(widths).size).toBe(1)
    }
  })
})
