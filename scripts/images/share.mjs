import { existsSync } from 'node:fs'
import { hubs } from '#content/areas/hubs.ts'
import { localities } from '#content/areas/localities.ts'
import { mapBoroughs } from '#content/borough-map.ts'
import { business } from '#content/business.ts'
import { nextVisitMinutes, openAlways } from '#content/stated.ts'
import { draw, fill, placed, rect, svgOf } from './drawings.mjs'
import { fittingSize, outlineOf, paragraph, textIn } from './text.mjs'

/* The pictures that stand for pages where their links are shared. */

/**
 * @typedef {import('./text.mjs').Box} Box
 *
 * @typedef {import('./text.mjs').Text} Text
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
  const words = new URL(`../../content/areas/localities/${slug}.ts`, import.meta.url)
  return existsSync(words) ? (await import(words.href)).default.street : name
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

// ---- How it is drawn ----

const enlarged = (x, y, content, scale = SCALE) => `<g transform="translate(${x} ${y})scale(${scale})">${content}</g>`

/** The whole picture as SVG. */
export function pictureOf(subject, drawings) {
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
