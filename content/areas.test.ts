import { describe, expect, it } from 'vitest'
import { buildingKinds, type HubWords, type LocalityWords, type Specialist } from './areas/area.ts'
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

const lengthOf = (words: LocalityWords | HubWords) => sentencesOf(words).join(' ').length

describe('The list of places', () => {
  it('has the specification’s 20 places, the 15 that hub pages lead to besides, and 8 hubs', () => {
    expect(localities.map(({ slug, postcode }) => `${slug} ${postcode}`)).toEqual([
      'whitechapel E1',
      'spitalfields E1',
      'hackney E8',
      'bethnal-green E2',
      'liverpool-street EC2M',
      'st-bartholomews EC1A',
      'smithfield EC1A',
      'clerkenwell-proper EC1M',
      'finsbury EC1V',
      'fitzrovia W1T',
      'russell-square WC1N',
      'bloomsbury WC1N',
      'chancery-lane WC1V',
      'kings-cross WC1X',
      'bunhill-fields EC1Y',
      'st-pauls EC4M',
      'islington N1',
      'camden NW1',
      'southwark SE1',
      'shoreditch EC2A',
      'old-street EC1V',
      'oxford-street W1C',
      'regent-street W1B',
      'tottenham-court-road W1T',
      'marylebone W1U',
      'covent-garden WC2E',
      'angel N1',
      'regents-park NW1',
      'kings-cross-n1c N1C',
      'canonbury N1',
      'borough SE1',
      'london-bridge SE1',
      'waterloo SE1',
      'bermondsey SE1',
      'elephant-castle SE1',
    ])
    expect(hubs.map(({ slug }) => slug)).toEqual([
      'east-london',
      'central-london',
      'west-end',
      'north-london',
      'south-london',
      'city-london',
      'clerkenwell',
      'midtown-london',
    ])
  })

  it('states the specification’s minutes and nothing else', () => {
    const minutes = Object.fromEntries(hubs.map(({ slug, responseMinutes }) => [slug, responseMinutes]))
    expect(minutes).toEqual({
      'east-london': 30,
      'central-london': 20,
      'west-end': 25,
      'north-london': 25,
      'south-london': 25,
      'city-london': 30,
      clerkenwell: 20,
      'midtown-london': undefined,
    })
    expect(hubs.filter(({ isAverage }) => isAverage).map(({ slug }) => slug)).toEqual(['city-london'])
    for (const { slug, hub, responseMinutes } of localities)
      expect(responseMinutes, slug).toBe(slug === 'bunhill-fields' ? 15 : minutes[hub])
  })

  it('has the radius that the specification states, else a place', () => {
    const radius = Object.fromEntries(
      [...hubs, ...localities].flatMap(({ slug, serviceArea }) =>
        'radiusMetres' in serviceArea ? [[slug, serviceArea.radiusMetres]] : [],
      ),
    )
    expect(radius).toEqual({
      'city-london': 5000,
      clerkenwell: 3000,
      'midtown-london': 4000,
      islington: 3000,
      southwark: 3000,
      'st-pauls': 2000,
    })
  })

  it.each(localities)('$slug lies in its hub, its borough, a brick of the map, and within 9 km of Charing Cross', (locality) => {
    const { hub, postcode, slug, borough, district, coordinates } = locality
    expect(hubs.find((one) => one.slug === hub)?.areas).toContainEqual({ slug })
    // SE1 belongs to Southwark, except Waterloo, which is in Lambeth's sectors.
    expect(boroughOfPostcode(slug === 'waterloo' ? 'SE1 7AA' : postcode)?.name).toBe(borough)
    expect(mapBoroughs.map(({ name }) => name)).toContain(district)
    const kilometres = Math.hypot((coordinates.latitude - 51.5074) * 111.2, (coordinates.longitude + 0.1278) * 69.2)
    expect(kilometres).toBeLessThan(9)
  })

  it.each(hubs)('$slug names eight places or six, each a page or an anchor with a text', ({ slug, areas, districts }) => {
    expect(areas).toHaveLength(['city-london', 'clerkenwell', 'midtown-london'].includes(slug) ? 8 : 6)
    const pages = [...localities, ...hubs].map((page) => page.slug)
    for (const area of areas) if ('slug' in area) expect(pages).toContain(area.slug)
    for (const district of districts) expect(mapBoroughs.map(({ name }) => name)).toContain(district)
  })
})

