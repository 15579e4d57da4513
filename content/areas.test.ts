import { describe, expect, it } from 'vitest'
import { buildingKinds, type HubWords, type LocalityWords } from './areas/area.ts'
import { hubs } from './areas/hubs.ts'
import { localities } from './areas/localities.ts'
import { mapBoroughs } from './borough-map.ts'
import { boroughOfPostcode } from './boroughs.ts'

const localityWords = import.meta.glob<LocalityWords>('./areas/localities/*.ts', { eager: true, import: 'default' })
const hubWords = import.meta.glob<HubWords>('./areas/hubs/*.ts', { eager: true, import: 'default' })
/** Normalises case and whitespace. */
const normal = (text: string) => text.toLowerCase().replace(/\s+/g, ' ').trim()

/** All sentences that are particular to a page. */
function sentencesOf(words: LocalityWords | HubWords): string[] {
  const texts: string[] = [
    words.pitch,
    words.description,
    ...words.sellingPoints,
    ...words.questions.flatMap((q) => [q.question, q.answer]),
  ]
  for (const { title, text, points = [] } of words.specialists) texts.push(title, text, ...points)
  if ('buildings' in words) {
    texts.push(words.buildingsTitle, words.arrivalTitle, ...Object.values(words.arrival), ...(words.whyUs ?? []))
    for (const { title, text } of words.buildings) texts.push(title, text)
  } else texts.push(words.areasTitle, ...Object.values(words.lines))
  return texts.flatMap((text) => text.split(/(?<=[.?!:;])\s+/)).map(normal)
}

describe('The list of places', () => {
  it.each(localities)(
    '$slug lies in its hub, its borough, a brick of the map, and within 9 km of Charing Cross',
    ({ hub, postcode, slug, ...locality }) => {
      const { borough, district, coordinates } = locality
      expect(hubs.find((one) => one.slug === hub)?.areas).toContainEqual({ slug })
      // SE1 belongs to Southwark, except Waterloo, which is in Lambeth's sectors.
      expect(boroughOfPostcode(slug === 'waterloo' ? 'SE1 7AA' : postcode)?.name).toBe(borough)
      expect(mapBoroughs.map(({ name }) => name)).toContain(district)
      const kilometres = Math.hypot((coordinates.latitude - 51.5074) * 111.2, (coordinates.longitude + 0.1278) * 69.2)
      expect(kilometres).toBeLessThan(9)
    },
  )

  it.each(hubs)('$slug names eight places or six, each a page or an anchor with a text', ({ slug, areas, districts }) => {
    expect(areas).toHaveLength(['city-london', 'clerkenwell', 'midtown-london'].includes(slug) ? 8 : 6)
    const pages = [...localities, ...hubs].map((page) => page.slug)
    for (const area of areas) if ('slug' in area) expect(pages).toContain(area.slug)
    for (const district of districts) expect(mapBoroughs.map(({ name }) => name)).toContain(district)
  })
})

describe('The words of a page', () => {
  const pages = Object.entries({ ...localityWords, ...hubWords }).map(([file, words]) => {
    const slug = file.replace(/^.*\/|\.ts$/g, '')
    return { slug, words, page: [...localities, ...hubs].find((one) => one.slug === slug) }
  })

  it('belong to a place of the list, and are all written', () => {
    expect(pages.map(({ slug }) => slug).toSorted()).toEqual([...hubs, ...localities].map(({ slug }) => slug).toSorted())
  })

  it('state the place’s response as a target, and no other', () => {
    for (const { slug, words, page } of pages) {
      const minutes = page?.responseMinutes
      expect(words.sellingPoints, slug).toHaveLength(5)
      expect(words.sellingPoints[0]).toContain(minutes ? `${minutes}-minute target` : 'target: under 60 minutes')
      const said = sentencesOf(words).flatMap((sentence) => sentence.match(/\d+[ -]minutes?/g) ?? [])
      for (const figure of said) expect([minutes ?? 60, 30, 15], slug).toContain(Number.parseInt(figure, 10))
    }
  })

  it('lead to places that there are', () => {
    for (const { slug, words } of pages) {
      if (!('buildings' in words)) {
        const areas = hubs.find((hub) => hub.slug === slug)?.areas.flatMap((area) => ('slug' in area ? [area.slug] : []))
        expect(Object.keys(words.lines).toSorted()).toEqual(areas?.toSorted())
        continue
      }
      expect(words.buildings.map(({ kind }) => kind).filter((kind) => buildingKinds.includes(kind))).toHaveLength(4)
      expect(words.nearby.length, slug).toBeGreaterThanOrEqual(3)
      for (const near of words.nearby) expect(localities.map((one) => one.slug).filter((one) => one !== slug)).toContain(near)
      // As the specification has it.
      expect(words.whyUs?.length).toBe(['st-pauls', 'islington', 'camden', 'southwark'].includes(slug) ? 3 : undefined)
    }
  })

  it('share less than a fiftieth of their sentences with any other', () => {
    const sentences = pages.map(({ slug, words }) => [slug, new Set(sentencesOf(words))] as const)
    for (const [slug, own] of sentences)
      for (const [other, others] of sentences) {
        if (slug >= other) continue
        const shared = [...own].filter((sentence) => others.has(sentence))
        expect(shared.length / Math.min(own.size, others.size), `${slug} and ${other}: ${shared.join(' | ')}`).toBeLessThan(0.02)
      }
  })
})
