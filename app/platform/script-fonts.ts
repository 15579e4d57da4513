import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Font } from 'harfbuzzjs'
import { type Outline, type OutlinePoint, unitsPerEm } from './true-type.ts'

/*
 * Fonts for scripts that the house's font doesn't have. A package has them in slices, each with some of its characters; a slice is read
 * when a text needs it (docs/decisions/0098-names-in-any-script.md).
 */

/** In the order they are tried: the Chinese font also has emoji, in another look. */
const packages = [
  ...['noto-sans', 'noto-sans-arabic', 'noto-sans-hebrew', 'noto-sans-thai', 'noto-sans-bengali', 'noto-sans-gujarati'],
  ...['noto-sans-gurmukhi', 'noto-sans-tamil', 'noto-sans-telugu', 'noto-sans-malayalam', 'noto-sans-sinhala', 'noto-sans-ethiopic'],
  'noto-emoji',
]
const chinese = 'noto-sans-sc'
const japanese = 'noto-sans-jp'
const korean = 'noto-sans-kr'

/** Part of a font, in a file of its own. */
export interface Slice {
  file: string
  ranges: readonly (readonly [from: number, to: number])[]
}

/** A group of characters that is drawn as one. */
export interface ShapedCluster {
  /** Offset of its text in the shaped text. */
  start: number
  text: string
  outline: Outline
}

interface LoadedSlice {
  regular: Font
  bold: Font
  /** Our units for one of its units. */
  scale: number
}

const fromHere = createRequire(import.meta.url)
const slices = new Map<string, readonly Slice[]>()
const loaded = new Map<string, LoadedSlice>()
/** More than a document needs; beyond it, all are dropped. */
const mostLoaded = 60

async function slicesOf(name: string): Promise<readonly Slice[]> {
  const known = slices.get(name)
  if (known) return known
  const ranges: Record<string, string> = JSON.parse(await readFile(fromHere.resolve(`@fontsource-variable/${name}/unicode.json`), 'utf8'))
  const read = Object.entries(ranges).map(([key, list]) => ({
    file: `@fontsource-variable/${name}/files/${name}-${key.replace(/[[\]]/g, '')}-wght-normal.woff2`,
    ranges: list.split(',').map(rangeOf),
  }))
  slices.set(name, read)
  return read
}

/** A range as style sheets write it: U+41-5a. */
function rangeOf(text: string): [from: number, to: number] {
  const [from = '', to = from] = text.trim().slice('U+'.length).split('-')
  return [Number.parseInt(from, 16), Number.parseInt(to, 16)]
}

/** The order of fonts for a text: Japanese and Korean share characters with Chinese, in other shapes. */
async function slicesFor(text: string): Promise<readonly Slice[]> {
  const han = [
    ...(/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text) ? [japanese] : []),
    ...(/\p{Script=Hangul}/u.test(text) ? [korean] : []),
  ]
  const names = [...packages, ...new Set([...han, chinese, japanese, korean])]
  return (await Promise.all(names.map(slicesOf))).flat()
}

/** Characters that only change how others are drawn, and need no glyph. */
const ignorable = /[\p{Default_Ignorable_Code_Point}]/u

const isIn = ({ ranges }: Slice, text: string): boolean =>
  [...text].every((character) => {
    const code = character.codePointAt(0) ?? 0
    return ignorable.test(character) || ranges.some(([from, to]) => code >= from && code <= to)
  })

