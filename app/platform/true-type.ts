/* A TrueType font with the tables that a PDF needs (https://learn.microsoft.com/typography/opentype/spec/). */

/** A point of an outline; between two that are on the curve may be one that is not, and draws the curve towards itself. */
export interface OutlinePoint {
  x: number
  y: number
  isOnCurve: boolean
}

export interface Outline {
  advance: number
  /** Closed contours, which may overlap. */
  contours: readonly (readonly OutlinePoint[])[]
}

export const unitsPerEm = 1000
const [ascent, descent] = [1069, -293]

/** A font whose glyph 0 is empty and glyph n is `outlines[n - 1]`. It maps no characters: its glyphs are used by their numbers. */
export function trueTypeFont(name: string, outlines: readonly Outline[]): Buffer {
  const all = [{ advance: 0, contours: [] }, ...outlines]
  const glyphs = all.map(glyphOf)
  const boxes = all.map(boxOf)
  const box = [
    Math.min(...boxes.map(([left]) => left)),
    Math.min(...boxes.map(([, bottom]) => bottom)),
    Math.max(...boxes.map(([, , right]) => right)),
    Math.max(...boxes.map(([, , , top]) => top)),
  ]
  const offsets = [0]
  for (const glyph of glyphs) offsets.push((offsets.at(-1) ?? 0) + glyph.length)
  const widest = Math.max(...all.map(({ advance }) => advance))
  return fontFile({
    glyf: Buffer.concat(glyphs),
    head: Buffer.concat([
      uint32s(0x10000, 0x10000, 0, 0x5f0f3cf5),
      int16s(0, unitsPerEm),
      uint32s(0, 0, 0, 0), // created and modified
      int16s(...box, 0, 8, 2, 1, 0), // the last but one: offsets in `loca` are 32 bits wide
    ]),
    hhea: Buffer.concat([uint32s(0x10000), int16s(ascent, descent, 0, widest, 0, 0, widest, 1, 0, 0, 0, 0, 0, 0, 0, all.length)]),
    hmtx: Buffer.concat(all.map(({ advance }, at) => int16s(advance, boxes[at]?.[0] ?? 0))),
    loca: uint32s(...offsets),
    maxp: Buffer.concat([uint32s(0x10000), int16s(all.length, mostPoints(all), mostContours(all), 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0)]),
    name: nameTable(name),
    post: Buffer.concat([uint32s(0x30000, 0), int16s(0, 0), uint32s(0, 0, 0, 0, 0)]),
  })
}

const pointCount = ({ contours }: Outline) => contours.reduce((sum, { length }) => sum + length, 0)
const mostPoints = (all: readonly Outline[]) => Math.max(...all.map(pointCount))
const mostContours = (all: readonly Outline[]) => Math.max(...all.map(({ contours }) => contours.length))

function boxOf({ contours }: Outline): [number, number, number, number] {
  const points = contours.flat()
  if (points.length === 0) return [0, 0, 0, 0]
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)]
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]
}

const [onCurve, overlaps] = [0x01, 0x40]

function glyphOf(outline: Outline): Buffer {
  const points = outline.contours.flat()
  if (points.length === 0) return Buffer.alloc(0)
  const ends: number[] = []
  for (const { length } of outline.contours) ends.push((ends.at(-1) ?? -1) + length)
  const deltas = (axis: 'x' | 'y') => points.map((point, at) => point[axis] - (points[at - 1]?.[axis] ?? 0))
  const flags = points.map(({ isOnCurve }, at) => (isOnCurve ? onCurve : 0) | (at === 0 ? overlaps : 0))
  return padded(
    Buffer.concat([
      int16s(outline.contours.length, ...boxOf(outline), ...ends, 0),
      Buffer.from(flags),
      int16s(...deltas('x')),
      int16s(...deltas('y')),
    ]),
  )
}

/** The font's family and its PostScript name. */
function nameTable(name: string): Buffer {
  const text = Buffer.from(name, 'utf16le').swap16()
  const records = [1, 4, 6].map((id) => int16s(3, 1, 0x409, id, text.length, 0))
  return Buffer.concat([int16s(0, records.length, 6 + 12 * records.length), ...records, text])
}

/** Tables, by name, as a file. */
function fontFile(tables: Record<string, Buffer>): Buffer {
  const entries = Object.entries(tables).toSorted(([one], [other]) => (one < other ? -1 : 1))
  const power = Math.floor(Math.log2(entries.length))
  const header = Buffer.concat([uint32s(0x10000), int16s(entries.length, 16 * 2 ** power, power, 16 * (entries.length - 2 ** power))])
  let offset = header.length + 16 * entries.length
  const directory = entries.map(([tag, table]) => {
    const entry = Buffer.concat([Buffer.from(tag), uint32s(checksum(table), offset, table.length)])
    offset += padded(table).length
    return entry
  })
  return Buffer.concat([header, ...directory, ...entries.map(([, table]) => padded(table))])
}

function checksum(table: Buffer): number {
  const whole = padded(table)
  let sum = 0
  for (let at = 0; at < whole.length; at += 4) sum = (sum + whole.readUInt32BE(at)) >>> 0
  return sum
}

/** Tables and glyphs begin at multiples of four. */
const padded = (bytes: Buffer) => Buffer.concat([bytes, Buffer.alloc(-bytes.length & 3)])

function uint32s(...values: number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length)
  for (const [at, value] of values.entries()) bytes.writeUInt32BE(value, 4 * at)
  return bytes
}

/** Numbers of 16 bits, signed or not. */
function int16s(...values: number[]): Buffer {
  const bytes = Buffer.alloc(2 * values.length)
  for (const [at, value] of values.entries()) bytes.writeUInt16BE(value & 0xffff, 2 * at)
  return bytes
}
