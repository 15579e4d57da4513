import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type HTMLElement, parse } from 'node-html-parser'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { publicPages } from '#app/features/site/site-map.ts'
import { areaPath } from '#content/areas/area.ts'
import { hubs } from '#content/areas/hubs.ts'
import { localities } from '#content/areas/localities.ts'
import { claims } from '#content/claims.ts'
import { builtInPosts } from '#content/posts/index.ts'
import { defaultPublished } from '#content/published.ts'
import { further, sample } from '#test/support/depth.ts'
import { type Site, startSite } from '#test/support/site.ts'

const siteUrl = 'https://plumbers.example'
const run = promisify(execFile)
/** Options for a short-lived program: the optimising compiler and parallel collector don't pay off; its grammar recurses deeply. */
const SHORT_LIVED = ['-Xss4m', '-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC']
const places = [...localities, ...hubs]
const paths = [...publicPages.map(({ path }) => path), ...builtInPosts.map(({ slug }) => `/blog/${slug}`)]

let site: Site
const pages = new Map<string, HTMLElement>()
const sources = new Map<string, string>()

beforeAll(async () => {
  site = await startSite({ env: { SITE_URL: siteUrl }, isComplete: true })
  for (const path of paths) {
    const response = await fetch(site.url + path)
    expect([path, response.status]).toEqual([path, 200])
    const html = await response.text()
    sources.set(path, html)
    pages.set(path, parse(html))
  }
}, 300_000)

afterAll(() => site?.close())

const page = (path: string): HTMLElement => pages.get(path) ?? parse('')
const text = (element: HTMLElement | null | undefined) => element?.textContent.replace(/\s+/g, ' ').trim() ?? ''
const attribute = (path: string, selector: string, name: string) => page(path).querySelector(selector)?.getAttribute(name) ?? ''

describe('The list of public pages', () => {
  it('is the sitemap, with the address of the site, which robots.txt names', async () => {
    const robots = await (await fetch(`${site.url}/robots.txt`)).text()
    expect(robots).toContain(`Sitemap: ${siteUrl}/sitemap.xml`)
    expect(robots).not.toMatch(/^Disallow: \/$/m)
    const answer = await fetch(`${site.url}/sitemap.xml`)
    expect(answer.headers.get('content-type')).toMatch(/^application\/xml/)
    const locations = parse(await answer.text()).querySelectorAll('loc')
    expect(locations.map(text)).toEqual(paths.map((path) => siteUrl + path))
  })
})

describe('Every public page', () => {
  it('has a title, a description and a heading of the first level of its own', () => {
    for (const of of [
      (path: string) => text(page(path).querySelector('title')),
      (path: string) => attribute(path, 'meta[name=description]', 'content'),
      (path: string) => text(page(path).querySelector('h1')),
    ]) {
      const said = paths.map(of)
      expect(said.filter((one, at) => !one || said.indexOf(one) !== at)).toEqual([])
    }
    for (const path of paths) {
      expect(page(path).querySelectorAll('h1'), path).toHaveLength(1)
      expect(page(path).querySelectorAll('title'), path).toHaveLength(1)
      expect(attribute(path, 'meta[name=description]', 'content').length, path).toBeLessThanOrEqual(160)
      expect(attribute(path, 'meta[name=keywords]', 'content').split(', ').length, path).toBeGreaterThan(2)
    }
  })

  it('has one canonical address, the same for previews, and a picture of 1200 by 630 that is there', async () => {
    const images = new Set<string>()
    for (const path of paths) {
      expect(page(path).querySelectorAll('link[rel=canonical]'), path).toHaveLength(1)
      expect(attribute(path, 'link[rel=canonical]', 'href')).toBe(siteUrl + path)
      expect(attribute(path, 'meta[property="og:url"]', 'content')).toBe(siteUrl + path)
      expect(attribute(path, 'meta[property="og:title"]', 'content')).toBeTruthy()
      const image = attribute(path, 'meta[property="og:image"]', 'content')
      expect(image.startsWith(`${siteUrl}/share/`), path).toBe(true)
      images.add(image)
    }
    expect(images.size).toBeGreaterThan(places.length)
    for (const image of images) {
      const answer = await fetch(image.replace(siteUrl, site.url))
      expect([answer.status, answer.headers.get('content-type')], image).toEqual([200, 'image/png'])
      expect(answer.headers.get('cross-origin-resource-policy'), 'other sites show it').toBe('cross-origin')
      expect(await sharp(await answer.arrayBuffer()).metadata(), image).toMatchObject({ width: 1200, height: 630 })
    }
  })

  it('can be asked how we know: every claim has an address of its own', () => {
    for (const { id, text: words } of claims(defaultPublished))
      expect(text(page('/claims').querySelector(`[id="${id}"]`)), id).toContain(words)
    expect(page('/terms').querySelector('footer a[href="/claims"]')).not.toBeNull()
  })

  it('leads nowhere that does not exist, but for what later work brings', async () => {
    const targets = new Map<string, string>()
    for (const path of paths)
      for (const link of page(path).querySelectorAll('a[href], link[href], img[src]')) {
        const href = link.getAttribute('href') ?? link.getAttribute('src') ?? ''
        const { origin, pathname, search, hash } = new URL(href, siteUrl + path)
        if (origin === siteUrl) targets.set(pathname + search + hash, path)
      }
    const missing: string[] = []
    const known = new Map(pages)
    for (const [target, from] of targets) {
      const { pathname, search, hash } = new URL(target, siteUrl)
      if (!known.has(pathname + search)) {
        const answer = await fetch(site.url + pathname + search)
        const body = await answer.text()
        if (!answer.ok) missing.push(`${target} from ${from}: ${answer.status}`)
        known.set(pathname + search, parse(answer.headers.get('content-type')?.startsWith('text/html') ? body : ''))
      }
      const anchor = decodeURIComponent(hash.slice(1))
      if (anchor && !known.get(pathname + search)?.querySelector(`[id="${anchor}"]`)) missing.push(`${target} from ${from}: no such anchor`)
    }
    expect(missing).toEqual([])
    expect(targets.size).toBeGreaterThan(120)
  })

  further.it('gives the HTML checker nothing to say, where Java is there to run it', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'plumbers-html-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const others = ['/nowhere', '/payment-success', '/payment-success?session_id=x', '/pricing?materials=x&when=at']
    const more = await Promise.all(others.map(async (path, at) => [`/other-${at}`, await (await fetch(site.url + path)).text()] as const))
    for (const [path, html] of [...sample([...sources], 6), ...more]) {
      mkdirSync(join(folder, path.slice(1)), { recursive: true })
      writeFileSync(join(folder, path.slice(1), 'page.html'), html)
    }
    const jar: string = createRequire(import.meta.url)('vnu-jar')
    // Parts of CSS that browsers know and it doesn't.
    const unknown = '.*(at-rule “@(property|container)”|“(margin-trim|container-type|[a-z]+-timeline|timeline-scope)”).*'
    const asked = ['-jar', jar, '--errors-only', '--format', 'gnu', '--filterpattern', unknown, folder]
    const findings = await run('java', [...SHORT_LIVED, ...asked]).then(
      () => '',
      (error: { code: number | string; stderr: string }) => (error.code === 'ENOENT' ? '' : error.stderr || String(error)),
    )
    expect(findings).toBe('')
  })
})

