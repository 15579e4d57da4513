import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { type HTMLElement, parse } from 'node-html-parser'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Database, migrate, openSqlite } from '#app/platform/database.ts'
import { newId } from '#app/values/ids.ts'
import { boroughs } from '#content/boroughs.ts'
import { emergencyTypes } from '#content/emergency-types.ts'
import { legalPages } from '#content/legal/index.ts'
import type { LegalBlock, LegalPage } from '#content/legal/legal.ts'
import { poundsText } from '#content/money.ts'
import { builtInPosts } from '#content/posts/index.ts'
import { defaultPrices } from '#content/price-list.ts'
import { publishedWith } from '#content/published.ts'
import { congestionCharge } from '#content/rates.ts'
import type { BlogPostsTable } from '#db/tables/site.ts'
import { freshDataDir, openInstance } from '#test/support/instance.ts'
import { completeDetails, type Site, startSite } from '#test/support/site.ts'

const { billingTerms, boilerOffer, priorityFeePence, rateTiers } = defaultPrices

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
  'many lines': '\n'.repeat(100_000),
  'many headings': '**a**\n'.repeat(bigSize / 6),
  'many points': '- a\n'.repeat(bigSize / 4),
  'many asterisks': '*'.repeat(100_000),
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

const ask = (path: string, headers: Record<string, string> = {}) => fetch(site.url + path, { headers, redirect: 'manual' })
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
  const slugs = (page: HTMLElement) =>
    page.querySelectorAll('main article h2 a').map((link) => link.getAttribute('href')?.replace('/blog/', ''))

  it('is newest first by when they were begun, with the day of publishing in London', async () => {
    const page = await open('/blog')
    const named = slugs(page)
    expect(named).toHaveLength(builtInPosts.length + 3 + Object.keys(big).length)
    expect(named.slice(0, 4)).toEqual(['newest', ...builtInPosts.map(({ slug }) => slug)])
    expect(named.indexOf('oldest')).toBeGreaterThan(named.indexOf('no-description'))
    const first = page.querySelector('main article')
    expect([text(first?.querySelector('time')), first?.querySelector('time')?.getAttribute('datetime')]).toEqual([
      '01 Jul 2026',
      '2026-06-30T23:30:00.000Z',
    ])
  })

  it('says who and what it is to search engines', async () => {
    const page = await open('/blog')
    const blog = graphOf(page).find((node) => node['@type'] === 'Blog')
    expect(blog).toMatchObject({ url: `${siteUrl}/blog` })
    const [first] = (blog?.blogPost ?? []) as object[]
    expect(first).toMatchObject({ headline: 'Title of newest', url: `${siteUrl}/blog/newest` })
    expect(page.querySelector('link[rel=alternate][type="application/rss+xml"]')?.getAttribute('href')).toBe(`${siteUrl}/blog/rss.xml`)
  })

  it('never holds a draft, anywhere', async () => {
    for (const path of ['/', '/blog', '/blog/newest', '/blog/rss.xml', '/sitemap.xml', '/llms.txt', '/rest/v1/blog_posts?select=*']) {
      const body = await (await ask(path)).text()
      expect(body.length, path).toBeGreaterThan(100)
      expect(body, path).not.toMatch(/Nobody may read this|\/blog\/draft/)
    }
  })
})