describe.each(Object.entries({ ...localityWords, ...hubWords }).map(([file, words]) => ({ file: file.replace('./areas/', ''), words })))(
  '$file',
  ({ file, words }) => {
    const slug = file.replace(/^.*\/|\.ts$/g, '')
    const page = [...localities, ...hubs].find((one) => one.slug === slug)

    it('belongs to a place of the list, and says its name to search engines', () => {
      expect(page).toBeDefined()
      expect(words.description.length).toBeLessThanOrEqual(160)
      expect(words.description.length).toBeGreaterThanOrEqual(100)
      expect(words.description).toContain(page?.name)
      expect(words.keywords.length).toBeGreaterThanOrEqual(4)
      if (page && 'postcode' in page) expect(words.description).toContain(page.postcode)
    })

    it('has five selling points, of which the first states the response as a target', () => {
      expect(words.sellingPoints).toHaveLength(5)
      const minutes = page?.responseMinutes
      expect(words.sellingPoints[0]).toContain(minutes ? `${minutes}-minute target` : 'target: under 60 minutes')
      for (const point of words.sellingPoints) expect(point.length, point).toBeLessThanOrEqual(64)
    })

    it('states no other response time', () => {
      const said = sentencesOf(words).flatMap((sentence) => sentence.match(/\d+[ -]minutes?/g) ?? [])
      for (const figure of said) expect([page?.responseMinutes ?? 60, 30, 15]).toContain(Number.parseInt(figure, 10))
    })

    it('has specialist sections and questions', () => {
      expect(words.specialists.length).toBeGreaterThanOrEqual(1)
      const ids = words.specialists.map(({ id }: Specialist) => id)
      for (const id of ids) expect(id).toMatch(/^[a-z][a-z-]+$/)
      expect(words.questions.length).toBeGreaterThanOrEqual(3)
      for (const { question } of words.questions) expect(question).toMatch(/\?(\s|$)/)
    })

    it('is as long as its page has room for', () => {
      expect(lengthOf(words)).toBeGreaterThan(2200)
      expect(lengthOf(words)).toBeLessThanOrEqual('buildings' in words ? 4000 : 3900)
    })

    it('is typeset: curly quotes, no dashes between thoughts, no straight apostrophes', () => {
      for (const sentence of sentencesOf(words)) expect(sentence).not.toMatch(/['"—]| – |\.\.\.|!/)
    })

    if ('buildings' in words)
      it('has four buildings, a way there, streets, and places around', () => {
        expect(words.buildings).toHaveLength(4)
        expect(new Set(words.buildings.map(({ kind }) => kind)).size).toBe(4)
        for (const { kind } of words.buildings) expect(buildingKinds).toContain(kind)
        expect(words.streets.length).toBeGreaterThanOrEqual(5)
        expect(words.nearby.length).toBeGreaterThanOrEqual(3)
        for (const near of words.nearby) expect(localities.map((one) => one.slug)).toContain(near)
        expect(words.nearby).not.toContain(slug)
        const asked = ['st-pauls', 'islington', 'camden', 'southwark'].includes(slug)
        expect(words.whyUs?.length).toBe(asked ? 3 : undefined)
        if (asked) expect(words.specialists.length).toBeGreaterThanOrEqual(2)
      })
    else
      it('has a line about each of its places', () => {
        const pages = hubs.find((hub) => hub.slug === slug)?.areas.flatMap((area) => ('slug' in area ? [area.slug] : []))
        expect(Object.keys(words.lines).toSorted()).toEqual(pages?.toSorted())
      })
  },
)

/** The number of sourced facts for each page, and for each place that is a paragraph of another page. */
const sourced = new Map<string, number>()
const documents = import.meta.glob<string>('../docs/sources/*.md', { eager: true, query: '?raw', import: 'default' })
for (const document of Object.values(documents))
  for (const [heading = '', ...rows] of document
    .split(/^## /m)
    .slice(1)
    .map((part) => part.trim().split('\n')))
    sourced.set(heading, rows.filter((row) => /^\| .{12,} \| .{12,} \|$/.test(row)).length)

describe('The sources', () => {
  it('are of the pages that there are, and of all of them', () => {
    const paragraphs = hubs.flatMap(({ slug, areas }) => areas.flatMap((area) => ('id' in area ? [`${slug}#${area.id}`] : [])))
    expect([...sourced.keys()].toSorted()).toEqual([...[...hubs, ...localities].map(({ slug }) => slug), ...paragraphs].toSorted())
  })

  it.each([...hubs, ...localities])('tell where at least four facts of $slug can be looked up', ({ slug }) => {
    expect(sourced.get(slug)).toBeGreaterThanOrEqual(4)
  })

  it('tell where each paragraph about a place can be looked up', () => {
    expect([...sourced].filter(([heading, facts]) => heading.includes('#') && facts !== 1)).toEqual([])
  })
})

describe('All pages together', () => {
  const all = Object.entries({ ...localityWords, ...hubWords })

  it('are all written', () => {
    expect(Object.keys(localityWords).toSorted()).toEqual(localities.map(({ slug }) => `./areas/localities/${slug}.ts`).toSorted())
    expect(Object.keys(hubWords).toSorted()).toEqual(hubs.map(({ slug }) => `./areas/hubs/${slug}.ts`).toSorted())
  })

  it('share no pitch, description or selling point', () => {
    for (const of of [
      (words: LocalityWords | HubWords) => [words.pitch],
      (words: LocalityWords | HubWords) => [words.description],
      (words: LocalityWords | HubWords) => words.sellingPoints,
    ]) {
      const said = all.flatMap(([, words]) => of(words).map(normal))
      expect(said.filter((text, at) => said.indexOf(text) !== at)).toEqual([])
    }
  })

  it('share less than a fiftieth of their sentences with any other', () => {
    const sentences = all.map(([file, words]) => [file, new Set(sentencesOf(words))] as const)
    for (const [file, own] of sentences)
      for (const [other, others] of sentences) {
        if (file >= other) continue
        const shared = [...own].filter((sentence) => others.has(sentence))
        expect(shared.length / Math.min(own.size, others.size), `${file} and ${other}: ${shared.join(' | ')}`).toBeLessThan(0.02)
      }
  })
})