describe('A page about a place', () => {
  it('answers to both names of its booking block, and posts to the booking page', () => {
    for (const { slug } of places) {
      const path = areaPath(slug)
      for (const id of ['book', 'booking']) expect(page(path).querySelectorAll(`#${id}`), `${path}#${id}`).toHaveLength(1)
      expect(page(path).querySelector('#book form, #booking form')?.getAttribute('action')).toBe('/book')
    }
  })
})

describe('The boiler page', () => {
  it('sends who smells gas to the gas emergency service, never to the form', () => {
    const gas = page('/emergency-boiler-repair')
      .querySelectorAll('#emergencies li')
      .find((each) => text(each).includes('Smell of gas'))
    const links = gas?.querySelectorAll('a').map((link) => [text(link), link.getAttribute('href')]) ?? []
    expect(links).toContainEqual(['0800 111 999', 'tel:0800111999'])
    expect(links.find(([name]) => name?.includes('Smell of gas'))?.[1]).toBe('/gas-emergency')
    expect(links.filter(([, href]) => href?.includes('/book'))).toEqual([])
  })
})

describe('Other addresses', () => {
  it('of a page that has moved, or is escaped, lead to it, and those of none are the 404 page', async () => {
    for (const slug of ['whitechapel', 'bunhill-fields', 'east-london']) {
      const answer = await fetch(`${site.url}/locations/${slug}`, { redirect: 'manual' })
      expect([answer.status, answer.headers.get('location')]).toEqual([301, areaPath(slug)])
    }
    const guide = await fetch(`${site.url}/blog/emergency-plumbing-costs-2025`, { redirect: 'manual' })
    expect([guide.status, guide.headers.get('location')]).toEqual([301, '/blog/emergency-plumbing-costs-2026'])
    const escaped = await fetch(`${site.url}/%70lumbers-whitechapel`)
    expect(text(parse(await escaped.text()).querySelector('title'))).toBe(text(page('/plumbers-whitechapel').querySelector('title')))
    for (const path of ['/locations/nowhere', '/plumbers-nowhere', '/locations/__proto__'])
      expect([path, (await fetch(site.url + path)).status]).toEqual([path, 404])
  })
})

describe('What a phone keeps', () => {
  it('is named by every page: icons that are there, in the sizes that the manifest says', async () => {
    for (const path of paths) expect(attribute(path, 'link[rel=manifest]', 'href')).toBe('/manifest.webmanifest')
    const answer = await fetch(`${site.url}/manifest.webmanifest`)
    expect(answer.headers.get('content-type')).toBe('application/manifest+json')
    const manifest = await answer.json()
    expect(manifest).toMatchObject({ name: 'Emergency Plumbers London', start_url: '/', lang: 'en-GB' })
    for (const { src, sizes } of manifest.icons) {
      const icon = await fetch(site.url + src)
      const { width, height } = await sharp(await icon.arrayBuffer()).metadata()
      expect(`${width}x${height}`).toBe(sizes)
    }
    const touch = await fetch(site.url + attribute('/', 'link[rel=apple-touch-icon]', 'href'))
    expect((await sharp(await touch.arrayBuffer()).metadata()).hasAlpha).toBe(false)
  })
})
