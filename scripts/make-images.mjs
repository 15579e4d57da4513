import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as fontkit from 'fontkit'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import sharp from 'sharp'
import { runnerImport } from 'vite'
import { hubs } from '#content/areas/hubs.ts'
import { localities } from '#content/areas/localities.ts'
import { mapBoroughs, mapFileOf, mapSize } from '#content/borough-map.ts'
import { business } from '#content/business.ts'
import { drawingFileOf, emergencyTypes } from '#content/emergency-types.ts'
import { chatFileOf, chatSize, sampleMessages } from '#content/reviews.ts'
import { nextVisitMinutes, openAlways } from '#content/stated.ts'
import { log, root, runMain, StepError } from './run.mjs'

/**
 * @typedef {{ x: number, y: number, width: number, height: number }} Box
 *
 * @typedef {object} Text A line of text: the `box` of its ink is to stay in its `area`.
 * @property {string} text
 * @property {number} size
 * @property {Box} area
 * @property {Box} box
 * @property {string} d Its outline.
 * @property {string} colour
 * @property {object} line Its letters, for pictures that draw each letter once.
 *
 * @typedef {object} Subject What a picture is about.
 * @property {string} slug
 * @property {'place' | 'house' | 'boiler' | 'map'} motif
 * @property {readonly string[]} heading
 * @property {readonly string[]} response
 * @property {{ name: string, code?: string, note: string, noteColour: string }} [plate]
 * @property {readonly string[]} [districts] The bricks of the map that it lies in.
 *
 * @typedef {object} Layout
 * @property {readonly Text[]} texts
 * @property {Readonly<Record<string, Box | readonly Box[]>>} things What else there is; an area lies within a thing or touches none.
 */

const WIDTH = 1200
const HEIGHT = 630
const MARGIN = 48
const AT_ONCE = 4

// ---- What there is to draw ----

/** All pictures to share, one per page. @returns {Promise<Subject[]>} */
export async function allSubjects() {
  return [
    {
      slug: 'home',
      motif: 'house',
      heading: ['Emergency', 'plumbers', 'in London'],
      response: [`Within ${nextVisitMinutes} minutes, ${openAlways}`],
    },
    {
      slug: 'emergency-boiler-repair',
      motif: 'boiler',
      heading: ['Emergency', 'boiler repair', 'in London'],
      response: [`Within ${nextVisitMinutes} minutes, ${openAlways}`],
    },
    {
      slug: 'pricing',
      motif: 'house',
      heading: ['What an', 'emergency', 'plumber costs'],
      // No price and no phone number: the owner may change them, and these pictures are made with the build.
      response: ['All prices include VAT'],
    },
    { slug: 'blog', motif: 'house', heading: ['Helpful tips', 'from London', 'plumbers'], response: ['Before you need them'] },
    {
      slug: 'locations',
      motif: 'map',
      heading: ['Emergency', 'plumbers', 'across London'],
      response: [`Within ${nextVisitMinutes} minutes, ${openAlways}`],
    },
    ...hubs.map(hubSubject),
    ...(await Promise.all(localities.map(localitySubject))),
  ]
}

/** @returns {Subject} */
function hubSubject(hub) {
  const plate = { name: hub.name, note: hub.postcodes.join('  '), noteColour: 'alarm' }
  return { ...placeSubject(hub), plate, districts: hub.districts }
}

/** @returns {Promise<Subject>} */
async function localitySubject(locality) {
  const plate = { name: await streetOf(locality), code: locality.postcode, note: locality.district, noteColour: 'muted' }
  return { ...placeSubject(locality), plate, districts: [locality.district] }
}

/** @returns {Subject} */
function placeSubject({ slug, name, responseMinutes }) {
  const response = responseMinutes ? [`${responseMinutes}-minute`, 'target'] : [`Within ${nextVisitMinutes}`, 'minutes']
  return { slug, motif: 'place', heading: ['Emergency plumbers', `in ${name}`], response }
}

/** The street on a place's nameplate; its own name as long as its words are not written. */
async function streetOf({ slug, name }) {
  const words = new URL(`../content/areas/localities/${slug}.ts`, import.meta.url)
  return existsSync(words) ? (await import(words.href)).default.street : name
}

// ---- Text ----