describe('A post on its own page', () => {
  it.each(builtInPosts)('says all there is of $slug, to readers, previews and search engines', async ({ slug, ...written }) => {
    const page = await open(`/blog/${slug}`)
    const url = `${siteUrl}/blog/${slug}`
    expect(texts(page, 'h1')).toEqual([written.title])
    expect(text(page.querySelector('title'))).toBe(`${written.title} | Emergency Plumbers London`)
    expect(meta(page, 'description')).toBe(written.metaDescription)
    expect(meta(page, 'keywords')).toBe(written.keywords.join(', '))
    expect(meta(page, 'og:type')).toBe('article')
    expect(meta(page, 'og:url')).toBe(url)
    expect(page.querySelector('link[rel=canonical]')?.getAttribute('href')).toBe(url)
    expect(texts(page, 'nav[aria-label=Breadcrumb] a')).toEqual(['Home', 'Blog'])
    const [posting, crumbs] = graphOf(page)
    expect(posting).toMatchObject({
      '@type': 'BlogPosting',
      headline: written.title,
      description: written.metaDescription,
      url,
      mainEntityOfPage: url,
      articleSection: written.category,
      keywords: written.keywords.join(', '),
      datePublished: written.createdAt,
      dateModified: written.createdAt,
      author: { '@type': 'Organization', name: written.author },
      publisher: { '@id': `${siteUrl}/#business` },
    })
    expect((crumbs as { itemListElement: { name: string; item: string }[] }).itemListElement.map(({ name, item }) => [name, item])).toEqual(
      [
        ['Home', `${siteUrl}/`],
        ['Blog', `${siteUrl}/blog`],
        [written.title, url],
      ],
    )
    const article = text(page.querySelector('article'))
    for (const part of [written.category, '20 Nov 2026', written.author, '-minute read', written.excerpt]) expect(article).toContain(part)
  })

  it.each([stopcock, builtInPosts[1]].map((each) => [each?.slug, each?.content ?? ''] as const))(
    '%s has its bold lines as headings and its points as points',
    async (slug, content) => {
      const page = await open(`/blog/${slug}`)
      const lines = content.split('\n')
      expect(texts(page, '.prose h2')).toEqual(lines.flatMap((line) => /^\*\*([^*]+)\*\*$/.exec(line)?.[1] ?? []))
      const points = lines.flatMap((line) => (line.startsWith('- ') ? [line.slice(2).replaceAll('**', '')] : []))
      expect(texts(page, '.prose li')).toEqual(points)
      expect(text(page.querySelector('.prose'))).not.toContain('**')
    },
  )

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

  it('leads to three others, never to itself', async () => {
    for (const slug of ['newest', stopcock?.slug]) {
      const page = await open(`/blog/${slug}`)
      const links = page.querySelectorAll('nav[aria-labelledby=other-posts] a').map((link) => link.getAttribute('href'))
      const newest = ['newest', ...builtInPosts.map((each) => each.slug)]
      expect(links).toEqual(newest.filter((other) => other !== slug).map((other) => `/blog/${other}`))
    }
  })

  it('is described by its excerpt where no one has described it, and reads in a minute', async () => {
    const page = await open('/blog/no-description')
    const description = meta(page, 'description') ?? ''
    expect(description).toMatch(/^A long excerpt\. /)
    expect(description.length).toBeLessThanOrEqual(160)
    expect(page.querySelector('meta[name=keywords]')).toBeNull()
    expect(text(page.querySelector('article p'))).toBe('Stopcocks · 03 Jan 2026 · Priya Raman · 1-minute read')
  })

  it.each(['nothing', 'draft', 'constructor', '%00', '%20', '..%2f..%2fetc', 'a%252fb', 'x'.repeat(5_000), '%e2%80%ae', 'newest%00'])(
    'is not found at /blog/%s',
    async (slug) => {
      const answer = await ask(`/blog/${slug}`)
      expect(answer.status).toBe(404)
      expect(answer.headers.get('cache-control')).toMatch(/no-store/)
      const page = parse(await answer.text())
      expect(texts(page, 'h1')).toEqual(['Oops! Page not found'])
      expect(meta(page, 'robots')).toBe('noindex')
    },
  )

  it.each(['%', '%e0%a4%a', '%ff'])('at the broken address /blog/%s is no failure of the server', async (slug) => {
    expect((await ask(`/blog/${slug}`)).status).toBeLessThan(500)
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
    expect(texts(feed, 'item > category')[0]).toBe('Stopcocks')
    expect(texts(feed, 'item > description')[0]).toBe('In short: newest')
    for (const date of texts(feed, 'item > pubdate')) expect(Number.isNaN(Date.parse(date))).toBe(false)
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
    const logged = instance
      .stdout()
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line))
    expect(logged.filter(({ msg }) => msg === 'Failed to fetch blog posts').length).toBeGreaterThanOrEqual(paths.length * 2)
    expect(logged[0]).toMatchObject({ level: 50, error: { type: 'SqliteError', message: expect.stringContaining('blog_posts') } })

    const { db } = openSqlite(own)
    await sql`alter table elsewhere rename to blog_posts`.execute(db)
    await db.destroy()
    for (const path of [...paths, '/blog/of-staff']) {
      const { status, body } = await get(path)
      expect([path, status]).toEqual([path, 200])
      expect(body, path).toContain('/blog/of-staff')
    }
    // From now on it's cached.
    await expect.poll(async () => (await get('/blog')).etag, { timeout: 30_000 }).toBeTruthy()
    expect((await get('/blog')).body).toContain('Title of of-staff')
  })
})

