import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hubs } from '#content/areas/hubs.ts'
import { localities } from '#content/areas/localities.ts'

interface Box {
  x: number
  y: number
  width: number
  height: number
}
interface Text {
  text: string
  size: number
  area: Box
  box: Box
}
interface Subject {
  slug: string
  motif: string
  heading: string[]
  response: string[]
}
interface Share {
  allSubjects(): Promise<Subject[]>
  layoutOf(subject: Subject): { texts: Text[]; things: Record<string, Box | Box[]> }
}
interface Images {
  makeImages(options: { folder: string; log: (line: string) => void; only?: string[] }): Promise<void>
}

const images: Images = await import(new URL('../scripts/make-images.mjs', import.meta.url).href)
const share: Share = await import(new URL('../scripts/images/share.mjs', import.meta.url).href)
const subjects = await share.allSubjects()
const places = [...hubs, ...localities]
const picture = { x: 0, y: 0, width: 1200, height: 630 }

const isWithin = (inner: Box, outer: Box) =>
  inner.x >= outer.x - 0.01 &&
  inner.y >= outer.y - 0.01 &&
  inner.x + inner.width <= outer.x + outer.width + 0.01 &&
  inner.y + inner.height <= outer.y + outer.height + 0.01
const touch = (a: Box, b: Box) => a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height

describe('What the pictures show', () => {
  test('is every place, and the pages for everyone', () => {
    expect(subjects.map(({ slug }) => slug).sort()).toEqual(
      [...places.map(({ slug }) => slug), 'home', 'emergency-boiler-repair', 'locations', 'pricing', 'blog'].sort(),
    )
  })

  test.each(places)('is the name and the minutes of $slug', ({ slug, name, responseMinutes }) => {
    const subject = subjects.find((candidate) => candidate.slug === slug)
    expect(subject?.heading.join(' ')).toBe(`Emergency plumbers in ${name}`)
    expect(subject?.response.join(' ')).toBe(responseMinutes ? `${responseMinutes}-minute target` : 'Within 90 minutes')
  })
})

describe.each(subjects)('The picture of $slug', (subject) => {
  const { texts, things } = share.layoutOf(subject)
  const boxes = Object.values(things).flat()

  test('has nothing that touches another thing or leaves its place, and can be read at a width of 300', () => {
    for (const [index, { text, size, box, area }] of texts.entries()) {
      expect(isWithin(box, area) && isWithin(area, picture), text).toBe(true)
      for (const other of texts.slice(index + 1)) expect(touch(box, other.box), `${text}, ${other.text}`).toBe(false)
      for (const thing of boxes) expect(isWithin(area, thing) || !touch(area, thing), text).toBe(true)
      expect(size, text).toBeGreaterThanOrEqual(22)
      // Nothing that the owner may change.
      expect(text).not.toMatch(/£|\d{3} \d{3}/)
    }
    for (const [index, thing] of boxes.entries()) {
      expect(isWithin(thing, picture)).toBe(true)
      for (const other of boxes.slice(index + 1)) expect(touch(thing, other)).toBe(false)
    }
    for (const words of [...subject.heading, ...subject.response, 'Call 24/7']) {
      const sizes = texts.filter(({ text }) => text === words).map(({ size }) => size)
      expect(Math.max(...sizes), words).toBeGreaterThanOrEqual(40)
    }
  })
})

describe('Making the images', () => {
  const byLength = [...places].sort((a, b) => a.name.length - b.name.length)
  const chosen = [byLength.at(-1)?.slug ?? '', 'home', 'locations']
  let folder: string

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'images-'))
    await images.makeImages({ folder, log: () => {}, only: chosen })
  }, 60_000)

  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  test('makes those that were asked for and all icons', () => {
    expect(readdirSync(join(folder, 'share')).sort()).toEqual(chosen.map((slug) => `${slug}.png`).sort())
    expect(readdirSync(join(folder, 'icons'))).toHaveLength(5)
  })

  test.each(chosen)('makes %s a PNG of 1200 by 630 pixels and at most 60 KB', async (slug) => {
    const path = join(folder, 'share', `${slug}.png`)
    const { format, width, height, hasAlpha } = await sharp(path).metadata()
    expect({ format, width, height, hasAlpha }).toEqual({ format: 'png', width: 1200, height: 630, hasAlpha: false })
    expect(statSync(path).size).toBeLessThanOrEqual(60_000)
    const { channels } = await sharp(path).stats()
    for (const { stdev } of channels) expect(stdev, 'not blank').toBeGreaterThan(20)
  })

  test.each([
    ['icon-192', 192, true],
    ['icon-512', 512, true],
    ['maskable-512', 512, false],
    ['apple-touch-icon', 180, false],
    ['favicon-32', 32, true],
  ])('makes %s %i pixels wide and high', async (name, size, hasAlpha) => {
    const found = await sharp(join(folder, 'icons', `${name}.png`)).metadata()
    expect([found.format, found.width, found.height, found.hasAlpha]).toEqual(['png', size, size, hasAlpha])
  })
})