/** The pages' family in one weight. */
const fontOf = (weight) =>
  fontkit.openSync(join(root, 'node_modules/@fontsource/familjen-grotesk/files', `familjen-grotesk-latin-${weight}-normal.woff`))
const bold = fontOf(700)
const plain = fontOf(500)

/** A text's outline in units of its size, from its origin, and where its ink is. */
function outlineOf(text, tracking, font = bold) {
  const em = font.unitsPerEm
  const { glyphs, positions } = font.layout(text)
  if (glyphs.some(({ id }) => id === 0)) throw new StepError(`The font is missing a letter in "${text}".`)
  let pen = 0
  const letters = glyphs.map((glyph, index) => {
    const { xOffset, yOffset, xAdvance } = positions[index]
    const letter = { glyph, x: pen + xOffset, y: yOffset }
    pen += xAdvance + tracking * em
    return letter
  })
  const paths = letters.map(({ glyph, x, y }) => glyph.path.translate(x, y))
  const inked = paths.filter(({ commands }) => commands.length > 0).map(({ bbox }) => bbox)
  const left = Math.min(...inked.map(({ minX }) => minX)) / em
  const right = Math.max(...inked.map(({ maxX }) => maxX)) / em
  const top = Math.max(...inked.map(({ maxY }) => maxY)) / em
  const bottom = Math.min(...inked.map(({ minY }) => minY)) / em
  return { paths, letters, left, top, width: right - left, height: top - bottom }
}

/** The largest size, up to the wanted one, at which every line is no wider than its room. */
function fittingSize(lines, wanted, tracking = 0) {
  return Math.min(wanted, ...lines.map(({ text, room }) => room / outlineOf(text, tracking).width))
}

/**
 * A line of text whose ink starts at the left of its area, or lies in its middle.
 * @returns {Text}
 */
function textIn(area, text, { size, baseline, tracking = 0, colour = 'ink', centred = false, font = bold }) {
  const { paths, letters, left, top, width, height } = outlineOf(text, tracking, font)
  const x = centred ? area.x + (area.width - width * size) / 2 : area.x
  const box = { x, y: baseline - top * size, width: width * size, height: height * size }
  const scale = size / font.unitsPerEm
  const d = paths.map((path) => path.transform(scale, 0, 0, -scale, x - left * size, baseline).toSVG()).join('')
  const line = { letters, font, scale, x: x - left * size, y: baseline }
  return { text, size, area, box, d, colour, line }
}

/** Lines of one size below each other. `rooms` are their widths, if they differ. */
function paragraph(area, lines, { size, leading, tracking = 0, rooms = lines.map(() => area.width) }) {
  const fitted = fittingSize(
    lines.map((text, index) => ({ text, room: rooms[index] })),
    size,
    tracking,
  )
  const ascent = 0.76 * fitted
  return lines.map((text, index) => {
    const y = area.y + index * leading * fitted
    const lineArea = { x: area.x, y, width: rooms[index], height: fitted }
    return textIn(lineArea, text, { size: fitted, baseline: y + ascent, tracking })
  })
}

// ---- Where it stands ----

const HEADING = { leading: 0.96, tracking: -0.03 }
/** The drawings' lines are 2.5 wide; those of the pictures are this much larger. */
const SCALE = 1.6
const WALL_HEIGHT = 196
/** On pages that show more than a wall, things stand on the pavement. */
const pavement = 544

/** @param {Subject} subject @returns {Layout} */
export function layoutOf(subject) {
  return subject.motif === 'place' ? placeLayout(subject) : sceneLayout(subject)
}

/** @returns {Layout} */
function placeLayout({ heading, response, plate }) {
  const sign = plateLayout(plate)
  const logo = { x: 1064, y: 244, width: 88, height: 88 }
  const map = { x: 860, y: 450, width: 292, height: 156 }
  const title = paragraph({ x: MARGIN, y: 236, width: 1104, height: 210 }, heading, { size: 108, rooms: [984, 1104], ...HEADING })
  const call = keyLayout({ x: MARGIN, y: 486, width: 478, height: 104 })
  const minutes = paragraph({ x: 566, y: 486, width: 270, height: 104 }, response, { size: 52, leading: 1.02 })
  const windows = [510, 700, 890]
    .map((x) => ({ x, y: 17, width: 119, height: 150 }))
    .filter(({ x }) => x > sign.box.x + sign.box.width + 48)
  const pipe = { x: 1040, y: 0, width: 88, height: WALL_HEIGHT }
  const things = { plate: sign.box, windows, pipe, logo, map, key: call.box }
  return { texts: [...sign.texts, ...title, ...call.texts, ...minutes], things }
}