describe('The payment page', () => {
  const view = async (query: string) => (await ask(`/functions/v1/payment-status${query}`)).json()
  const referenceIn = (page: HTMLElement) => text(page.querySelector('main dl dd'))

  it('without a session shows no reference, and how to go on', async () => {
    for (const query of ['', '?session_id=', '?session_id=%20', '?other=1']) {
      const page = await open(`/payment-success${query}`)
      expect(texts(page, 'h1')).toEqual(['We couldn’t find a payment'])
      const main = text(page.querySelector('main'))
      expect(main).not.toMatch(/BK-|reference|Successful|dispatched/)
      expect(main).toContain('Emergency hotline 24/7: 0800 644 2633')
      const links = page.querySelectorAll('main a').map((link) => [text(link), link.getAttribute('href')])
      expect(links).toEqual([
        ['book here', '/book'],
        ['Call Us', 'tel:08006442633'],
        ['Back to Home', '/'],
        ['0800 644 2633', 'tel:08006442633'],
      ])
      expect(await view(query)).toEqual({ state: 'absent' })
    }
  })

  const long = 'x'.repeat(5_000)
  const sessions = [
    'cs_test_a1',
    'cs_test_a2',
    encodeURIComponent('<script>alert(1)</script>'),
    encodeURIComponent('"><img src=x onerror=alert(1)>'),
    encodeURIComponent('</script><script>alert(1)</script>'),
    `${long}1`,
    `${long}2`,
    '%00',
    'a%00b',
    'null',
    'undefined',
    '%e2%80%ae',
    '%f0%9f%92%b7',
    'a%20b',
    '1%2b1',
    '1+1',
    '%',
    '%e0%a4%a',
    'x&session_id=y',
    'y&session_id=x',
    '{CHECKOUT_SESSION_ID}',
  ]
  it.each(sessions)('for an unknown session has an enquiry reference, always the same: %s', async (session) => {
    const path = `/payment-success?session_id=${session}`
    const page = await open(path)
    const reference = referenceIn(page)
    expect(reference).toMatch(/^BK-[A-Z0-9]{8}$/)
    expect(texts(page, 'h1')).toEqual(['Your payment is being confirmed'])
    expect(text(page.querySelector('main dl dt'))).toBe('Enquiry reference')
    expect(text(page.querySelector('main'))).not.toMatch(/successful|Priority response activated|Technician dispatched/i)
    expect(referenceIn(await open(path))).toBe(reference)
    // The island sends the query from the page's URL.
    const own = new URL(path, siteUrl).searchParams.get('session_id') ?? ''
    expect(await view(`?session_id=${encodeURIComponent(own)}`)).toEqual({ state: 'confirming', reference })
    // So does the form without JavaScript.
    const again = page.querySelectorAll('main a').find((link) => text(link) === 'Check again')
    expect(referenceIn(await open(again?.getAttribute('href') ?? ''))).toBe(reference)
    expect(page.querySelectorAll('main script, main img')).toEqual([])
  })

  it('has another reference for another session', async () => {
    const references = await Promise.all(sessions.map(async (session) => referenceIn(await open(`/payment-success?session_id=${session}`))))
    // The first of repeated parameters counts; invalid UTF-8 becomes a replacement character.
    expect(new Set(references).size).toBe(sessions.length)
  })

  it('is no one else’s: private, in no memory, in no search engine', async () => {
    for (let round = 0; round < 3; round++)
      for (const query of ['', '?session_id=cs_test_a1']) {
        const answer = await ask(`/payment-success${query}`)
        expect(answer.headers.get('cache-control')).toBe('private, no-store')
        expect(answer.headers.get('etag')).toBeNull()
        expect(answer.headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin')
        expect(meta(parse(await answer.text()), 'robots')).toBe('noindex')
      }
    expect((await ask('/functions/v1/payment-status?session_id=x')).headers.get('cache-control')).toBe('no-store')
    expect(await (await ask('/sitemap.xml')).text()).not.toContain('payment')
  })
})

describe('A legal page', () => {
  const pageOf = ({ slug }: LegalPage) => open(`/${slug}`)
  const textsOf = (block: LegalBlock): readonly string[] => {
    if (typeof block === 'string') return [block]
    if ('points' in block) return block.points
    if ('steps' in block) return block.steps
    if ('analyticsChoice' in block) return [block.analyticsChoice]
    if ('countsChoice' in block) return [block.countsChoice]
    return [...block.head, ...block.rows.flat()]
  }
  const writtenOn = ({ lead, sections }: LegalPage) => [
    lead,
    ...sections.flatMap(({ title, blocks }) => [title, ...blocks.flatMap(textsOf)]),
  ]
  const unmarked = (written: string) => written.replace(/\[([^\]]+)\]\([^)]+\)/g, '$1').replaceAll('**', '')

  it.each(legalPages(complete))('/$slug lists its parts, each under an address of its own', async (legal) => {
    const page = await pageOf(legal)
    expect(texts(page, 'h1')).toEqual([legal.title])
    const links = page.querySelectorAll('nav[aria-label="On this page"] a')
    expect(links.map((link) => [link.getAttribute('href'), text(link)])).toEqual(legal.sections.map(({ id, title }) => [`#${id}`, title]))
    expect(page.querySelectorAll('.prose > section').map((section) => [section.id, text(section.querySelector('h2'))])).toEqual(
      legal.sections.map(({ id, title }) => [id, title]),
    )
    const ids = page.querySelectorAll('[id]').map(({ id }) => id)
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([])
  })

  it.each(legalPages(complete))('/$slug shows all that is written, and its marks as marks', async (legal) => {
    const page = await pageOf(legal)
    const main = text(page.querySelector('main'))
    const written = writtenOn(legal)
    for (const each of written) expect(main).toContain(unmarked(each).replace(/\s+/g, ' ').trim())
    expect(main + text(page.querySelector('title')) + meta(page, 'description')).not.toMatch(/\{\{|\}\}|\*\*|\]\(|undefined|\[object/)
    const count = (pattern: RegExp) => written.join('\n').match(pattern)?.length ?? 0
    expect(page.querySelectorAll('main mark')).toHaveLength(count(/\{\{(owner|lawyer): /g))
    expect(page.querySelectorAll('.prose b, main article > p b')).toHaveLength(count(/\*\*[^*]+\*\*/g))
    expect(page.querySelectorAll('.prose a')).toHaveLength(count(/\]\(/g))
  })

  it.each(legalPages(complete))('/$slug leads somewhere by every link', async (legal) => {
    const page = await pageOf(legal)
    for (const link of page.querySelectorAll('main a')) {
      const href = link.getAttribute('href') ?? ''
      const { origin, pathname, hash } = new URL(href, `${siteUrl}/${legal.slug}`)
      if (origin !== siteUrl) {
        expect(href).toMatch(/^(tel:\+?\d+|mailto:\S+@\S+|https:\/\/\S+)$/)
        continue
      }
      // Private pages lead to the sign-in page first.
      const target = await open(pathname.startsWith('/account/') ? `/auth?next=${pathname}` : pathname)
      if (hash) expect(target.querySelector(`[id="${hash.slice(1)}"]`), href).not.toBeNull()
    }
  })

  it.each(legalPages(complete))('/$slug has its tables in a part that scrolls by itself, and can be reached by keyboard', async (legal) => {
    const page = await pageOf(legal)
    const tables = legal.sections.flatMap(({ blocks }) => blocks.filter((block) => typeof block === 'object' && 'rows' in block))
    expect(page.querySelectorAll('table')).toHaveLength(tables.length)
    for (const table of page.querySelectorAll('table')) {
      const around = table.parentNode as HTMLElement
      expect(around.getAttribute('tabindex')).toBe('0')
      expect(around.getAttribute('aria-label')).toBe(text(table.querySelector('caption')))
      const widths = table.querySelectorAll('tr').map((row) => row.querySelectorAll('th, td').length)
      expect(new Set(widths).size).toBe(1)
    }
  })
})

describe('A figure in a text', () => {
  /** Every amount that the constants produce. */
  const known = new Set(
    [
      ...rateTiers.flatMap(({ calloutPence, quarterHourPence }) => [
        calloutPence,
        quarterHourPence,
        (quarterHourPence * billingTerms.intervalMinutes) / 15,
      ]),
      billingTerms.makeSafePence,
      billingTerms.noAccessPence,
      billingTerms.lateArrivalCreditPence,
      priorityFeePence.online,
      priorityFeePence.phone,
      congestionCharge.amountPence,
      'pence' in boilerOffer.callout ? boilerOffer.callout.pence : 0,
      ...emergencyTypes.flatMap(({ basePence }) => boroughs.map(({ multiplierPercent }) => (basePence * multiplierPercent) / 100)),
    ].map(poundsText),
  )
  const sums = (said: string[]) => said.flatMap((each) => each.match(/£\d[\d,]*(?<!,)(?:\.\d\d)?/g) ?? [])

  it('of the terms is that of the constants', async () => {
    const written = texts(await open('/terms'), 'main :is(p, li, h2, th, td)')
    const said = sums(written)
    for (const sum of said) expect(known).toContain(sum)
    for (const pence of [
      ...rateTiers.map(({ calloutPence }) => calloutPence),
      ...rateTiers.map(({ quarterHourPence }) => (quarterHourPence * billingTerms.intervalMinutes) / 15),
      billingTerms.makeSafePence,
      billingTerms.noAccessPence,
      billingTerms.lateArrivalCreditPence,
      priorityFeePence.online,
      priorityFeePence.phone,
    ])
      expect(said).toContain(poundsText(pence))
    expect(written.join(' ')).toContain(`plus ${billingTerms.materialsMarkupPercent}%`)
  })

  it('of the cost guide is that of the constants, but for its examples', async () => {
    const page = await open('/blog/emergency-plumbing-costs-2026')
    const parts = page.querySelector('.prose')?.childNodes.filter((node): node is HTMLElement => 'tagName' in node) ?? []
    const starts = parts.findIndex((part) => text(part) === 'Our rates')
    const examples = parts.findIndex((part) => text(part) === 'Three example bills')
    expect(examples).toBeGreaterThan(starts)
    const said = sums(parts.slice(starts, examples).flatMap((part) => (part.tagName === 'UL' ? texts(part, 'li') : [text(part)])))
    for (const sum of said) expect(known).toContain(sum)
    for (const { calloutPence, quarterHourPence } of rateTiers)
      for (const pence of [calloutPence, quarterHourPence, quarterHourPence * 2]) expect(said).toContain(poundsText(pence))
    for (const { basePence } of emergencyTypes) expect(said).toContain(poundsText(basePence))
    for (const pence of Object.values(priorityFeePence)) expect(said).toContain(poundsText(pence))
  })

  it('of the cost guide adds up, in each of its bills', async () => {
    const page = await open('/blog/emergency-plumbing-costs-2026')
    const bills = page.querySelectorAll('.prose ul').filter((list) => text(list).includes('Total:'))
    expect(bills).toHaveLength(3)
    for (const bill of bills) {
      const pence = (said: string) => Math.round(Number(said.replace('£', '')) * 100)
      const lines = bill.querySelectorAll('li').map(text)
      const last = (line: string) => pence(/£[\d.]+\d(?=\.?$)/.exec(line)?.[0] ?? '')
      const total = last(lines.at(-1) ?? '')
      const capped = lines.find((line) => line.includes('so you pay'))
      const items = capped
        ? lines.slice(lines.indexOf(capped), -1)
        : lines.slice(0, -1).filter((line) => !/^(So far|At our rates)/.test(line))
      expect(
        items.map(last).reduce((sum, each) => sum + each),
        lines.join(' | '),
      ).toBe(total)
    }
  })
})
