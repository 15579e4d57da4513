import { readFileSync } from 'node:fs'
import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { mapBoroughs } from '#content/borough-map.ts'
import { boroughNames } from '#content/borough-names.ts'
import { emergencyTypes } from '#content/emergency-types.ts'
import { BoroughMap } from './borough-map.tsx'
import { BrickMap } from './brick-map.tsx'
import { House, type HouseRoom } from './house.tsx'
import { Postcard } from './postcards.tsx'
import { StopcockDrawing } from './stopcock.tsx'
import { DrawingDefs, Stars, symbolIds, Use } from './symbols.tsx'
import { EmergencyDrawing } from './tiles.tsx'
import { Valves } from './valves.tsx'

const rooms: HouseRoom[] = [
  { room: 'heater', label: 'Water heater', href: '/book?service=Water+Heater' },
  { room: 'toilet', label: 'Toilet', href: '/book?service=Toilet+Repair' },
  { room: 'radiator', label: 'Radiator', href: '/book?service=Radiator+Issue' },
  { room: 'boiler', label: 'Boiler', href: '/book?service=Boiler+Breakdown' },
  { room: 'leak', label: 'Leak', href: '/book?service=Leak+Repair' },
  { room: 'pipe', label: 'Pipe', href: '/book?service=Pipe+Repair' },
  { room: 'drain', label: 'Blocked drain', href: '/book?service=Blocked+Drain' },
  { room: 'burst', label: 'Burst pipe', href: '/book?service=Burst+Pipe' },
]

const house = <House rooms={rooms} />
const picture = <BoroughMap boroughs={mapBoroughs} here={['Tower Hamlets']} />
const map = <BrickMap boroughs={boroughNames} label="London" />
const tiles: [string, ReactElement][] = emergencyTypes.map(({ name }) => [name, <EmergencyDrawing key={name} type={name} />])
const drawings: [string, ReactElement][] = [
  ['House', house],
  ['BoroughMap', picture],
  ['BrickMap', map],
  ...tiles,
  ...(['stopcock', 'bucket', 'receipt'] as const).map((of): [string, ReactElement] => [of, <Postcard key={of} of={of} />]),
  ['StopcockDrawing', <StopcockDrawing key="stopcock" />],
  ['Valves', <Valves key="valves" free={3} />],
  ['Stars', <Stars key="stars" count={4} />],
  ['Use', <Use key="use" id="tel" className="size-6" />],
  ['DrawingDefs', <DrawingDefs key="defs" symbols={symbolIds} />],
]
const pictures = ['night', 'before', 'after'].map((name): [string, string] => [
  `${name}.svg`,
  readFileSync(new URL(`${name}.svg`, import.meta.url), 'utf8').trim(),
])
const texts: [string, string][] = [
  ...drawings.map(([name, drawing]): [string, string] => [name, renderToStaticMarkup(drawing)]),
  ...pictures,
]

describe('the drawings', () => {
  it.each(texts)('%s has no style of its own, and refers only to what the page or itself carries', (_, text) => {
    expect(text).not.toMatch(/\sstyle=|<style|undefined|NaN|null|\[object/)
    const known = new Set<string>([...symbolIds, ...[...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => String(id))])
    const wanted = [...text.matchAll(/url\(#([^)]+)\)|href="#([^"]+)"/g)].map(([, fill, link]) => fill ?? link)
    expect(wanted.filter((id) => !known.has(String(id)))).toEqual([])
  })

  it.each(pictures)('%s is whole', async (_, text) => {
    expect(await sharp(Buffer.from(text)).metadata()).toMatchObject({ format: 'svg' })
  })

  it('share symbols that bear the id they are asked for by', () => {
    const ids = symbolIds.map((id) => /id="([^"]+)"/.exec(renderToStaticMarkup(<DrawingDefs symbols={[id]} />))?.[1])
    expect(ids).toEqual(symbolIds)
  })
})

describe('the house', () => {
  it('leads from each room to its booking', () => {
    const links = [...renderToStaticMarkup(house).matchAll(/<a [^>]*href="([^"]+)" aria-label="([^"]+)"/g)]
    expect(links.map(([, href, label]) => [href, label])).toEqual(rooms.map(({ href, label }) => [href, `Book: ${label}`]))
  })

  it('gives every label an area of its own to touch', () => {
    const text = renderToStaticMarkup(house)
    const areas = [...text.matchAll(/translate\((\d+) (\d+)\)"><rect class="hit" x="-6" y="-30" width="(\d+)" height="60"/g)].map(
      ([, x, y, width]) => ({ left: Number(x) - 6, right: Number(x) - 6 + Number(width), top: Number(y) - 30, bottom: Number(y) + 30 }),
    )
    expect(areas).toHaveLength(rooms.length)
    const overlaps = areas.flatMap((a, index) =>
      areas.slice(index + 1).filter((b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom),
    )
    expect(overlaps).toEqual([])
  })
})

describe('the map of London', () => {
  it('has the 33 boroughs, each once and each in a place and with letters of its own', () => {
    const unique = (of: (borough: (typeof mapBoroughs)[number]) => string) => new Set(mapBoroughs.map(of)).size
    expect([mapBoroughs.length, unique(({ name }) => name), unique(({ row, column }) => `${row} ${column}`)]).toEqual([33, 33, 33])
    expect(unique(({ short }) => short)).toBe(33)
  })

  it.each([
    ['BrickMap', map],
    ['BoroughMap', picture],
  ])('leads from each brick to a booking there, and from none where people are to call (%s)', (_, drawing) => {
    const hrefs = hrefsOf(drawing)
    expect(hrefs).toHaveLength(mapBoroughs.filter(({ state }) => state !== 'ring').length)
    for (const name of hrefs) expect(boroughNames).toContain(name)
  })

  it('leads nowhere from the bricks of boroughs that are not served', () => {
    const served = boroughNames.filter((name) => name !== 'Hackney' && name !== 'Central London')
    const hrefs = hrefsOf(<BrickMap boroughs={served} label="London" />)
    expect(hrefsOf(map).filter((name) => !hrefs.includes(name))).toEqual(['Hackney', 'Central London', 'Central London', 'Central London'])
  })
})

const hrefsOf = (drawing: ReactElement) =>
  [...renderToStaticMarkup(drawing).matchAll(/href="\/book\?borough=([^"]+)"/g)].map(([, name = '']) => name.replaceAll('+', ' '))