/** @returns {Layout} */
function sceneLayout({ heading, response, motif }) {
  const logo = { x: MARGIN, y: 36, width: 72, height: 72 }
  const [first, ...rest] = business.name.split(' ')
  const name = paragraph({ x: 134, y: 40, width: 300, height: 64 }, [first, rest.join(' ')], { size: 31, leading: 1.04 })
  const title = paragraph({ x: MARGIN, y: 128, width: 500, height: 250 }, heading, { size: 84, ...HEADING })
  const minutes = paragraph({ x: MARGIN, y: 384, width: 500, height: 50 }, response, { size: 44, leading: 1.1 })
  const call = keyLayout({ x: MARGIN, y: pavement - 102, width: 478, height: 102 })
  const picture = { x: 556, y: 0, width: WIDTH - 556, height: HEIGHT }
  const map = { x: 590, y: 110, width: 580, height: 380 }
  const letters = motif === 'map' ? mapLetters(map) : []
  return {
    texts: [...name, ...title, ...minutes, ...call.texts, ...letters],
    things: { logo, key: call.box, ...(motif === 'map' ? { map } : { picture }) },
  }
}

/** A nameplate as wide as its words. */
function plateLayout({ name, code = '', note, noteColour }) {
  const rows = { street: name.toUpperCase(), below: note.toUpperCase() }
  const room = 700
  const edge = 34
  const spread = { street: 0.02, below: 0.05 }
  const streetWidth = outlineOf(rows.street, spread.street).width
  const codeWidth = code && outlineOf(code, spread.street).width
  const gap = code && 0.4
  const size = Math.min(68, room / (streetWidth + gap + codeWidth))
  const below = fittingSize([{ text: rows.below, room }], 36, spread.below)
  const width = Math.max((streetWidth + gap + codeWidth) * size, outlineOf(rows.below, spread.below).width * below)
  const box = { x: MARGIN, y: 26, width: width + 2 * edge, height: 144 }
  const first = { x: box.x + edge, y: 42, width: streetWidth * size, height: 66 }
  const second = { ...first, x: first.x + (streetWidth + gap) * size, width: codeWidth * size }
  const texts = [textIn(first, rows.street, { size, baseline: 94, tracking: spread.street })]
  if (code) texts.push(textIn(second, code, { size, baseline: 94, tracking: spread.street, colour: 'alarm' }))
  const last = { ...first, y: 110, width, height: 40 }
  texts.push(textIn(last, rows.below, { size: below, baseline: 143, tracking: spread.below, colour: noteColour }))
  return { box, texts }
}

/** The telephone's key. */
function keyLayout(box) {
  const area = { x: box.x + 88, y: box.y + 16, width: box.width - 88 - 28, height: box.height - 40 }
  const text = `Call ${openAlways}`
  const size = fittingSize([{ text, room: area.width }], 58)
  return { box, texts: [textIn(area, text, { size, baseline: box.y + 66, colour: 'chalk' })] }
}

/** The boroughs, each with its place in a map that fills the box. */
function bricksIn(box) {
  const pitch = { across: box.width / 8, down: box.height / 7.5 }
  const gap = Math.max(3, pitch.across * 0.05)
  return mapBoroughs.map((borough) => ({
    ...borough,
    x: box.x + borough.column * pitch.across + gap / 2,
    y: box.y + (borough.row + (borough.row < 4 ? 0 : 0.5)) * pitch.down + gap / 2,
    width: pitch.across - gap,
    height: pitch.down - gap,
  }))
}

/** The boroughs' three letters. */
function mapLetters(box) {
  return bricksIn(box).map(({ short, x, y, width, height }) =>
    textIn({ x, y, width, height }, short, { size: 22, baseline: y + height / 2 + 7, centred: true }),
  )
}

// ---- The drawings ----

