import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContextOptions, Page, Route } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest'
import { type Database, openSqlite } from '#app/platform/database.ts'
import { newId } from '#app/values/ids.ts'
import { legalPages } from '#content/legal/index.ts'
import { builtInPosts } from '#content/posts/index.ts'
import { defaultPublished } from '#content/published.ts'
import type { BlogPostsTable } from '#db/tables/site.ts'
import { further, sample } from '#test/support/depth.ts'
import { startSite } from '#test/support/site.ts'
import { copySqlite } from '#test/support/templates.ts'
import { patienceMs } from './kept-pages.ts'
import { shiftsOf, watchShifts } from './layout-shifts.ts'
import { axeProblems, cutOff, holdIslands, openQuietContext, overflowPx, shareChromium, smallTargets, toasts } from './visitor.ts'

const listPath = '/rest/v1/blog_posts?select=*&published=eq.true&order=created_at.desc'

const post = (slug: string, changes: Partial<BlogPostsTable> = {}): BlogPostsTable => ({
  id: newId(),
  slug,
  title: `Title of ${slug}`,
  category: 'Stopcocks',
  excerpt: `In short: ${slug}`,
  content: `Plain **bold of ${slug}** plain\nsecond line\n\nlast line`,
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

/** Each is used in every field of a separate post. */
const nasty = sample(
  [
    '</script><script>alert(1)</script>',
    '<script>alert(2)</script>',
    '"><img src=x onerror=alert(3)>',
    "' onfocus='alert(4)' autofocus='",
    '<svg/onload=alert(5)>',
    '</title></style></textarea><iframe srcdoc="<script>alert(6)</script>">',
    'half <b tag',
    '&lt;i&gt; &amp;amp; &#60;',
    '<!-- --> ]]> <![CDATA[',
    '*** a ****b**** c **',
    '\u202eright to left',
    '__proto__',
    '{{owner: me}} [link](javascript:alert(7))',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is what someone may type
    '${alert(8)}',
    'bell \u0007 and \u000b and \u001f and \ufffe',
    'half \ud83d of a character',
    '\u2028\u2029 lines \u0085',
    'W'.repeat(150),
  ],
  10,
)
const slugs = sample(
  [
    'a b',
    'a&b=c',
    'a?b',
    'a#b',
    'a/b',
    'a/../b',
    '..;',
    '100%',
    '%2e%2e',
    'a%2fb',
    '“quotes”',
    '<script>alert(9)</script>',
    'a\\b',
    '日本',
  ],
  6,
)
const written = (text: string): Partial<BlogPostsTable> => ({
  title: text,
  category: text,
  excerpt: text,
  content: `${text}\n- ${text}\n**${text}**\n${text}`,
  keywords: text,
  author: text,
})
const begun = { createdAt: '2025-01-01T10:00:00.000Z' }
const harmful = [
  ...nasty.map((text, at) => post(`nasty-${at}`, { ...written(text), ...begun })),
  ...slugs.map((slug) => post(slug, begun)),
  post('huge', { content: 'x'.repeat(100_000), ...begun }),
]

interface ReadingSite {
  url: string
  db: Database
  close(): Promise<void>
}

/** A site whose database had these posts before its first page was rendered: in addition to the built-in ones, or instead of them. */
async function openSite(rows: BlogPostsTable[], { instead = false } = {}): Promise<ReadingSite> {
  const dataDir = mkdtempSync(join(tmpdir(), 'plumbers-reading-'))
  copySqlite(inject('templates'), dataDir)
  const { db } = openSqlite(dataDir)
  if (instead) await db.deleteFrom('blogPosts').execute()
  for (const row of rows) await db.insertInto('blogPosts').values(row).execute()
  const site = await startSite({ env: { DATA_DIR: dataDir } })
  return {
    url: site.url,
    db,
    async close() {
      await site.close()
      await db.destroy()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

shareChromium()
let site: ReadingSite
let empty: ReadingSite
beforeAll(async () => {
  site = await openSite([
    post('midnight', { createdAt: '2027-02-01T10:00:00.000Z', publishedAt: '2026-06-30T23:30:00.000Z' }),
    post('september', { createdAt: '2026-09-08T23:00:00.000Z', publishedAt: '2026-09-08T23:00:00.000Z' }),
    ...harmful,
  ])
  empty = await openSite([post('draft', { published: 0, publishedAt: null })], { instead: true })
})
afterAll(async () => {
  await site?.close()
  await empty?.close()
})

interface OpenOptions extends BrowserContextOptions {
  at?: ReadingSite
  /** The console message that is expected. */
  complaint?: RegExp
  /** Runs before the page is opened. */
  first?: (page: Page) => unknown
}

/** Opens a page on a phone. Fails on any unexpected error, policy violation or third-party script. */
async function open(path: string, { at = site, complaint, first, ...options }: OpenOptions = {}): Promise<Page> {
  const complaints: string[] = []
  // Registered first, so it is called last: after the page has been left.
  onTestFinished(() => expect(complaints.filter((each) => !complaint?.test(each))).toEqual([]))
  const context = await openQuietContext(at.url, options)
  context.on('console', (message) => {
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) complaints.push(message.text())
  })
  context.on('weberror', (error) => complaints.push(String(error.error())))
  context.on('dialog', (dialog) => {
    complaints.push(`a dialog says ${dialog.message()}`)
    void dialog.dismiss()
  })
  const page = await context.newPage()
  await first?.(page)
  await page.goto(path)
  return page
}

const island = (page: Page) => page.locator('main [data-island]')
const started = (page: Page) => page.locator('main [data-island][data-started]').waitFor({ state: 'attached' })
const rows = (page: Page) => page.locator('main li[id^=post-]')
const titles = (page: Page) => rows(page).locator('h2').allTextContents()
const toggles = (page: Page) => page.getByRole('button', { name: /^Read (more|less)/ })
const toggleOf = (page: Page, title: string) => page.getByRole('button', { name: new RegExp(`^Read (more|less) about ${title}`) })
const opened = (page: Page) => page.locator('main li[id^=post-] [id$=-text]')

/** Installs a stopped clock and records when the page makes its requests, in the page's time. */
async function stopTime(page: Page): Promise<void> {
  await page.clock.install({ time: '2026-12-01T10:00:00Z' })
  await page.clock.pauseAt('2026-12-01T10:00:01Z')
  await page.addInitScript(() => {
    const asked: { path: string; at: number }[] = []
    const realFetch = window.fetch
    window.fetch = (input, init) => {
      const { pathname, search } = new URL(String(input), location.href)
      asked.push({ path: pathname + search, at: Date.now() })
      return realFetch(input, init)
    }
    Object.assign(window, { asked })
  })
}

/** The seconds from the first request to each request. */
const asked = async (page: Page) => {
  const all = await page.evaluate(() => (window as unknown as { asked: { path: string; at: number }[] }).asked)
  return all.map(({ path, at }) => ({ path, second: Math.round((at - (all[0]?.at ?? 0)) / 100) / 10 }))
}
/** Advances the clock in small steps until the condition is true. */
const goOnUntil = (page: Page, isThere: () => Promise<boolean>, stepMs = 20) =>
  expect
    .poll(
      async () => {
        await page.clock.runFor(stepMs)
        return isThere()
      },
      { timeout: patienceMs, interval: 5 },
    )
    .toBe(true)

/** Hides the page, or shows it again. */
async function look(page: Page, state: 'away' | 'back'): Promise<void> {
  await page.evaluate(
    (visibility) => {
      Object.defineProperty(document, 'visibilityState', { get: () => visibility, configurable: true })
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
    },
    state === 'away' ? 'hidden' : 'visible',
  )
}

/** Starts an island while the clock is stopped. */
async function startStill(page: Page): Promise<void> {
  await island(page).dispatchEvent('island-start')
  await goOnUntil(page, async () => (await page.locator('main [data-island][data-started]').count()) > 0)
  // Each post has its button by then.
  await goOnUntil(page, async () => (await toggles(page).count()) === (await rows(page).count()))
}

further.it(
  '“Read more” keeps the focus when it starts, opens and closes posts in place, one at a time, and asks for them once',
  async () => {
    let goOn: (() => void) | undefined
    const questions: string[] = []
    const page = await open('/blog', {
      first: async (each) => {
        each.on('request', (request) => request.url().includes('/rest/') && questions.push(request.url().slice(site.url.length)))
        goOn = await holdIslands(each)
      },
    })
    const [one, other] = ['Title of midnight', 'Title of september']
    // It is a link until its script starts.
    await page.getByRole('link', { name: `Read more about ${one}` }).focus()
    await page.evaluate(() => Object.assign(window, { before: document.activeElement }))
    expect(await toggles(page).count()).toBe(0)
    goOn?.()
    await toggleOf(page, one).waitFor()
    expect(await page.evaluate(() => document.activeElement === (window as unknown as { before: Element }).before)).toBe(true)

    await toggleOf(page, one).press('Enter')
    await page.getByText('bold of midnight').waitFor()
    expect(await toggleOf(page, one).getAttribute('aria-expanded')).toBe('true')
    const controlled = await toggleOf(page, one).getAttribute('aria-controls')
    expect(await page.locator(`[id="${controlled}"]`).textContent()).toContain('bold of midnight')
    const top = async () => (await toggleOf(page, other).boundingBox())?.y ?? Number.NaN
    await toggleOf(page, other).scrollIntoViewIfNeeded()
    const before = await top()
    await toggleOf(page, other).click()
    await page.getByText('bold of september').waitFor()
    expect(Math.abs((await top()) - before), 'under the finger, while another closes').toBeLessThan(1.5)
    expect(await opened(page).count()).toBe(1)
    await toggleOf(page, other).click()
    await opened(page).waitFor({ state: 'detached' })
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(`Read more about ${other}`)
    expect(questions, 'exactly what clients of the API ask').toEqual([listPath])
  },
)

further.describe('When the posts cannot be had', () => {
  it('the built-in ones come into an empty page, open, and stay; the error is forgotten once the posts can be had', async () => {
    let isDown = true
    const page = await open('/blog', {
      at: empty,
      complaint: /^Failed to fetch blog posts/,
      first: async (each) => {
        await stopTime(each)
        await each.route('**/rest/**', (route) =>
          isDown ? route.abort() : route.fulfill({ json: [{ id: 7, title: 'Late', content: 'a', created_at: '2026-09-09T10:00:00Z' }] }),
        )
      },
    })
    await startStill(page)
    await goOnUntil(page, async () => (await rows(page).count()) > 0)
    expect(await titles(page)).toEqual(builtInPosts.map(({ title }) => title))
    await toggles(page).first().click()
    await goOnUntil(page, async () => (await opened(page).locator('p').count()) > 0)
    const comeBack = async () => {
      await page.clock.runFor(60_000)
      await look(page, 'away')
      await look(page, 'back')
    }
    await comeBack()
    await goOnUntil(page, async () => (await asked(page)).length > 2)
    expect(await titles(page)).toEqual(builtInPosts.map(({ title }) => title))
    expect(await opened(page).count()).toBe(1)
    isDown = false
    await comeBack()
    await goOnUntil(page, async () => (await rows(page).count()) === 1)
    expect(await titles(page)).toEqual(['Late'])
  })
})

describe('A post that means harm', () => {
  const dangerous = 'script, iframe, img, svg[onload], [onerror], [onfocus], [autofocus]'
  const plain = (text: string | null | undefined) => (text ?? '').toWellFormed().replace(/\s+/g, ' ').trim()

  it('is text in the list, closed and open, whatever its slug or its size, and wherever a browser reads it', async () => {
    const page = await open('/blog')
    await toggles(page).first().waitFor()
    const texts = await rows(page).evaluateAll((all) =>
      all.map((row) => [row.querySelector('h2'), row.querySelector('bdi'), row.querySelectorAll('p')[1]].map((part) => part?.textContent)),
    )
    for (const text of nasty) expect(texts.map((each) => each.map(plain))).toContainEqual(Array(3).fill(plain(text)))
    /** Opens each post in turn, and returns its text and its elements. */
    const known = await page.evaluate(async () => {
      const found: { title: string; words: string; elements: string[] }[] = []
      for (const row of document.querySelectorAll<HTMLElement>('main li[id^=post-]')) {
        row.querySelector<HTMLElement>('[aria-expanded]')?.click()
        const text = () => row.querySelector('[id$=-text]')
        for (let frames = 0; frames < 600 && !text()?.querySelector('p'); frames++)
          await new Promise((resolve) => requestAnimationFrame(resolve))
        found.push({
          title: row.querySelector('h2')?.textContent ?? '',
          words: text()?.querySelector('p')?.textContent ?? '',
          elements: [...new Set([...(text()?.querySelectorAll('*') ?? [])].map((element) => element.localName))],
        })
      }
      return found
    })
    const wordsOf = (title: string) => known.find((each) => plain(each.title) === plain(title))?.words ?? 'no such post'
    const words = (text: string) => text.toWellFormed().replace(/[\s*]+/g, '')
    for (const text of nasty) expect(words(wordsOf(text)), text).toBe(words(`${text}- ${text}${text}${text}`))
    for (const slug of slugs) expect(wordsOf(`Title of ${slug}`), slug).toContain(`bold of ${slug}`)
    expect(wordsOf('Title of huge').length).toBe(100_000)
    expect(known.flatMap(({ elements }) => elements).filter((name) => !['b', 'br', 'p', 'a'].includes(name))).toEqual([])
    expect(await page.locator(`main :is(${dangerous})`).count()).toBe(0)
    expect(await overflowPx(page)).toBe(0)

    const read = await page.evaluate(
      async ([count, unsafe]) => {
        const textOf = async (path: string) => (await fetch(path)).text()
        const parsed = async (path: string) => new DOMParser().parseFromString(await textOf(path), 'text/html')
        const xml = await Promise.all(
          ['/blog/rss.xml', '/sitemap.xml'].map(async (path) => new DOMParser().parseFromString(await textOf(path), 'application/xml')),
        )
        const list = await parsed('/blog')
        const posts = []
        for (let at = 0; at < Number(count); at++) {
          const post = await parsed(`/blog/nasty-${at}`)
          posts.push({
            heading: post.querySelector('h1')?.textContent,
            graph: post.querySelector('script[type="application/ld+json"]')?.textContent,
            unsafe: post.querySelectorAll(`main :is(${unsafe})`).length,
          })
        }
        return {
          unsafe: list.querySelectorAll(`main :is(${unsafe})`).length + (await parsed('/')).querySelectorAll(`#blog :is(${unsafe})`).length,
          posts,
          broken: xml.flatMap((each) => [...each.querySelectorAll('parsererror')].map(({ textContent }) => textContent)),
          llms: (await textOf('/llms.txt')).split('## Posts\n')[1]?.split('\n\n')[0]?.split('\n') ?? [],
        }
      },
      [String(nasty.length), dangerous] as const,
    )
    expect(read.unsafe).toBe(0)
    for (const [at, text] of nasty.entries()) {
      const own = read.posts[at]
      expect([plain(own?.heading), own?.unsafe]).toEqual([plain(text), 0])
      const [posting] = JSON.parse(own?.graph ?? '')['@graph']
      expect(posting).toMatchObject({ headline: text.toWellFormed(), author: { name: text.toWellFormed() } })
    }
    expect(read.broken).toEqual([])
    expect(read.llms.filter((line) => !/^- \[[^[\]]*\]\(http\S+\)$/.test(line))).toEqual([])
  })
})

describe('The payment page', () => {
  const path = '/payment-success?session_id=cs_test_1'
  const question = '/functions/v1/payment-status?session_id=cs_test_1'
  const reference = (page: Page) => page.locator('main dd').textContent()
  const paid = { state: 'paid', reference: 'BK-7KQ4MXNP' }
  const success = /success|Priority response activated|Technician dispatched/i

  it('asks every five seconds while someone looks, believes no wrong answer, says success once, when it is paid, without moving, and then asks no more', async () => {
    const wrong: ((route: Route) => unknown)[] = [
      (route) => route.fulfill({ json: null }),
      (route) => route.fulfill({ contentType: 'text/html', body: '<h1>Sign in</h1>' }),
      (route) => route.fulfill({ status: 500, json: paid }),
      (route) => route.abort(),
    ]
    let answer: object = { state: 'confirming', reference: 'BK-AAAAAAAA' }
    const page = await open(path, {
      first: async (each) => {
        await each.setViewportSize({ width: 360, height: 2_400 })
        await stopTime(each)
        await each.route('**/functions/v1/payment-status?*', (route) =>
          (wrong.shift() ?? ((last: Route) => last.fulfill({ json: answer })))(route),
        )
      },
    })
    await startStill(page)
    await page.clock.runFor(4_500)
    expect(await asked(page)).toEqual([])
    await goOnUntil(page, async () => wrong.length === 0 && (await asked(page)).length === 5, 250)
    expect(new Set((await asked(page)).map((each) => each.path))).toEqual(new Set([question]))
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Your payment is being confirmed')
    expect(await page.locator('main').innerText()).not.toMatch(success)
    expect(await toasts(page).count()).toBe(0)
    await look(page, 'away')
    await page.clock.runFor(60_000)
    const before = (await asked(page)).length
    await look(page, 'back')
    expect(await asked(page)).toHaveLength(before + 1)

    const places = () =>
      page
        .locator('main :is(a, h2:not([aria-hidden] *), ol):visible')
        .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top))
    const placesBefore = await places()
    answer = paid
    await goOnUntil(page, () => page.getByRole('heading', { level: 1, name: 'Payment Successful!' }).isVisible(), 250)
    // 'Check again' is gone, and everything else is in the same place.
    expect(placesBefore.slice(1)).toEqual(await places())
    await goOnUntil(page, async () => (await toasts(page).count()) > 0)
    expect(await toasts(page).allInnerTexts()).toEqual([expect.stringContaining('Payment Successful!')])
    expect(await reference(page)).toBe('BK-7KQ4MXNP')
    // No one has set out yet.
    expect(await page.locator('main').innerText()).not.toContain('Technician dispatched')
    const questions = (await asked(page)).length
    await look(page, 'away')
    await look(page, 'back')
    await page.clock.runFor(60_000)
    expect((await asked(page)).length).toBe(questions)
  })
})

/** Every page to read; the list with a post open too. */
const pagesToRead = [
  '/blog',
  ...builtInPosts.map(({ slug }) => `/blog/${slug}`),
  '/payment-success?session_id=cs_test_1',
  ...legalPages(defaultPublished).map(({ slug }) => `/${slug}`),
]

further.it.each(pagesToRead)(
  '%s does not move when its scripts start, when data arrives, or when someone scrolls through it; axe has nothing to find, nor a thumb a target below 44 px, and it never scrolls sideways',
  async (path) => {
    const page = await open('/robots.txt', { first: watchShifts })
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: 740 })
      await page.goto(path)
      if ((await island(page).count()) > 0) await started(page)
      if (path === '/blog') await toggles(page).first().waitFor()
      await page.waitForLoadState('networkidle')
      await page.evaluate(async () => {
        for (let y = 0; y < document.documentElement.scrollHeight - innerHeight; y += 200) {
          scrollTo(0, y)
          await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
        }
      })
      expect(await shiftsOf(page), `at ${width} px`).toEqual([])
    }
    if (path === '/blog') {
      await toggleOf(page, builtInPosts[1]?.title.slice(0, 20) ?? '').click()
      await page.getByText('Open this post on its own page').waitFor()
    }
    const problems: string[] = []
    for (const width of [1280, 768, 320]) {
      await page.setViewportSize({ width, height: 740 })
      const overflow = await overflowPx(page)
      if (overflow > 0) problems.push(`${width}: scrolls by ${overflow}`)
      problems.push(...(await cutOff(page)).map((html) => `${width}: cuts ${html}`))
    }
    // In mid-page the header may cover half a link.
    await page.evaluate(() => scrollTo(0, 0))
    problems.push(...(await smallTargets(page, 'main')), ...(await axeProblems(page)))
    expect(problems).toEqual([])
    expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1)
  },
)