/** The fonts for texts; `clustersOf` returns the clusters of each. */
export async function loadScriptFonts(texts: readonly string[], clustersOf: (text: string) => readonly string[]) {
  const harfbuzz = await import('harfbuzzjs')
  const { default: decompress } = await import('woff2-encoder/decompress')
  const [ours, sliceOf] = [new Map<string, LoadedSlice>(), new Map<string, Map<string, Slice>>()]
  for (const text of texts) {
    const [order, found] = [await slicesFor(text), new Map<string, Slice>()]
    const find = (characters: string) => order.find((slice) => isIn(slice, characters))
    // A letter and its accent may only be in different fonts.
    const parts = clustersOf(text).flatMap((cluster) => (find(cluster) ? [cluster] : [...cluster]))
    for (const cluster of new Set(parts)) {
      const slice = find(cluster)
      if (!slice) continue
      found.set(cluster, slice)
      const font = loaded.get(slice.file) ?? open(await decompress(await readFile(fromHere.resolve(slice.file))))
      if (loaded.size >= mostLoaded) loaded.clear()
      loaded.set(slice.file, font)
      ours.set(slice.file, font)
    }
    sliceOf.set(text, found)
  }

  function open(bytes: Uint8Array): LoadedSlice {
    const face = new harfbuzz.Face(new harfbuzz.Blob(bytes))
    const inWeight = (weight: number) => {
      const font = new harfbuzz.Font(face)
      font.setVariations([new harfbuzz.Variation('wght', weight)])
      return font
    }
    return { regular: inWeight(400), bold: inWeight(700), scale: unitsPerEm / face.upem }
  }

  return {
    /** The font for a cluster of a text; undefined if no font has it. */
    sliceFor: (text: string, cluster: string): Slice | undefined => sliceOf.get(text)?.get(cluster),

    /** The clusters of a run of text in one font and direction, in reading order; undefined if the font can't draw all of it. */
    shape(run: string, slice: Slice, { isBold, isRightToLeft }: { isBold: boolean; isRightToLeft: boolean }): ShapedCluster[] | undefined {
      const fonts = ours.get(slice.file)
      if (!fonts) return undefined
      const font = isBold ? fonts.bold : fonts.regular
      const buffer = new harfbuzz.Buffer()
      buffer.addText(run)
      buffer.guessSegmentProperties()
      buffer.setDirection(isRightToLeft ? harfbuzz.Direction.RTL : harfbuzz.Direction.LTR)
      harfbuzz.shape(font, buffer)
      const glyphs = buffer.getGlyphInfosAndPositions()
      if (glyphs.some(({ codepoint }) => codepoint === 0)) return undefined
      const starts = [...new Set(glyphs.map(({ cluster }) => cluster))].toSorted((one, other) => one - other)
      return starts.map((start, at) => {
        const outline = { advance: 0, contours: [] as OutlinePoint[][] }
        for (const { codepoint, cluster, xAdvance = 0, xOffset = 0, yOffset = 0 } of glyphs) {
          if (cluster !== start) continue
          outline.contours.push(...contoursOf(font, codepoint, fonts.scale, outline.advance + xOffset, yOffset))
          outline.advance += xAdvance
        }
        outline.advance = Math.round(outline.advance * fonts.scale)
        return { start, text: run.slice(at === 0 ? 0 : start, starts[at + 1] ?? run.length), outline }
      })
    },
  }
}

/** The contours of a glyph, moved. */
function contoursOf(font: Font, glyph: number, scale: number, right: number, up: number): OutlinePoint[][] {
  const contours: OutlinePoint[][] = []
  const add = (x = 0, y = 0, isOnCurve: boolean) =>
    contours.at(-1)?.push({ x: Math.round((x + right) * scale), y: Math.round((y + up) * scale), isOnCurve })
  for (const { type, values } of font.glyphToJson(glyph)) {
    if (type === 'M') contours.push([])
    if (type === 'Q') add(values[0], values[1], false)
    if (type !== 'Z') add(values.at(-2), values.at(-1), true)
  }
  return contours.map(withoutRepeatedEnd).filter(({ length }) => length > 2)
}

/** A contour closes by itself. */
function withoutRepeatedEnd(contour: OutlinePoint[]): OutlinePoint[] {
  const [first, last] = [contour[0], contour.at(-1)]
  const isRepeated = first && last?.isOnCurve && contour.length > 1 && first.x === last.x && first.y === last.y
  return isRepeated ? contour.slice(0, -1) : contour
}