/** The site's own drawings, and the colours and classes that their parts have. */
async function loadDrawings() {
  const folder = join(root, 'app', 'ui', 'drawings')
  const load = async (name) => (await runnerImport(join(folder, name), { configFile: false, root, logLevel: 'error' })).module
  const parts = await Promise.all(['house.tsx', 'pipes.tsx', 'symbols.tsx', 'borough-map.tsx', 'tiles.tsx'].map(load))
  const [site, css] = await Promise.all(
    [join(root, 'app', 'colours.css'), join(folder, 'drawing.css')].map((path) => readFile(path, 'utf8')),
  )
  const colours = new Map([...`${site}${css}`.matchAll(/(--color-[\w-]+): (#\w+)/g)].map(([, name, value]) => [name, value]))
  // Only the classes of a single part: they stand at one depth and hold nothing else.
  const classes = [...css.matchAll(/^ {2}\.[^{]*\{[^{}]*\}/gm)].map(([rule]) => rule.trim()).join('')
  const icon = await readFile(join(root, 'app', 'ui', 'icon.svg'), 'utf8')
  return Object.assign({ icon, colours, classes }, ...parts)
}

const draw = (component, props) => renderToStaticMarkup(createElement(component, props))
const rect = ({ x, y, width, height }, attributes) => `<rect x="${x}" y="${y}" width="${width}" height="${height}" ${attributes}/>`
const enlarged = (x, y, content, scale = SCALE) => `<g transform="translate(${x} ${y})scale(${scale})">${content}</g>`
const fill = (name) => `fill="var(--color-${name})"`

/** A drawing of its own, put into a box of another. */
function placed(svg, { x, y, width, height }) {
  return svg.replace('<svg ', `<svg x="${x}" y="${y}" width="${width}" height="${height}" overflow="visible" `)
}

/** The whole picture as SVG. */
function pictureOf(subject, drawings) {
  const layout = layoutOf(subject)
  const motif = { place: placePicture, house: housePicture, boiler: boilerPicture, map: mapPicture }[subject.motif]
  const defs = draw(drawings.DrawingDefs, { symbols: ['br', 'tl', 'tel', 'van'] })
  const content = [
    rect({ x: 0, y: 0, width: WIDTH, height: HEIGHT }, fill('paper')),
    motif(layout.things, drawings, subject),
    placed(drawings.icon, layout.things.logo),
    keyPicture(layout.things.key),
    ...layout.texts.map(({ d, colour }) => `<path ${fill(colour)} d="${d}"/>`),
  ]
  return svgOf(WIDTH, HEIGHT, `<style>${drawings.classes}</style>${defs}${content.join('')}`, drawings.colours)
}

function svgOf(width, height, content, colours) {
  const start = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" stroke-linecap="round" stroke-linejoin="round">`
  return coloured(`${start}${content}</svg>`, colours)
}

/** Files know none of the site's variables. */
function coloured(svg, colours) {
  return svg.replace(/var\((--color-[\w-]+)\)/g, (_use, name) => {
    if (!colours.has(name)) throw new StepError(`There is no colour ${name}.`)
    return colours.get(name)
  })
}

function keyPicture(box) {
  const top = { ...box, height: box.height - 8 }
  const phone = `<use href="#tel" x="${box.x + 28}" y="${box.y + 25}" width="46" height="46"/>`
  const shape = `${rect(box, `rx="8" ${fill('alarm-text')}`)}${rect(top, `rx="8" ${fill('alarm')}`)}`
  return `${shape}<g color="var(--color-chalk)">${phone}</g>`
}

/** A brick wall with the place's name, a window where someone is up, and a downpipe that drips. */
function placePicture({ plate, windows, pipe, map }, drawings, { districts }) {
  const bricks = enlarged(0, 0, rect({ x: 0, y: 0, width: WIDTH / SCALE, height: WALL_HEIGHT / SCALE }, 'fill="url(#br)"'))
  const shown = windows.map((box, index) => windowPicture(box, index === windows.length - 1, drawings)).join('')
  const ground = enlarged(0, WALL_HEIGHT, rect({ x: -4, y: 0, width: 760, height: 9 }, 'class="fe k"'))
  return `${bricks}${shown}${downpipe(pipe, drawings)}${ground}${platePicture(plate)}${mapOf(map, districts)}`
}

function windowPicture({ x, y }, lit, { Sash }) {
  const sash = draw(Sash, { x: 6, y: 14, w: 62, h: 73, className: lit ? 'fl' : 'fW' })
  return enlarged(x, y, `<g class="k">${sash}<path class="fe" d="M0 14l4-13h66l4 13z"/></g>`)
}

function downpipe({ x }, { Drain, Drop }) {
  const pipe = draw(Drain, { d: 'M0-10V118', w: 17 })
  const head = '<path class="k" fill="var(--color-iron)" d="M-19-4h38v12l-8 12h-22l-8-12z"/>'
  const joint = '<path class="k" fill="var(--color-iron)" d="M-15 64h30v11h-30z"/>'
  const drops = draw(Drop, { x: -24, y: 92, s: 1 }) + draw(Drop, { x: -24, y: 111, s: 0.6 })
  return enlarged(x + 56, 0, `${pipe}${head}${joint}<g class="k">${drops}</g>`)
}

function platePicture(box) {
  const edge = { x: box.x + 6, y: box.y + 6, width: box.width - 12, height: box.height - 12 }
  return `${rect(box, fill('white'))}${rect(edge, `${fill('white')} stroke="var(--color-ink)" stroke-width="6"`)}`
}

/** London in brick; the Thames is the one wavy joint. */
function mapOf(box, districts = []) {
  const colours = { listed: 'brick', postcode: 'cream', ring: 'paper' }
  const bricks = bricksIn(box).map(({ name, state, ...brick }) =>
    rect(brick, `rx="2" stroke="var(--color-ink)" stroke-width="2" ${fill(districts.includes(name) ? 'alarm' : colours[state])}`),
  )
  const down = box.height / 7.5
  const wave = box.width / 16
  const thames = `M${box.x} ${box.y + 4.25 * down}q${wave / 2}${-0.3 * down} ${wave} 0${`t${wave} 0`.repeat(15)}`
  const river = ['ink', 'water-light'].map((colour, index) => {
    const line = `fill="none" stroke="var(--color-${colour})" stroke-width="${down * 0.3 - index * 4 + 2}"`
    return `<path ${line} d="${thames}"/>`
  })
  return `${river.join('')}${bricks.join('')}`
}

/** Clay below the pavement, to the bottom of the picture. */
function street() {
  const clay = rect({ x: 0, y: pavement, width: WIDTH, height: HEIGHT - pavement }, fill('clay'))
  return `${clay}${rect({ x: -4, y: pavement, width: WIDTH + 8, height: 11 }, 'class="fe k"')}`
}

/** The house of the home page, standing on the pavement. */
function housePicture(_things, drawings) {
  const scale = 0.92
  const house = draw(drawings.House, { rooms: [] }).replace(/^.*?(<svg.*<\/svg>).*$/s, '$1')
  return `${street()}${placed(house, { x: 566, y: pavement - 514 * scale, width: 720 * scale, height: 668 * scale })}`
}

/** London in brick, with nothing singled out. */
function mapPicture({ map }, { Cold }) {
  const main = draw(Cold, { d: 'M-20 372H780', w: 9 })
  const stopcock =
    '<path class="cs" stroke-width="5" d="M420 346v20"/><path class="fc k" d="M408 362h24v20h-24z"/><path class="fi k" d="M411 342h18v5h-18z"/>'
  const van = '<use href="#van" x="622" y="275" width="120" height="66"/>'
  return `${street()}${mapOf(map)}${enlarged(0, 0, main + stopcock + van)}`
}

/** A kitchen cut open: a boiler with its flue through the wall, and a radiator that it leaves cold. */
function boilerPicture(_things, { Copper, Cold, Drain, Fixture }) {
  const room = [
    rect({ x: 384, y: 0, width: 370, height: 340 }, fill('wash-boiler')),
    enlarged(390, 256, rect({ x: 0, y: 0, width: 240, height: 56 }, 'fill="url(#tl)"'), 1.5),
    '<path class="n k" d="M384 256h370"/>',
  ]
  const pipes = [
    draw(Drain, { d: 'M488 230V270H360V400', w: 8 }),
    draw(Copper, { d: 'M538 230V288H780', w: 8 }),
    draw(Copper, { d: 'M512 230V318H640', w: 8 }),
    draw(Cold, { d: 'M580 230V400', w: 10 }),
  ]
  const flue =
    '<path class="cs" stroke-width="25" d="M546 60V26H362"/><path class="n" stroke="var(--color-cream)" stroke-width="20" d="M546 60V26H362"/>'
  const cut = '<path class="fi" d="M380 44h14v296h360v8H380zM380 0h14v8h-14z"/>'
  const valves = '<path class="fl k" d="M571 244h18v14h-18zM529 244h18v12h-18zM503 244h18v12h-18z"/>'
  const radiator = draw(Fixture, { of: 'radiator', x: 690, y: 330, s: 1.5 })
  const sign = '<path class="fl k" d="M686 74l40 70h-80z"/><path class="n k" style="stroke-width:7" d="M686 100v20m0 13v0"/>'
  const parts = [...room, ...pipes, flue, cut, boilerCase(), valves, `<g class="k" style="stroke-width:1.7">${radiator}</g>`, sign]
  return `${street()}${enlarged(0, 0, parts.join(''))}`
}

function boilerCase() {
  return `<g class="k"><rect class="fe" x="472" y="48" width="144" height="184" rx="9"/><path class="n" d="M472 180h144M558 206h38"/>
    <rect class="fW" x="498" y="74" width="92" height="44" rx="4"/><path class="n" d="M516 96h14m8 0h14m8 0h14"/>
    <circle class="fr" cx="498" cy="206" r="9"/><circle class="fp" cx="532" cy="206" r="13"/><path class="n" d="M532 206l-6 7"/></g>`
}

// ---- Maps that pages show as files ----

const hubDistricts = hubs.map(({ districts }) => districts)
const placeDistricts = localities.map(({ district }) => district)

/** The files of maps and the boroughs that each shows in red: one for each hub, one for each place. */
const maps = new Map(
  [...hubDistricts, ...placeDistricts.map((district) => [district])].map((districts) => [mapFileOf(districts), districts]),
)

const FULL_NAME_SIZE = 11.5
const LETTERS_SIZE = 25

/**
 * An image can't use its page's fonts, so its names are outlines. Narrow maps have no room for names. Its links work if a page lays them
 * over it (app/platform/link-maps.ts).
 */
function mapFile(here, { BoroughMap, colours, classes }) {
  const texts = []
  const bricks = draw(BoroughMap, { boroughs: mapBoroughs, here })
    .replace(/(<(a|g) transform="translate\(([\d.]+) ([\d.]+)\)"[^>]*>)(.*?)<\/\2>/g, (_brick, start, tag, x, y, content) => {
      const place = { x: Number(x), y: Number(y) }
      for (const [, name, down, words] of content.matchAll(/<text class="([^"]+)" x="44" y="(\d+)"[^>]*>(.*?)<\/text>/g))
        texts.push(
          ...brickTexts(place, { isShort: name === 'md:hidden', isHere: content.includes('class="fr"'), down: Number(down), words }),
        )
      return `${start}${content.replace(/<text.*<\/text>/, '')}</${tag}>`
    })
    .replace(/^.*?<svg [^>]*>|<\/svg>$/gs, '')
  const style = `<style>${classes}.ab{display:none}@media(max-width:559px){.lg{display:none}.ab{display:inline}}</style>`
  const start = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${mapSize.width} ${mapSize.height}" stroke-linecap="round" stroke-linejoin="round">`
  return coloured(`${start}${style}${bricks}${linesPicture(texts)}</svg>`, colours)
}

/** The lines of a brick's name, or its letters. */
function brickTexts({ x, y }, { isShort, isHere, down, words }) {
  const lines = words.split(/<tspan[^>]*>/).map((line) => line.replace(/<[^>]*>/g, '').replaceAll('&amp;', '&'))
  const size = isShort ? LETTERS_SIZE : FULL_NAME_SIZE
  return lines.map((line, index) => ({
    ...textIn({ x, y, width: 88, height: 48 }, line, {
      size,
      baseline: y + down + 14 * index,
      centred: true,
      colour: isHere ? 'chalk' : 'ink',
    }),
    className: isShort ? 'ab' : 'lg',
  }))
}

// ---- Emergencies, each as a file ----

/** An emergency's drawing without a ground, which pages give it. */
function emergencyFile(type, { EmergencyDrawing, colours, classes }) {
  const svg = draw(EmergencyDrawing, { type }).replace(/ class="bg-[^"]*"/, ' xmlns="http://www.w3.org/2000/svg"')
  return coloured(svg.replace('>', ` stroke-linecap="round" stroke-linejoin="round"><style>${classes}</style>`), colours)
}

// ---- Chats with customers, drawn ----

const chat = { edge: 20, head: 66, widest: 276, padding: 16, size: 20, leading: 26, gap: 22, tail: 11, photo: { width: 144, height: 108 } }

/**
 * The texts of a chat and what stands around them: above a rule who writes, below it their photo and words on the left, ours on
 * the right.
 * @returns {Layout & { bubbles: readonly (Box & { ours: boolean })[] }}
 */
function chatLayout({ name, area, text, reply, photo }) {
  const head = { x: 74, y: 8, width: chatSize.width - 74 - chat.edge, height: 54 }
  const texts = [
    textIn({ x: 16, y: 14, width: 40, height: 40 }, name[0], { size: 22, baseline: 41, centred: true }),
    textIn(head, name, { size: 20, baseline: 30 }),
    textIn(head, area, { size: 17, baseline: 52, colour: 'muted', font: plain }),
  ]
  const paragraphs = [wrapped(text), wrapped(reply)]
  const heights = paragraphs.map((lines) => lines.length * chat.leading + 20)
  const taken = (photo ? chat.photo.height + 10 : 0) + heights[0] + chat.gap + heights[1] + chat.tail
  let y = chat.head + Math.round((chatSize.height - chat.head - taken) / 2)
  const picture = photo && { x: chat.edge, y, ...chat.photo }
  if (picture) y += picture.height + 10
  const bubbles = paragraphs.map((lines, index) => {
    const ours = index === 1
    const width = Math.max(...lines.map(widthOf)) + 2 * chat.padding
    const box = { x: ours ? chatSize.width - chat.edge - width : chat.edge, y, width, height: heights[index], ours }
    for (const [row, words] of lines.entries()) {
      const line = { x: box.x + chat.padding, y: y + 10 + row * chat.leading, width: width - 2 * chat.padding, height: chat.leading }
      texts.push(textIn(line, words, { size: chat.size, baseline: line.y + 19, font: plain }))
    }
    y += box.height + chat.gap
    return box
  })
  return { texts, bubbles, things: { ...(picture && { picture }), bubbles } }
}

const widthOf = (line) => outlineOf(line, 0, plain).width * chat.size

/** A text in as few lines as a bubble has room for, of much the same length. */
function wrapped(text) {
  let room = chat.widest - 2 * chat.padding
  let lines = linesIn(room, text)
  for (let fewer = lines; fewer.length === lines.length; fewer = linesIn(room, text)) {
    lines = fewer
    room = Math.max(...lines.map(widthOf)) - 1
  }
  return lines
}

function linesIn(room, text) {
  const lines = ['']
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1)} ${word}`.trim()
    if (lines.at(-1) === '' || widthOf(longer) <= room) lines.splice(-1, 1, longer)
    else lines.push(word)
  }
  return lines
}

/** A speech bubble with its tail, on the side of who speaks. */
function bubblePicture({ x, y, width, height, ours }) {
  const tail = ours ? `h-9v${chat.tail}l-14-${chat.tail}H${x + 5}` : `H${x + 28}l-14 ${chat.tail}v-${chat.tail}h-9`
  const side = height - 10
  return `<path class="k" ${fill(ours ? 'ok-wash' : 'white')} d="M${x + 5} ${y}h${width - 10}q5 0 5 5v${side}q0 5-5 5${tail}q-5 0-5-5v-${side}q0-5 5-5z"/>`
}

function chatPicture(message, drawings) {
  const { texts, bubbles, things } = chatLayout(message)
  const content = [
    rect({ x: 0, y: 0, ...chatSize }, fill('wash-toilet')),
    rect({ x: 0, y: 0, width: chatSize.width, height: chat.head }, fill('chalk')),
    `<path class="k" d="M0 ${chat.head}h${chatSize.width}"/><circle class="fl k" cx="36" cy="34" r="20"/>`,
    things.picture ? photoPicture(things.picture, draw(drawings.EmergencyDrawing, { type: message.photo })) : '',
    ...bubbles.map(bubblePicture),
    linesPicture(texts),
  ]
  return svgOf(chatSize.width, chatSize.height, `<style>${drawings.classes}</style>${content.join('')}`, drawings.colours)
}

/** Lines of text whose letters are drawn once and used again: a third of the bytes. */
function linesPicture(texts) {
  const known = new Map()
  const idOf = (font, glyph) => {
    const key = `${font === bold ? 'b' : 'p'}${glyph.id}`
    known.set(key, glyph.path.toSVG())
    return key
  }
  const lines = texts.map(({ colour, className, line: { letters, font, scale, x, y } }) => {
    const inked = letters.filter(({ glyph }) => glyph.path.commands.length > 0)
    const uses = inked.map((letter) => `<use href="#${idOf(font, letter.glyph)}" x="${Math.round(letter.x)}"/>`)
    return `<g ${className ? `class="${className}" ` : ''}${fill(colour)} transform="translate(${short(x)} ${short(y)})scale(${short(scale, 5)} ${short(-scale, 5)})">${uses.join('')}</g>`
  })
  return `<defs>${[...known].map(([id, d]) => `<path id="${id}" d="${d}"/>`).join('')}</defs>${lines.join('')}`
}

const short = (number, digits = 2) => Number(number.toFixed(digits))

/** A drawing on its wash, cut off at its frame. */
function photoPicture(box, svg) {
  const [, wash] = /bg-([\w-]+)/.exec(svg)
  const inside = svg.replace('<svg ', `<svg x="${box.x}" y="${box.y}" width="${box.width}" height="${box.height}" `)
  return `${rect(box, `rx="5" ${fill(wash)}`)}${inside}${rect(box, 'rx="5" class="n k"')}`
}

// ---- Files ----

const PALETTE = { palette: true, colours: 48, dither: 0, effort: 8, compressionLevel: 9 }

/** Draws one file. */
async function writePng(path, svg) {
  await sharp(Buffer.from(svg)).png(PALETTE).toFile(path)
}

/** The home screen's icons: opaque ones on paper, the maskable one within the middle 80%. */
const icons = [
  { name: 'icon-192', size: 192, drawn: 0.94 },
  { name: 'icon-512', size: 512, drawn: 0.94 },
  { name: 'maskable-512', size: 512, drawn: 0.72, ground: 'paper' },
  { name: 'apple-touch-icon', size: 180, drawn: 0.8, ground: 'paper' },
  { name: 'favicon-32', size: 32, drawn: 1 },
]

function iconPicture({ size, drawn, ground }, { icon, colours }) {
  const edge = (size * (1 - drawn)) / 2
  const back = ground ? rect({ x: 0, y: 0, width: size, height: size }, fill(ground)) : ''
  return svgOf(size, size, back + placed(icon, { x: edge, y: edge, width: size * drawn, height: size * drawn }), colours)
}

/** Runs all jobs, a few at a time. */
async function inTurn(jobs) {
  const waiting = [...jobs]
  const work = async () => {
    for (let job = waiting.shift(); job; job = waiting.shift()) await job()
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
}

/** Makes the icons, the drawings, and the pictures that stand for pages where their links are shared: all, or `only` those of some slugs. */
export async function makeImages({ folder, log, only }) {
  const [drawings, subjects] = await Promise.all([loadDrawings(), allSubjects()])
  const wanted = only ? subjects.filter(({ slug }) => only.includes(slug)) : subjects
  await Promise.all(['share', 'icons', 'maps', 'drawings'].map((name) => mkdir(join(folder, name), { recursive: true })))
  await inTurn([
    ...wanted.map((subject) => () => writePng(join(folder, 'share', `${subject.slug}.png`), pictureOf(subject, drawings))),
    ...[...maps].map(
      ([file, districts]) =>
        () =>
          writeFile(join(folder, file), mapFile(districts, drawings)),
    ),
    ...emergencyTypes.map(
      ({ name }) =>
        () =>
          writeFile(join(folder, drawingFileOf(name)), emergencyFile(name, drawings)),
    ),
    ...sampleMessages.map((message) => () => writeFile(join(folder, chatFileOf(message)), chatPicture(message, drawings))),
    ...icons.map((icon) => () => writePng(join(folder, 'icons', `${icon.name}.png`), iconPicture(icon, drawings))),
  ])
  log(`Made ${wanted.length} share images and ${icons.length} icons.`)
}

if (import.meta.main) await runMain(() => makeImages({ folder: process.argv[2], log }))
