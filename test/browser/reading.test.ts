import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'node-html-parser'
import type { Browser, BrowserContextOptions, Page, Route } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest'
import { type Database, openSqlite } from '#app/platform/database.ts'
import { newId } from '#app/values/ids.ts'
import { legalPages } from '#content/legal/index.ts'
import { builtInPosts } from '#content/posts/index.ts'
import { defaultPublished } from '#content/published.ts'
import type { BlogPostsTable } from '#db/tables/site.ts'
import { sharedChromium } from '#test/support/chromium.ts'
import { isDeep, sample, tries } from '#test/support/depth.ts'
import { startSite } from '#test/support/site.ts'
import { copySqlite } from '#test/support/templates.ts'
import { shiftsOf, watchShifts } from './layout-shifts.ts'
import { axeProblems, eventually, holdIslands, openQuietContext, overflowPx, placeOf, toasts } from './visitor.ts'

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

let browser: Browser
let site: ReadingSite
let empty: ReadingSite
beforeAll(async () => {
  browser = await sharedChromium()
  site = await openSite([
    post('midnight', { createdAt: '2027-02-01T10:00:00.000Z', publishedAt: '2026-06-30T23:30:00.000Z' }),
    post('september', { createdAt: '2026-09-08T23:00:00.000Z', publishedAt: '2026-09-08T23:00:00.000Z' }),
    post('draft', { published: 0, publishedAt: null, createdAt: '2027-03-01T10:00:00.000Z', title: 'Nobody may read this' }),
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
  const context = await openQuietContext(browser, at.url, options)
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
const askedAt = async (page: Page) => (await asked(page)).map(({ second }) => second)

/** Advances the clock in small steps until the condition is true. */
const goOnUntil = (page: Page, isThere: () => Promise<boolean>, stepMs = 20) =>
  expect
    .poll(
      async () => {
        await page.clock.runFor(stepMs)
        return isThere()
      },
      { timeout: 30_000, interval: 5 },
    )
    .toBe(true)

/** Runs axe, which needs a running clock. */
async function axeInTime(page: Page, within?: string): Promise<string[]> {
  await page.clock.resume()
  return axeProblems(page, within)
}

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

describe('The list of posts without JavaScript', () => {
  const sent = async (url: string) => parse(await (await fetch(url)).text())
  const textOf = (element: { textContent: string } | null | undefined) => element?.textContent.replace(/\s+/g, ' ').trim()

  it('shows each post, newest first by when it was begun, never a draft, and leads to it by its title and by "Read more"', async () => {
    const page = await sent(`${site.url}/blog`)
    expect(page.querySelectorAll('[aria-label=Breadcrumb] li').map((crumb) => textOf(crumb)?.replace('/', '').trim())).toEqual([
      'Home',
      'Blog',
    ])
    expect(page.querySelectorAll('h1').map(textOf)).toEqual(['Helpful tips from emergency plumbers'])
    const rowOf = (row: (typeof listed)[number]) => ({
      texts: row.querySelectorAll('p').map(textOf),
      links: row.querySelectorAll('a').map((link) => [textOf(link), link.getAttribute('href')]),
    })
    const listed = page.querySelectorAll('main li').filter((row) => row.getAttribute('id')?.startsWith('post-'))
    const expected = (title: string, slug: string, ...texts: string[]) => ({
      texts,
      links: [
        [title, `/blog/${slug}`],
        [`Read more about ${title}`, `/blog/${slug}`],
      ],
    })
    expect(listed.map(rowOf)).toEqual([
      expected('Title of midnight', 'midnight', 'Stopcocks · 01 Jul 2026', 'In short: midnight'),
      ...builtInPosts.map(({ title, slug, category, excerpt }) => expected(title, slug, `${category} · 20 Nov 2026`, excerpt)),
      expected('Title of september', 'september', 'Stopcocks · 09 Sep 2026', 'In short: september'),
    ])
    expect(textOf(page.querySelector('main'))).not.toContain('Nobody may read this')
  })

  it('says that there are none, exactly so', async () => {
    const page = await sent(`${empty.url}/blog`)
    expect(textOf(page.querySelector('[role=status]'))).toBe('No blog posts available yet. Check back soon for updates!')
    expect(page.querySelectorAll('li[id^=post-]')).toEqual([])
  })
})

describe('"Read more"', () => {
  it('keeps the focus when it starts, opens and closes posts in place by click and keys, one at a time, and asks for them once', async () => {
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
    const link = page.getByRole('link', { name: `Read more about ${one}` })
    await link.focus()
    await page.evaluate(() => Object.assign(window, { before: document.activeElement }))
    expect(await toggles(page).count()).toBe(0)
    goOn?.()
    await toggleOf(page, one).waitFor()
    expect(await page.evaluate(() => document.activeElement === (window as unknown as { before: Element }).before)).toBe(true)

    const states = () => toggles(page).evaluateAll((all) => all.map((each) => each.getAttribute('aria-expanded')))
    for (const press of ['Enter', 'Space', 'a click']) {
      const toggle = (title: string) => (press === 'a click' ? toggleOf(page, title).click() : toggleOf(page, title).press(press))
      expect(await states(), press).toEqual(['false', 'false', 'false', 'false', 'false'])
      await toggle(one)
      await page.getByText('bold of midnight').waitFor()
      expect(await states(), press).toEqual(['true', 'false', 'false', 'false', 'false'])
      expect(await toggleOf(page, one).textContent()).toBe(`Read less about ${one}`)
      const controlled = await toggleOf(page, one).getAttribute('aria-controls')
      expect(await page.locator(`[id="${controlled}"]`).textContent()).toContain('bold of midnight')
      await toggle(other)
      await page.getByText('bold of september').waitFor()
      expect(await states(), press).toEqual(['false', 'false', 'false', 'false', 'true'])
      expect(await opened(page).count()).toBe(1)
      await toggle(other)
      await opened(page).waitFor({ state: 'detached' })
      expect(await toggleOf(page, other).textContent()).toBe(`Read more about ${other}`)
      expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(`Read more about ${other}`)
    }
    expect(questions, 'exactly what clients of the API ask').toEqual([listPath])

    for (const modifier of ['ControlOrMeta', 'Shift'] as const) {
      const [tab] = await Promise.all([page.context().waitForEvent('page'), toggleOf(page, one).click({ modifiers: [modifier] })])
      await tab.waitForURL('**/blog/midnight')
      await tab.close()
      expect(await opened(page).count(), `${modifier} opens the page of its own, beside this one`).toBe(0)
    }
    expect(new URL(page.url()).pathname).toBe('/blog')

    await toggleOf(page, one).click()
    const text = opened(page).locator('p').first()
    expect(await text.innerText()).toBe('Plain bold of midnight plain\nsecond line\n\nlast line')
    expect(await text.locator('b').allTextContents()).toEqual(['bold of midnight'])
    expect(await text.locator('b').evaluate((bold) => Number(getComputedStyle(bold).fontWeight))).toBeGreaterThanOrEqual(700)
    expect(await text.locator('br').count()).toBe(3)
    expect(await page.getByRole('link', { name: 'Open this post on its own page' }).getAttribute('href')).toBe('/blog/midnight')
  })

  it('does not move under the finger, while another post closes above it or it closes itself', async () => {
    const page = await open('/blog')
    const top = async (title: string) => (await toggleOf(page, title).boundingBox())?.y ?? Number.NaN
    const [, costs] = builtInPosts.map(({ title }) => title.slice(0, 20))
    const [stopcock] = builtInPosts.map(({ title }) => title)
    await toggleOf(page, stopcock ?? '').click()
    await opened(page).waitFor()
    const height = (await opened(page).boundingBox())?.height ?? 0
    expect(height).toBeGreaterThan(3_000)
    for (const [title, isOpen] of [
      [costs ?? '', true],
      [costs ?? '', false],
      ['Title of september', true],
      ['Title of midnight', true],
      ['Title of midnight', false],
    ] as const) {
      await toggleOf(page, title).scrollIntoViewIfNeeded()
      const before = await top(title)
      await toggleOf(page, title).click()
      await page.getByRole('button', { name: `${isOpen ? 'Read less' : 'Read more'} about ${title}` }).waitFor()
      expect(Math.abs((await top(title)) - before), `${title} ${isOpen}`).toBeLessThan(1.5)
    }
  })
})

describe('The question for posts', () => {
  it('is asked again when someone comes back after 30 seconds, not before, and a post published meanwhile appears', async () => {
    const page = await open('/blog', { first: stopTime })
    await startStill(page)
    await goOnUntil(page, async () => (await asked(page)).length > 0)
    await toggleOf(page, 'Title of midnight').click()
    await goOnUntil(page, () => page.getByText('bold of midnight').isVisible())
    const fresh = post('fresh', { createdAt: '2027-02-02T10:00:00.000Z' })
    await site.db.insertInto('blogPosts').values(fresh).execute()
    onTestFinished(async () => void (await site.db.deleteFrom('blogPosts').where('slug', '=', 'fresh').execute()))
    const comeBackAfter = async (seconds: number) => {
      await look(page, 'away')
      await page.clock.runFor(seconds * 1_000)
      await look(page, 'back')
      await page.clock.runFor(100)
    }
    await comeBackAfter(28)
    expect(await askedAt(page)).toEqual([0])
    await comeBackAfter(3)
    await goOnUntil(page, () => toggleOf(page, 'Title of fresh').isVisible())
    expect((await asked(page)).map(({ path }) => path)).toEqual([listPath, listPath])
    expect((await titles(page))[0]).toBe('Title of fresh')
    // An open post stays open.
    expect(await page.getByText('bold of midnight').isVisible()).toBe(true)
    await toggleOf(page, 'Title of fresh').click()
    await goOnUntil(page, () => page.getByText('bold of fresh').isVisible())
  })
})

const answers: Record<string, (route: Route) => unknown> = {
  'an error': (route) => route.fulfill({ status: 500, json: { code: 'XX000', message: 'internal error' } }),
  'not found': (route) => route.fulfill({ status: 404, body: 'Not found' }),
  'no connection': (route) => route.abort(),
  'a page instead of JSON': (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html><h1>Sign in to the WiFi</h1>' }),
  'half an answer': (route) => route.fulfill({ contentType: 'application/json', body: '[{"slug":"a","title":"b"' }),
  null: (route) => route.fulfill({ json: null }),
  'an object': (route) => route.fulfill({ json: { message: 'x' } }),
  'a text': (route) => route.fulfill({ json: 'rows' }),
  'rows that are none': (route) => route.fulfill({ json: [null, 1, 'a'] }),
  'rows without fields': (route) => route.fulfill({ json: [{}, { id: 1 }] }),
  'rows with fields of another kind': (route) =>
    route.fulfill({ json: [{ id: {}, slug: [], title: { a: 1 }, content: null, category: 7, created_at: 8 }] }),
  'a slug that no address can hold': (route) =>
    route.fulfill({ body: '[{"slug":"\\ud800","title":"a","content":"b"}]', contentType: 'application/json' }),
}

describe('When the posts cannot be had', () => {
  const complaint = /^Failed to fetch blog posts/

  it.each(sample(Object.entries(answers), 2))(
    'because the answer is %s, the page keeps its own, asks once more after a second, and says it to the console',
    async (_, answer) => {
      const said: string[] = []
      const page = await open('/blog', {
        complaint,
        first: async (each) => {
          await stopTime(each)
          await each.route('**/rest/**', answer)
          each.on('console', (message) => message.type() === 'error' && complaint.test(message.text()) && said.push(message.text()))
        },
      })
      const before = await titles(page)
      await startStill(page)
      await goOnUntil(page, async () => (await asked(page)).length === 1)
      await eventually(() => said.length).toBe(1)
      await goOnUntil(page, async () => said.length === 2)
      await page.clock.runFor(60_000)
      expect(await askedAt(page)).toEqual([0, 1])
      expect(said).toHaveLength(2)
      expect(await titles(page)).toEqual(before)
      expect(before).toHaveLength(5)
      await toggleOf(page, 'Title of midnight').click()
      await goOnUntil(page, () => page.getByText('There’s no connection.').isVisible())
      expect(await page.getByText('Something Went Wrong').count()).toBe(0)
      await page.getByRole('link', { name: 'Try the post on its own page' }).click()
      await page.waitForURL('**/blog/midnight')
    },
  )

  it('because none comes, gives up after ten seconds, twice', async () => {
    const said: string[] = []
    const page = await open('/blog', {
      complaint,
      first: async (each) => {
        await stopTime(each)
        await each.route('**/rest/**', () => undefined)
        each.on('console', (message) => message.type() === 'error' && said.push(message.text()))
      },
    })
    await startStill(page)
    await toggleOf(page, 'Title of midnight').click()
    await goOnUntil(page, async () => (await opened(page).count()) > 0)
    // Its space stays reserved meanwhile.
    expect(await opened(page).textContent()).toBe('')
    await goOnUntil(page, async () => (await asked(page)).length > 0)
    for (const times of [1, 2]) {
      await page.clock.runFor(9_000)
      await goOnUntil(page, async () => said.length === times, 500)
    }
    const [first, second, ...more] = await askedAt(page)
    expect([first, more]).toEqual([0, []])
    expect(second).toBeGreaterThanOrEqual(11)
    expect(said[0]).toContain('no answer within 10 seconds')
    await goOnUntil(page, () => page.getByText('There’s no connection.').isVisible())
    expect(await rows(page).count()).toBe(5)
  })

  it('the built-in ones come into an empty page, open, and stay; the error is forgotten once the posts can be had', async () => {
    let isDown = true
    const page = await open('/blog', {
      at: empty,
      complaint,
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
    expect(await rows(page).first().locator('p').first().textContent()).toBe('Stopcocks · 20 Nov 2026')
    await toggles(page).first().click()
    await goOnUntil(page, () => opened(page).getByText('What to look for').isVisible())
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

  it('and the built-in ones neither, says so, and why', async () => {
    const page = await open('/blog', {
      at: empty,
      complaint,
      first: async (each) => {
        await stopTime(each)
        await each.route('**/rest/**', (route) => route.fulfill({ status: 503 }))
        await each.route('**/islands/posts-*.js', (route) => route.abort())
      },
    })
    await startStill(page)
    await goOnUntil(page, () => page.getByText('Unable to load').isVisible())
    expect(await page.getByRole('status').locator('p').allTextContents()).toEqual([
      'Unable to load blog posts at the moment. Please try refreshing the page.',
      'Error: the server answered 503',
    ])
    expect(await axeInTime(page, 'main')).toEqual([])
  })

  it('the built-in ones come too while the browser takes itself for offline', async () => {
    const page = await open('/blog', {
      at: empty,
      complaint,
      first: async (each) => {
        await stopTime(each)
        await each.route('**/rest/**', (route) => route.abort())
      },
    })
    await startStill(page)
    await goOnUntil(page, async () => (await asked(page)).length === 1)
    await page.evaluate(() => dispatchEvent(new Event('offline')))
    await goOnUntil(page, async () => (await rows(page).count()) === 3)
  })
})

describe('An empty list', () => {
  it('shows three cards while it is asked for, and then that there are none, without moving anything', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const page = await open('/blog', {
      at: empty,
      first: async (each) => {
        await watchShifts(each)
        await each.route('**/rest/**', async (route) => {
          await promise
          await route.continue()
        })
      },
    })
    const loading = page.getByRole('list', { name: 'Loading posts' })
    await loading.waitFor()
    expect(await loading.getAttribute('aria-busy')).toBe('true')
    expect(await loading.locator('> li').count()).toBe(3)
    expect(await page.getByText('No blog posts').count()).toBe(0)
    expect(await axeProblems(page, 'main')).toEqual([])
    resolve()
    await page.getByText('No blog posts available yet. Check back soon for updates!', { exact: true }).waitFor()
    expect(await loading.count()).toBe(0)
    expect(await shiftsOf(page)).toEqual([])
  })
})

/** Each is used in every field of a separate post. */
const nasty = [
  '<script>alert(1)</script>',
  '</script><script>alert(2)</script>',
  '"><img src=x onerror=alert(3)>',
  "' onfocus='alert(4)' autofocus='",
  '<svg/onload=alert(5)>',
  '</title></style></textarea><iframe srcdoc="<script>alert(6)</script>">',
  'half <b tag',
  '<b>bold</b>',
  '&lt;i&gt; &amp;amp; &#60;',
  '<!-- --> ]]> <![CDATA[',
  '***',
  '****',
  '*** a ****b**** c **',
  '**a **b** c**',
  '** **',
  '\u202eright to left',
  '\u2066\u200f\u061cmarks',
  'null',
  'undefined',
  '__proto__',
  '{"@context":"x"}',
  '{{owner: me}} [link](javascript:alert(7))',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is what someone may type
  '${alert(8)}',
  'bell \u0007 and \u000b and \u001f and \ufffe',
  'half \ud83d of a character',
  'W'.repeat(150),
  '\u2028\u2029 lines \u0085',
]
const slugs = [
  'a b',
  'a&b=c',
  'a?b',
  'a#b',
  'a/b',
  'a/../b',
  '../c',
  '..;',
  '100%',
  '%41',
  '%2e%2e',
  'a%2fb',
  '“quotes”',
  '"quoted"',
  "it's (a) *!",
  '<script>alert(9)</script>',
  'javascript:alert(10)',
  'zoë',
  '日本',
  'a+b',
  'a,b;c:d@e$f=g',
  'a\\b',
  'a|b^c`d',
  '\u202ertl',
  'null',
]

describe('A post that means harm', () => {
  const huge = { lines: '\n'.repeat(tries(20_000, 100_000)), line: 'x'.repeat(200_000), asterisks: '*'.repeat(100_000) }
  let hostile: ReadingSite
  beforeAll(async () => {
    const everything = nasty.join(' ')
    const all = (text: string): Partial<BlogPostsTable> => ({
      title: text,
      category: text,
      excerpt: text,
      content: `${text}\n- ${text}\n**${text}**\n${text}`,
      metaDescription: text.slice(0, 160),
      keywords: text,
      author: text,
    })
    hostile = await openSite(
      [
        ...nasty.map((text, at) => post(`nasty-${at}`, { ...all(text), createdAt: '2027-01-01T00:00:00.000Z' })),
        ...slugs.map((slug) => post(slug)),
        ...Object.entries(huge).map(([name, content]) => post(`huge-${name}`, { content })),
        post('everything', { ...all(everything), createdAt: '2027-06-01T00:00:00.000Z' }),
      ],
      { instead: true },
    )
  })
  afterAll(() => hostile?.close())

  /** The text as a browser shows it: without lone surrogates or NUL. */
  const shown = (text: string) => text.toWellFormed()
  const plain = (text: string | null) => (text ?? '').replace(/\s+/g, ' ').trim()
  const total = nasty.length + slugs.length + 4
  const dangerous = 'script, iframe, img, svg[onload], [onerror], [onfocus], [autofocus]'

  it('is text in the list, closed and open, whatever its slug or its size', async () => {
    const page = await open('/blog', { at: hostile })
    await toggles(page).first().waitFor()
    expect(await toggles(page).count(), 'the list starts by itself, however long').toBe(total)
    const read = await rows(page).evaluateAll((all) =>
      all.map((row) => [
        row.querySelector('h2')?.textContent,
        row.querySelector('bdi')?.textContent,
        row.querySelectorAll('p')[1]?.textContent,
      ]),
    )
    expect(read).toHaveLength(total)
    for (const text of nasty)
      expect(read.map((each) => each.map((part) => plain(part ?? null)))).toContainEqual(Array(3).fill(plain(shown(text))))
    expect(await page.locator(`main :is(${dangerous})`).count()).toBe(0)
    expect(await overflowPx(page)).toBe(0)

    /** Opens each post in turn, and returns its text and its elements. */
    const known = await page.evaluate(async () => {
      const found: { title: string; words: string; elements: string[]; controls: string | null; controlled: number }[] = []
      for (const row of document.querySelectorAll<HTMLElement>('main li[id^=post-]')) {
        const toggle = row.querySelector<HTMLElement>('[aria-expanded]')
        toggle?.click()
        const text = () => row.querySelector('[id$=-text]')
        for (let frames = 0; frames < 600 && !text()?.querySelector('p'); frames++)
          await new Promise((resolve) => requestAnimationFrame(resolve))
        const controls = toggle?.getAttribute('aria-controls') ?? null
        found.push({
          title: row.querySelector('h2')?.textContent ?? '',
          words: text()?.querySelector('p')?.textContent ?? '',
          elements: [...new Set([...(text()?.querySelectorAll('*') ?? [])].map((element) => element.localName))],
          controls,
          controlled: [...document.querySelectorAll('[id]')].filter((element) => element.id === controls).length,
        })
      }
      return found
    })
    expect(known).toHaveLength(total)
    const wordsOf = (title: string) => known.find((each) => plain(each.title) === plain(title))?.words ?? 'no such post'
    const words = (text: string) => text.replace(/[\s*]+/g, '')
    for (const text of nasty.map(shown)) expect(words(wordsOf(text)), text).toBe(words(`${text}- ${text}${text}${text}`))
    for (const slug of slugs) expect(wordsOf(`Title of ${slug}`), slug).toContain(`bold of ${slug}`)
    for (const { title, elements, controls, controlled } of known) {
      expect(
        elements.filter((name) => !['b', 'br', 'p', 'a'].includes(name)),
        title,
      ).toEqual([])
      expect([controls, controlled], title).toEqual([expect.stringMatching(/^\S+$/), 1])
    }
    for (const [name, content] of Object.entries(huge))
      expect(wordsOf(`Title of huge-${name}`).length, name).toBe(name === 'lines' ? 0 : content.length)
    const row = page.locator('#post-huge-lines')
    await row.getByRole('button').click()
    const text = row.locator('[id$=-text] p').first()
    await text.waitFor({ state: 'attached' })
    expect(await text.locator('br').count()).toBe(huge.lines.length)
    expect(await overflowPx(page)).toBe(0)
    await row.getByRole('button').click()
    await text.waitFor({ state: 'detached' })
  })

  it('is text wherever a browser reads it: in the list without JavaScript, on its own page, for search engines and on the home page', async () => {
    const page = await open('/gas-emergency', { at: hostile })
    const read = await page.evaluate(
      async ([count, unsafe]) => {
        const parsed = async (path: string) => new DOMParser().parseFromString(await (await fetch(path)).text(), 'text/html')
        const textOf = (part: ParentNode | null | undefined, selector: string) => part?.querySelector(selector)?.textContent ?? null
        const list = await parsed('/blog')
        const home = await parsed('/')
        const links = [...list.querySelectorAll<HTMLAnchorElement>('main h2 a')].map((link) => ({
          title: link.textContent ?? '',
          href: new URL(link.getAttribute('href') ?? '', location.href).href,
        }))
        const linked = []
        for (const { title, href } of links.filter(({ title: each }) => each.startsWith('Title of '))) {
          const answer = await fetch(href)
          linked.push({ title, isPost: answer.status === 200 && (await answer.text()).includes('og:type" content="article"') })
        }
        const posts = []
        for (let at = 0; at < Number(count); at++) {
          const post = await parsed(`/blog/nasty-${at}`)
          posts.push({
            heading: textOf(post, 'h1'),
            title: textOf(post, 'title'),
            unsafe: post.querySelectorAll(`main :is(${unsafe})`).length,
            graph: textOf(post, 'script[type="application/ld+json"]'),
            description: post.querySelector('meta[name=description]')?.getAttribute('content'),
          })
        }
        return {
          list: [...list.querySelectorAll('main li[id^=post-]')].map((row) => [
            textOf(row, 'h2'),
            textOf(row, 'bdi'),
            row.querySelectorAll('p')[1]?.textContent ?? null,
          ]),
          unsafe: list.querySelectorAll(`main :is(${unsafe})`).length + home.querySelectorAll(`#blog :is(${unsafe})`).length,
          home: [textOf(home, '#blog a b'), home.querySelector('#blog a')?.getAttribute('href')],
          linked,
          posts,
        }
      },
      [String(nasty.length), dangerous] as const,
    )
    expect(read.list).toHaveLength(total)
    expect(read.unsafe).toBe(0)
    for (const text of nasty) expect(read.list.map((each) => each.map(plain))).toContainEqual(Array(3).fill(plain(shown(text))))
    // By its slug it is reached from the list, whatever that holds.
    for (const slug of slugs) expect(read.linked).toContainEqual({ title: `Title of ${slug}`, isPost: true })
    for (const [at, nastyText] of nasty.entries()) {
      const text = shown(nastyText)
      const own = read.posts[at]
      expect([plain(own?.heading ?? null), plain(own?.title ?? null), own?.unsafe]).toEqual([
        plain(text),
        plain(`${text} | Emergency Plumbers London`),
        0,
      ])
      const [posting] = JSON.parse(own?.graph ?? '')['@graph']
      expect(posting).toMatchObject({ headline: text, articleSection: text, keywords: text, author: { name: text } })
      expect(own?.description).toBe(shown(nastyText.slice(0, 160)))
    }
    expect([plain(read.home[0] ?? null), read.home[1]]).toEqual([plain(shown(nasty.join(' '))), '/blog/everything'])
  })

  it('breaks its words where they are too long, and does not turn those beside it round', async () => {
    const page = await open(`/blog/nasty-${nasty.findIndex((text) => text.startsWith('WWW'))}`, { at: hostile })
    expect(await overflowPx(page)).toBe(0)
    const cut = await page
      .locator('main :is(h1, h2, p, li, a, b)')
      .evaluateAll((all) =>
        all.flatMap((one) =>
          one.getBoundingClientRect().right > document.documentElement.clientWidth + 0.5 ? [one.outerHTML.slice(0, 80)] : [],
        ),
      )
    expect(cut).toEqual([])
    await page.goto(`/blog/nasty-${nasty.findIndex((text) => text.startsWith('\u202e'))}`)
    const isolated = await page.locator('main article p').first().locator('bdi').count()
    expect(isolated).toBe(2)
    const date = await page.locator('main article time').evaluate((time) => {
      const range = document.createRange()
      const text = time.firstChild
      if (!text) return []
      return ['03', '2026'].map((part) => {
        const at = text.textContent?.indexOf(part) ?? 0
        range.setStart(text, at)
        range.setEnd(text, at + part.length)
        return range.getBoundingClientRect().left
      })
    })
    expect(date[0]).toBeLessThan(date[1] ?? 0)
  })

  it('leaves the feed and the sitemap well-formed, without what XML cannot hold, and llms.txt a list of links', async () => {
    const page = await open('/gas-emergency', { at: hostile })
    const read = await page.evaluate(async () => {
      const documents: Document[] = []
      for (const path of ['/blog/rss.xml', '/sitemap.xml'])
        documents.push(new DOMParser().parseFromString(await (await fetch(path)).text(), 'application/xml'))
      const [feed, map] = documents
      const all = (document: Document | undefined, name: string) =>
        [...(document?.querySelectorAll(name) ?? [])].map((each) => each.textContent ?? '')
      return {
        errors: documents.flatMap((each) => all(each, 'parsererror')),
        titles: all(feed, 'item > title'),
        categories: all(feed, 'item > category'),
        links: all(feed, 'item > link'),
        locations: all(map, 'loc'),
        llms: (await (await fetch('/llms.txt')).text()).split('## Posts\n')[1]?.split('\n\n')[0]?.split('\n') ?? [],
      }
    })
    expect(read.errors).toEqual([])
    expect(read.titles).toHaveLength(50)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must be gone
    const clean = (text: string) => shown(text).replace(/[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, '')
    for (const text of nasty) {
      expect(read.titles.map(plain)).toContain(plain(clean(text)))
      expect(read.categories.map(plain)).toContain(plain(clean(text)))
    }
    for (const slug of [...slugs, 'everything']) expect(read.locations).toContain(`${hostile.url}/blog/${encodeURIComponent(slug)}`)
    for (const link of read.links) expect(new URL(link).origin).toBe(hostile.url)
    expect(read.llms.filter((line) => !/^- \[[^[\]]*\]\(http\S+\)$/.test(line))).toEqual([])
    expect(read.llms).toHaveLength(50)
  })
})

describe('A legal page', () => {
  it.each(isDeep ? ['/privacy', '/cookies'] : ['/privacy'])(
    '%s leads to its parts, and scrolls a wide table by itself, by keyboard too, and breaks no word of it',
    async (path) => {
      const page = await open(path, { viewport: { width: 320, height: 740 } })
      const sections = legalPages(defaultPublished).find(({ slug }) => `/${slug}` === path)?.sections
      const last = sections?.at(-2)
      const contents = page.getByRole('navigation', { name: 'On this page' })
      await contents.getByRole('link', { name: last?.title, exact: true }).click()
      expect(new URL(page.url()).hash).toBe(`#${last?.id}`)
      expect(await placeOf(page, last?.id ?? '')).toBe('in view')
      const tables = page.locator('main section:has(> table)')
      expect(await tables.count()).toBeGreaterThan(0)
      for (const table of await tables.all()) {
        await table.focus()
        expect(await table.evaluate((part) => part === document.activeElement)).toBe(true)
        const [shownPx = 0, wholePx = 0] = await table.evaluate((part) => [part.clientWidth, part.scrollWidth])
        if (wholePx > shownPx) {
          await page.keyboard.press('ArrowRight')
          await eventually(() => table.evaluate((part) => part.scrollLeft)).toBeGreaterThan(0)
        }
        const broken = await table.locator('th, td').evaluateAll((cells) =>
          cells.flatMap((cell) => {
            const range = document.createRange()
            const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT)
            const found: string[] = []
            while (texts.nextNode())
              for (const word of texts.currentNode.textContent?.matchAll(/[\p{L}\d]+/gu) ?? []) {
                range.setStart(texts.currentNode, word.index)
                range.setEnd(texts.currentNode, word.index + word[0].length)
                if (range.getClientRects().length > 1) found.push(word[0])
              }
            return found
          }),
        )
        expect(broken).toEqual([])
      }
      expect(await overflowPx(page)).toBe(0)
    },
  )
})

describe('The payment page', () => {
  const path = '/payment-success?session_id=cs_test_1'
  const question = '/functions/v1/payment-status?session_id=cs_test_1'
  const reference = (page: Page) => page.locator('main dd').textContent()
  const paid = { state: 'paid', reference: 'BK-7KQ4MXNP' }
  const success = /success|Priority response activated|Technician dispatched/i

  it('asks every five seconds, says success once, when it is paid, without moving, and then asks no more', async () => {
    let answer: object = { state: 'confirming', reference: 'BK-AAAAAAAA' }
    const page = await open(path, {
      first: async (each) => {
        await each.setViewportSize({ width: 360, height: 2_400 })
        await stopTime(each)
        await each.route('**/functions/v1/payment-status?*', (route) => route.fulfill({ json: answer }))
      },
    })
    await startStill(page)
    await page.clock.runFor(4_500)
    expect(await asked(page)).toEqual([])
    await goOnUntil(page, async () => (await asked(page)).length === 3, 250)
    const times = await askedAt(page)
    for (const [at, second] of times.entries()) expect(Math.abs(second - at * 5)).toBeLessThan(1)
    expect(new Set((await asked(page)).map((each) => each.path))).toEqual(new Set([question]))
    expect(await page.locator('main').innerText()).not.toMatch(success)
    expect(await toasts(page).count()).toBe(0)
    const places = async () => {
      const found: number[][] = []
      for (const width of [1280, 360]) {
        await page.setViewportSize({ width, height: 2_400 })
        const parts = page.locator('main :is(a, h2:not([aria-hidden] *), ol):visible')
        found.push(await parts.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top)))
      }
      return found
    }
    const before = await places()

    answer = paid
    await goOnUntil(page, () => page.getByRole('heading', { level: 1, name: 'Payment Successful!' }).isVisible(), 250)
    // 'Check again' is gone, and everything else is in the same place.
    const after = await places()
    expect(before.map((each) => each.slice(1))).toEqual(after)
    for (const each of after) expect(each.length).toBeGreaterThan(4)
    await goOnUntil(page, async () => (await toasts(page).count()) > 0)
    expect(await toasts(page).allInnerTexts()).toEqual([expect.stringContaining('Payment Successful!')])
    expect(await reference(page)).toBe('BK-7KQ4MXNP')
    const main = await page.locator('main').innerText()
    expect(main).toContain('Priority response activated')
    expect(main).toContain('Expected arrival within 15-30 minutes')
    // No one has set out yet.
    expect(main).not.toContain('Technician dispatched')
    expect(await page.getByRole('heading', { name: 'What happens next?' }).count()).toBe(1)
    expect(await page.locator('main ol li').allTextContents()).toEqual([
      'A technician calls you within 5 minutes.',
      'They’ll confirm your location.',
      'They’ll confirm the arrival time.',
      'Keep your phone nearby.',
    ])
    const questions = (await asked(page)).length
    await look(page, 'away')
    await look(page, 'back')
    await page.clock.runFor(60_000)
    expect((await asked(page)).length).toBe(questions)
    expect(await axeInTime(page, 'main')).toEqual([])
  })

  it('does not ask while no one looks, asks at once when someone does, and gives up after ten minutes, until someone looks again', async () => {
    const page = await open(path, { first: stopTime })
    await startStill(page)
    await look(page, 'away')
    await page.clock.runFor(60_000)
    expect(await asked(page)).toEqual([])
    await look(page, 'back')
    expect(await asked(page)).toHaveLength(1)
    await goOnUntil(page, async () => (await asked(page)).length === 2, 250)

    const now = () => page.evaluate(() => Date.now())
    const end = (await now()) + 11 * 60_000
    await goOnUntil(page, async () => (await now()) > end, 15_000)
    const questions = (await asked(page)).length
    expect(questions).toBeGreaterThan(5)
    await page.clock.runFor(120_000)
    expect((await asked(page)).length).toBe(questions)
    expect(Math.max(...(await askedAt(page)))).toBeLessThan(610)
    await look(page, 'away')
    await look(page, 'back')
    expect((await asked(page)).length).toBe(questions + 1)
  })

  it('is not put out by wrong answers, nor by none, and hears the right one', async () => {
    const wrong: ((route: Route) => unknown)[] = [
      (route) => route.fulfill({ json: null }),
      (route) => route.fulfill({ json: [] }),
      (route) => route.fulfill({ json: 'paid' }),
      (route) => route.fulfill({ json: { state: 'paid' } }),
      (route) => route.fulfill({ json: { state: 'paid', reference: { a: 1 } } }),
      (route) => route.fulfill({ json: { state: 'absent' } }),
      (route) => route.fulfill({ json: { state: 'constructor', reference: 'x' } }),
      (route) => route.fulfill({ contentType: 'text/html', body: '<h1>Sign in</h1>' }),
      (route) => route.fulfill({ status: 500, json: paid }),
      (route) => route.fulfill({ status: 429, json: { error: {} } }),
      (route) => route.abort(),
      // No response at all.
      () => undefined,
    ]
    const left = [...wrong]
    const page = await open(path, {
      first: async (each) => {
        await stopTime(each)
        await each.route('**/functions/v1/payment-status?*', (route) =>
          (left.shift() ?? ((last: Route) => last.fulfill({ json: paid })))(route),
        )
      },
    })
    const first = await reference(page)
    await startStill(page)
    for (const at of wrong.keys()) {
      await goOnUntil(page, async () => (await asked(page)).length === at + 1, 1_000)
      expect([at, await reference(page), await page.getByRole('heading', { level: 1 }).textContent()]).toEqual([
        at,
        first,
        'Your payment is being confirmed',
      ])
    }
    await goOnUntil(page, async () => (await reference(page)) === 'BK-7KQ4MXNP', 500)
  })

  it('is harmless whatever the address names', async () => {
    const page = await open('/robots.txt', { first: stopTime })
    for (const session of sample(['<script>alert(1)</script>', '"><img src=x onerror=alert(1)>', 'x'.repeat(5_000), '\0', 'a\0b'], 2)) {
      await page.goto(`/payment-success?session_id=${encodeURIComponent(session)}&session_id=2`)
      const first = await reference(page)
      expect(first).toMatch(/^BK-[A-Z0-9]{8}$/)
      await startStill(page)
      await goOnUntil(page, async () => (await asked(page)).length === 2, 250)
      const questions = new Set((await asked(page)).map((each) => each.path))
      expect(questions).toEqual(new Set([`/functions/v1/payment-status?session_id=${encodeURIComponent(session)}`]))
      expect(await reference(page)).toBe(first)
      expect(await page.locator('main :is(script, img, [onerror])').count()).toBe(0)
      expect(await overflowPx(page)).toBe(0)
    }
  })
})

interface Reading {
  path: string
  at?: () => ReadingSite
  complaint?: RegExp
  /** Runs before the page is opened. */
  first?: (page: Page) => unknown
  /** Waits for what the page fetches. */
  loaded?: (page: Page) => Promise<unknown>
  /** Leads to the state to read. */
  go?: (page: Page) => Promise<unknown>
}
const listed: Pick<Reading, 'path' | 'loaded'> = {
  path: '/blog',
  loaded: async (page) => {
    await toggles(page).first().waitFor()
    await page.waitForLoadState('networkidle')
  },
}
const pageAt = (path: string): [string, Reading] => [path, { path }]

/** Every page and state to read, as a visitor reaches it. */
const states: Record<string, Reading> = {
  'the list': listed,
  'an open post': {
    ...listed,
    go: async (page) => {
      await toggleOf(page, builtInPosts[1]?.title.slice(0, 20) ?? '').click()
      await page.getByText('Open this post on its own page').waitFor()
    },
  },
  'an open post that cannot be had': {
    path: '/blog',
    complaint: /^Failed to fetch blog posts/,
    first: (each) => each.route('**/rest/**', (route) => route.abort()),
    go: async (page) => {
      await toggles(page).first().click()
      await page.getByText('There’s no connection.').waitFor()
    },
  },
  'the empty list': { path: '/blog', at: () => empty, loaded: (page) => page.getByText('No blog posts available yet.').waitFor() },
  ...Object.fromEntries(
    [...builtInPosts.map(({ slug }) => `/blog/${slug}`), ...legalPages(defaultPublished).map(({ slug }) => `/${slug}`)].map(pageAt),
  ),
  'no payment': { path: '/payment-success' },
  'a payment to confirm': { path: '/payment-success?session_id=cs_test_1' },
}

describe.each(sample(Object.entries(states), 4).map(([name, reading], at) => ({ name, reading, at })))('$name', ({ reading, at }) => {
  it('does not move when its scripts start, when data arrives, or when someone scrolls through it; axe has nothing to find, nor a thumb a target below 44 px, and it never scrolls sideways', async () => {
    const { path, complaint, first, loaded, go } = reading
    const page = await open('/robots.txt', {
      at: reading.at?.(),
      complaint,
      first: async (each) => {
        await watchShifts(each)
        await first?.(each)
      },
    })
    for (const width of isDeep ? [1280, 360] : [at % 2 === 0 ? 1280 : 360]) {
      await page.setViewportSize({ width, height: 740 })
      await page.goto(path)
      if ((await island(page).count()) > 0) await started(page)
      await loaded?.(page)
      await page.evaluate(async () => {
        for (let y = 0; y < document.documentElement.scrollHeight - innerHeight; y += 200) {
          scrollTo(0, y)
          await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
        }
      })
      expect(await shiftsOf(page), `at ${width} px`).toEqual([])
    }

    await go?.(page)
    const problems: string[] = []
    for (const width of [320, 360, 768, 1280]) {
      await page.setViewportSize({ width, height: 740 })
      const overflow = await overflowPx(page)
      if (overflow > 0) problems.push(`${width}: scrolls by ${overflow}`)
      const cut = await page.locator('main :is(h1, h2, p, li, dt, dd, a, svg, img)').evaluateAll((all) =>
        all
          .filter((one) => !one.closest('.sr-only, [aria-hidden=true], [class*=overflow-x-auto]'))
          .filter((one) => one.getBoundingClientRect().right > document.documentElement.clientWidth + 0.5)
          .map((one) => one.outerHTML.slice(0, 80)),
      )
      problems.push(...cut.map((html) => `${width}: cuts ${html}`))
      if (width === 360) {
        // In mid-page the header may cover half a link.
        await page.evaluate(() => scrollTo(0, 0))
        const small = await page.evaluate(() =>
          [...document.querySelectorAll<HTMLElement>('main a, main button, main [tabindex="0"]')]
            // A link within a sentence is as high as its line.
            .filter((element) => !element.closest('[aria-hidden=true], .sr-only, .prose :is(p, li, td), article > p'))
            .map((element) => ({ element, ...element.getBoundingClientRect().toJSON() }))
            .filter(({ width: wide, height }) => height > 0 && (height < 44 || wide < 44))
            .map(({ element, width: wide, height }) => `${element.outerHTML.slice(0, 80)} ${wide} × ${height}`),
        )
        problems.push(...small, ...(await axeProblems(page)).map((problem) => `${width}: ${problem}`))
      }
    }
    expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1)
    expect(problems).toEqual([])
  })
})

describe('A post', () => {
  it('loads its pictures as someone comes near, each with words', async () => {
    const illustrated = builtInPosts.filter(({ figures }) => figures.length > 0)
    for (const { slug, figures } of isDeep ? illustrated : illustrated.slice(0, 1)) {
      const page = await open(`/blog/${slug}`)
      const images = page.locator('main figure img')
      expect(await images.count()).toBe(figures.length)
      for (const [at, image] of (await images.all()).entries()) {
        await image.scrollIntoViewIfNeeded()
        await eventually(() => image.evaluate((element) => (element as HTMLImageElement).naturalWidth)).toBeGreaterThan(0)
        expect(await image.getAttribute('alt')).toBe(figures[at]?.alt)
      }
    }
  })
})

describe('Someone with only a keyboard', () => {
  it('reads a post in the list, and comes by everything without losing sight of where they are', async () => {
    const page = await open('/blog')
    await toggles(page).first().waitFor()
    const stops: string[] = []
    const hidden: string[] = []
    let isRead = false
    for (let tabs = 0; tabs < 80; tabs++) {
      await page.keyboard.press('Tab')
      const stop = await page.evaluate(() => {
        const element = document.activeElement as HTMLElement
        if (element === document.body) return undefined
        const { top, bottom } = element.getBoundingClientRect()
        const bar = document.querySelector('aside[aria-label="Call or book"]')
        const header = document.querySelector('header')
        const inFrame = element.closest('header, aside, footer, a[href="#main"]') !== null
        const covered =
          !inFrame && (bottom <= (header?.getBoundingClientRect().bottom ?? 0) || top >= (bar?.getBoundingClientRect().top ?? innerHeight))
        return { name: element.textContent ?? '', covered }
      })
      if (!stop) break
      stops.push(stop.name)
      if (stop.covered) hidden.push(stop.name)
      if (!isRead && stop.name === 'Read more about Title of midnight') {
        isRead = true
        await page.keyboard.press('Enter')
        await page.getByText('bold of midnight').waitFor()
        await page.keyboard.press('Space')
        await opened(page).waitFor({ state: 'detached' })
        await page.keyboard.press('Space')
        await page.getByText('bold of midnight').waitFor()
      }
    }
    expect(isRead).toBe(true)
    const from = stops.indexOf('Title of midnight')
    expect(stops.slice(from, from + 4)).toEqual([
      'Title of midnight',
      'Read more about Title of midnight',
      'Open this post on its own page',
      builtInPosts[0]?.title,
    ])
    expect(hidden).toEqual([])
  })
})
