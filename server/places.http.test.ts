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
import { defaultDetails } from '#content/business.ts'
import { claims } from '#content/claims.ts'
import { builtInPosts } from '#content/posts/index.ts'
import { defaultPublished } from '#content/published.ts'
import { sample } from '#test/support/depth.ts'
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
})

afterAll(() => site?.close())

const page = (path: string): HTMLElement => pages.get(path) ?? parse('')
const text = (element: HTMLElement | null | undefined) => element?.textContent.replace(/\s+/g, ' ').trim() ?? ''
const attribute = (path: string, selector: string, name: string) => page(path).querySelector(selector)?.getAttribute(name) ?? ''
const structuredData = (path: string) =>
  page(path)
    .querySelectorAll('script[type="application/ld+json"]')
    .map((script) => JSON.parse(script.textContent))

describe('The list of public pages', () => {
  it('has every page of the route table that anyone may find', async () => {
    for (const { slug } of places) expect(paths).toContain(areaPath(slug))
    expect(new Set(paths).size).toBe(paths.length)
  })

  it('is the sitemap, with the address of the site, which robots.txt names', async () => {
    const robots = await (await fetch(`${site.url}/robots.txt`)).text()
    expect(robots).toContain(`Sitemap: ${siteUrl}/sitemap.xml`)
    expect(robots).not.toMatch(/^Disallow: \/$/m)
    const answer = await fetch(`${site.url}/sitemap.xml`)
    expect(answer.headers.get('content-type')).toMatch(/^application\/xml/)
    const locations = parse(await answer.text()).querySelectorAll('loc')
    expect(locations.map(text)).toEqual(paths.map((path) => siteUrl + path))
  })

  it('is in llms.txt, below phone, prices, and what to do about gas', async () => {
    const answer = await (await fetch(`${site.url}/llms.txt`)).text()
    expect(answer).toMatch(/^# Emergency Plumbers London\n\n> /)
    for (const part of ['0800 644 2633', '0800 111 999', '£119', '£149', '£189', '£29.99', '£95']) expect(answer).toContain(part)
    for (const path of paths) expect(answer).toContain(`(${siteUrl}${path})`)
  })

  it('says no address twice: its case and slashes are one', async () => {
    for (const spelling of ['/Plumbers-Whitechapel', '/plumbers-whitechapel/', '//plumbers-whitechapel']) {
      const answer = await fetch(site.url + spelling, { redirect: 'manual' })
      expect([answer.status, answer.headers.get('location')]).toEqual([301, '/plumbers-whitechapel'])
    }
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
    for (const path of paths) {
      expect(page(path).querySelectorAll('link[rel=canonical]'), path).toHaveLength(1)
      expect(attribute(path, 'link[rel=canonical]', 'href')).toBe(siteUrl + path)
      expect(attribute(path, 'meta[property="og:url"]', 'content')).toBe(siteUrl + path)
      expect(attribute(path, 'meta[property="og:title"]', 'content')).toBeTruthy()
      const image = attribute(path, 'meta[property="og:image"]', 'content')
      expect(image.startsWith(`${siteUrl}/share/`), path).toBe(true)
      const answer = await fetch(image.replace(siteUrl, site.url))
      expect([answer.status, answer.headers.get('content-type')], image).toEqual([200, 'image/png'])
      expect(answer.headers.get('cross-origin-resource-policy'), 'other sites show it').toBe('cross-origin')
      expect(await sharp(await answer.arrayBuffer()).metadata(), image).toMatchObject({ width: 1200, height: 630 })
    }
  })

  it('has a picture of its own where it is about a place', () => {
    const images = places.map(({ slug }) => attribute(areaPath(slug), 'meta[property="og:image"]', 'content'))
    expect(new Set(images).size).toBe(places.length)
  })

  it('tells search engines no rating and no review of ourselves', () => {
    for (const path of paths) {
      expect(JSON.stringify(structuredData(path)), path).not.toMatch(/rating|"review/i)
      expect(page(path).querySelector('[itemprop], [itemtype]'), path).toBeNull()
      if (path !== '/claims') expect(text(page(path)), path).not.toMatch(/\b347\b|\b4\.9\b/)
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

  it('gives the HTML checker nothing to say, where Java is there to run it', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'plumbers-html-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const others = ['/nowhere', '/payment-success', '/payment-success?session_id=x', '/pricing?materials=x&when=at']
    const more = await Promise.all(others.map(async (path, at) => [`/other-${at}`, await (await fetch(site.url + path)).text()] as const))
    for (const [path, html] of [...sample([...sources], 10), ...more]) {
      mkdirSync(join(folder, path.slice(1)), { recursive: true })
      writeFileSync(join(folder, path.slice(1), 'page.html'), html)
    }
    const jar: string = createRequire(import.meta.url)('vnu-jar')
    // It doesn't know two parts of the CSS that the style's generator writes for browsers that do.
    const unknown = '.*(at-rule “@property”|“margin-trim”).*'
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

  it('has the booking section by the name that links to it use', () => {
    const named = (id: string) =>
      localities.filter(({ slug }) => page(areaPath(slug)).querySelector(`section#${id}`)).map(({ slug }) => slug)
    expect(named('booking')).toEqual(
      expect.arrayContaining([
        'whitechapel',
        'spitalfields',
        'hackney',
        'bethnal-green',
        'liverpool-street',
        'bunhill-fields',
        'shoreditch',
      ]),
    )
    for (const { slug, postcode } of localities) if (/^(EC1[AMV]|W1|WC1)/.test(postcode)) expect(named('book'), slug).toContain(slug)
    for (const slug of ['city-london', 'clerkenwell', 'midtown-london'])
      expect(page(areaPath(slug)).querySelector('section#book'), slug).not.toBeNull()
  })

  it.each([
    ['whitechapel', ['Home', 'London Locations', 'East London', 'Whitechapel']],
    ['spitalfields', ['Home', 'East London', 'Spitalfields']],
    ['hackney', ['Home', 'East London', 'Hackney']],
    ['bethnal-green', ['Home', 'East London', 'Bethnal Green']],
    ['liverpool-street', ['Home', 'East London', 'Liverpool Street']],
    ['shoreditch', ['Home', 'East London', 'Shoreditch']],
    ['camden', ['Home', 'London Locations', 'North London', 'Camden NW1']],
  ])('%s has its breadcrumb, on the page and for search engines', (slug, labels) => {
    const crumbs = page(areaPath(slug)).querySelectorAll('nav[aria-label=Breadcrumb] li')
    expect(crumbs.map((crumb) => text(crumb).replace(/\/$/, ''))).toEqual(labels)
    const [{ '@graph': graph }] = structuredData(areaPath(slug))
    const list = graph.find((node: { '@type': string }) => node['@type'] === 'BreadcrumbList')
    expect(list.itemListElement.map(({ name }: { name: string }) => name)).toEqual(labels)
    expect(list.itemListElement.at(-1).item).toBe(siteUrl + areaPath(slug))
  })

  it('shows its call label, its chat in a new tab, five points, and four buildings', () => {
    for (const { slug } of localities) {
      const path = areaPath(slug)
      const hero = page(path).querySelector('main section')
      const call = hero?.querySelector('a[href^="tel:"]')
      const phone = slug === 'bunhill-fields' ? defaultDetails.chatPhone : defaultDetails.emergencyPhone
      expect([text(call), call?.getAttribute('href')], path).toEqual([phone.text, phone.href])
      const chat = hero?.querySelector('a[href^="https://wa.me/"]')
      expect([chat?.getAttribute('target'), chat?.getAttribute('rel')], path).toEqual(['_blank', 'noopener noreferrer'])
      expect(page(path).querySelectorAll('#buildings h3'), path).toHaveLength(4)
    }
  })

  it('names its streets, or its places, in the footer', () => {
    const covered = (slug: string) => text(page(areaPath(slug)).querySelector('footer'))
    expect(covered('whitechapel')).toMatch(/In Whitechapel E1 we cover Whitechapel Road, .+ and [A-Z]/)
    expect(covered('city-london')).toMatch(/In the City of London we cover St Bartholomew’s, .+ and Bishopsgate/)
    for (const { slug } of places) expect(covered(slug), slug).toContain('we cover')
  })

  it('states the minutes of its part of London, and the window as what is promised', () => {
    for (const { slug, responseMinutes } of places) {
      const main = text(page(areaPath(slug)).querySelector('main'))
      expect(main, slug).toContain(responseMinutes ? `${responseMinutes}-minute target` : 'target: under 60 minutes')
      expect(main, slug).toContain('£50 off')
    }
  })

  it('tells search engines who comes, from where on earth, and how far', () => {
    for (const place of places) {
      const path = areaPath(place.slug)
      const [{ '@context': context, '@graph': graph }] = structuredData(path)
      expect(context).toBe('https://schema.org')
      const plumber = graph.find((node: { '@type': string }) => node['@type'] === 'Plumber')
      expect(plumber).toMatchObject({
        url: siteUrl + path,
        telephone: '+448006442633',
        openingHours: 'Mo-Su 00:00-23:59',
        address: { addressLocality: place.name, addressRegion: 'Greater London', addressCountry: 'GB' },
        geo: { '@type': 'GeoCoordinates', ...place.coordinates },
        areaServed:
          'radiusMetres' in place.serviceArea
            ? { '@type': 'GeoCircle', geoRadius: place.serviceArea.radiusMetres }
            : { '@type': 'Place', name: place.serviceArea.place },
      })
      expect(plumber.description).toBe(attribute(path, 'meta[name=description]', 'content'))
      expect(JSON.stringify(graph)).not.toMatch(/rating|review|streetAddress/i)
    }
  })

  it('shares less than a tenth of its sentences with any other, as they are shown', () => {
    const said = places.map(({ slug }) => [slug, sentencesOf(page(areaPath(slug)))] as const)
    for (const [slug, own] of said)
      for (const [other, others] of said) {
        if (slug >= other) continue
        const shared = [...own].filter((sentence) => others.has(sentence))
        expect(shared.length / Math.min(own.size, others.size), `${slug} and ${other}: ${shared.join(' | ')}`).toBeLessThan(0.1)
      }
  })
})

/** Labels, prices and names aren't sentences. */
const isSentence = (said: string) => said.split(' ').length >= 4

/** The sentences in a page's main part, each once, without the booking form and the emergency card that all pages share. */
function sentencesOf(document: HTMLElement): Set<string> {
  const main = parse(document.querySelector('main')?.outerHTML ?? '')
  for (const shared of main.querySelectorAll('[data-island], form, aside')) shared.remove()
  const parts = main.querySelectorAll('h1, h2, h3, p, li, dd, summary').filter((part) => !part.querySelector('p, li, h3'))
  return new Set(parts.flatMap((part) => text(part).split(/(?<=[.?!;])\s+/)).filter(isSentence))
}

describe('An escaped address', () => {
  it.each([
    ['/%70lumbers-whitechapel', '/plumbers-whitechapel'],
    ['/%74erms', '/terms'],
  ])('%s is the page %s', async (escaped, path) => {
    const [page, same] = await Promise.all([fetch(site.url + escaped), fetch(site.url + path)])
    expect(page.status).toBe(200)
    const titleOf = async (answer: Response) => parse(await answer.text()).querySelector('title')?.text
    expect(await titleOf(page)).toBe(await titleOf(same))
  })
})

describe('Old addresses', () => {
  it.each(['whitechapel', 'bunhill-fields', 'east-london'])('/locations/%s leads to its page for good', async (slug) => {
    const answer = await fetch(`${site.url}/locations/${slug}`, { redirect: 'manual' })
    expect([answer.status, answer.headers.get('location')]).toEqual([301, areaPath(slug)])
  })

  it('the cost guide of 2025 leads to that of 2026 for good', async () => {
    const answer = await fetch(`${site.url}/blog/emergency-plumbing-costs-2025`, { redirect: 'manual' })
    expect([answer.status, answer.headers.get('location')]).toEqual([301, '/blog/emergency-plumbing-costs-2026'])
  })

  it.each(['/locations/nowhere', '/plumbers-nowhere', '/locations/__proto__'])('%s is the 404 page', async (path) => {
    const answer = await fetch(site.url + path)
    expect(answer.status).toBe(404)
    expect(await answer.text()).toContain('Oops! Page not found')
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
