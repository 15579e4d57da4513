import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { drawingFileOf, emergencyTypes } from '#content/emergency-types.ts'
import { chatFileOf, sampleMessages } from '#content/reviews.ts'
import { chatPicture } from './images/chats.mjs'
import { coloured, draw, fill, loadDrawings, placed, rect, svgOf } from './images/drawings.mjs'
import { mapFile, maps } from './images/maps.mjs'
import { allSubjects, pictureOf } from './images/share.mjs'
import { log, runMain } from './run.mjs'

const AT_ONCE = 4

/** An emergency's drawing without a ground, which pages give it. */
function emergencyFile(type, { EmergencyDrawing, colours, classes }) {
  const svg = draw(EmergencyDrawing, { type }).replace(/ class="bg-[^"]*"/, ' xmlns="http://www.w3.org/2000/svg"')
  return coloured(svg.replace('>', ` stroke-linecap="round" stroke-linejoin="round"><style>${classes}</style>`), colours)
}

const PALETTE = { palette: true, colours: 48, dither: 0, effort: 1, compressionLevel: 9 }

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
