import { join } from 'node:path'
import * as fontkit from 'fontkit'
import { root, StepError } from '../run.mjs'
import { fill } from './drawings.mjs'

/* Text as outlines, measured to the edges of its ink, since an image can't use its page's fonts. */

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
 */

/** The pages' family in one weight. */
const fontOf = (weight) =>
  fontkit.openSync(join(root, 'node_modules/@fontsource/familjen-grotesk/files', `familjen-grotesk-latin-${weight}-normal.woff`))
const bold = fontOf(700)
export const plain = fontOf(500)

/** A text's outline in units of its size, from its origin, and where its ink is. */
export function outlineOf(text, tracking, font = bold) {
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
export function fittingSize(lines, wanted, tracking = 0) {
  return Math.min(wanted, ...lines.map(({ text, room }) => room / outlineOf(text, tracking).width))
}

/**
 * A line of text whose ink starts at the left of its area, or lies in its middle.
 * @returns {Text}
 */
export function textIn(area, text, { size, baseline, tracking = 0, colour = 'ink', centred = false, font = bold }) {
  const { paths, letters, left, top, width, height } = outlineOf(text, tracking, font)
  const x = centred ? area.x + (area.width - width * size) / 2 : area.x
  const box = { x, y: baseline - top * size, width: width * size, height: height * size }
  const scale = size / font.unitsPerEm
  const d = paths.map((path) => path.transform(scale, 0, 0, -scale, x - left * size, baseline).toSVG()).join('')
  const line = { letters, font, scale, x: x - left * size, y: baseline }
  return { text, size, area, box, d, colour, line }
}

/** Lines of one size below each other. `rooms` are their widths, if they differ. */
export function paragraph(area, lines, { size, leading, tracking = 0, rooms = lines.map(() => area.width) }) {
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

/** Lines of text whose letters are drawn once and used again: a third of the bytes. */
export function linesPicture(texts) {
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
