import plainFont from '@fontsource/familjen-grotesk/files/familjen-grotesk-latin-400-normal.woff2?inline'
import boldFont from '@fontsource/familjen-grotesk/files/familjen-grotesk-latin-700-normal.woff2?inline'
import widePlainFont from '@fontsource/familjen-grotesk/files/familjen-grotesk-latin-ext-400-normal.woff2?inline'
import wideBoldFont from '@fontsource/familjen-grotesk/files/familjen-grotesk-latin-ext-700-normal.woff2?inline'
import vietnamesePlainFont from '@fontsource/familjen-grotesk/files/familjen-grotesk-vietnamese-400-normal.woff2?inline'
import vietnameseBoldFont from '@fontsource/familjen-grotesk/files/familjen-grotesk-vietnamese-700-normal.woff2?inline'
import type { Font } from 'fontkit'
import {
  breaksOf,
  brokenInLines,
  type Cluster,
  clustersOf,
  graphemes,
  inVisualOrder,
  isSpace,
  type PdfRun,
  runsOf,
  type TypesetText,
} from './pdf-lines.ts'
import { loadScriptFonts, type ShapedCluster, type Slice } from './script-fonts.ts'
import { type Outline, trueTypeFont, unitsPerEm } from './true-type.ts'

/*
 * Lines of text in any script, for PDFs (docs/decisions/0098-names-in-any-script.md): the font of each character, the ends of lines, and
 * the order of characters within them.
 */

/** Our fonts, in the order they are tried for a character. */
const houseFonts = {
  plain: [plainFont, widePlainFont, vietnamesePlainFont],
  bold: [boldFont, wideBoldFont, vietnameseBoldFont],
}
type Weight = keyof typeof houseFonts

async function unpackHouseFonts() {
  const [{ create }, { default: decompress }] = await Promise.all([import('fontkit'), import('woff2-encoder/decompress')])
  const unpack = (weight: Weight) =>
    Promise.all(
      houseFonts[weight].map(async (dataUrl, at) => {
        const font = create(Buffer.from(await decompress(Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64')))) as Font
        // A glyph first met as a part of another, like ' in ", would have no character and couldn't be read.
        for (const code of font.characterSet) font.glyphForCodePoint(code)
        return { name: `${weight}-${at}`, font }
      }),
    )
  return { plain: await unpack('plain'), bold: await unpack('bold') }
}
let unpacked: ReturnType<typeof unpackHouseFonts> | undefined

/** Begins or ends a part of a text with a direction of its own (U+2068, U+2069). */
const isIsolate = (text: string) => /^[\u2066-\u2069]$/.test(text)
const isInvisible = (text: string) => /^\p{Default_Ignorable_Code_Point}+$/u.test(text)
/** Hebrew, Arabic and the scripts next to them in Unicode. */
const hasRightToLeft = (text: string) => /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u.test(text)

/** Returns a text without characters that can't be drawn: control characters, and direction marks without their end. */
const drawable = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n]/gu, ' ')
    .replace(/[\u00ad\u200b\u200e\u200f\u061c\u202a-\u202e\u2060\ufeff]/g, '')

/** Reads the fonts that texts need, and sets them in lines. */
export async function typesetTexts(texts: readonly string[]) {
  unpacked ??= unpackHouseFonts()
  const house = await unpacked
  const houseFont = (weight: Weight, cluster: string) =>
    house[weight].find(({ font }) => [...cluster].every((character) => font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0)))?.name
  const isHouse = (cluster: string) =>
    isSpace(cluster) || isInvisible(cluster) || houseFont('plain', cluster.normalize('NFC')) !== undefined
  const houseByName = new Map([...house.plain, ...house.bold].map(({ name, font }) => [name, font] as const))
  const others = [...new Set(texts.flatMap((text) => drawable(text).split('\n')))].filter((line) => !clustersOf(line).every(isHouse))
  const scripts = others.length > 0 ? await loadScriptFonts(others, clustersOf) : undefined
  const bidi = others.length > 0 ? (await import('bidi-js')).default() : undefined
  const drawn = { plain: new DrawnFont('Scripts-Regular'), bold: new DrawnFont('Scripts-Bold') }
  const known = new Map<string, TypesetText>()
  for (const line of others) for (const weight of ['plain', 'bold'] as const) typeset(line, weight)

  function typeset(line: string, weight: Weight): TypesetText {
    const key = `${weight} ${line}`
    const levels = bidi && hasRightToLeft(line) ? bidi.getEmbeddingLevels(line, 'ltr').levels : undefined
    const set = known.get(key) ?? { clusters: clustersOfLine(line, weight, levels), breaks: breaksOf(line) }
    known.set(key, set)
    return set
  }

  function clustersOfLine(line: string, weight: Weight, levels: Uint8Array | undefined): Cluster[] {
    const clusters: Cluster[] = []
    const isTurned = turnedPartsOf(levels)
    let run: ScriptRun | undefined
    const end = () => {
      if (run) clusters.push(...drawRun(run, weight))
      run = undefined
    }
    for (const { segment, index } of graphemes.segment(line)) {
      if (isIsolate(segment)) continue
      const level = levels?.[index] ?? 0
      const hasOneFont = isHouse(segment) || scripts?.sliceFor(line, segment)
      for (const text of hasOneFont ? [segment] : segment) {
        const font = houseFont(weight, text.normalize('NFC')) ?? (isSpace(text) ? `${weight}-0` : undefined)
        // Right-to-left text is drawn in one piece, with its spaces and digits, so that copying keeps its order.
        const slice = font && !isTurned?.[index] ? undefined : scripts?.sliceFor(line, text)
        if (slice && run?.slice === slice && run.level === level) run.text += text
        else {
          end()
          if (slice) run = { start: index, text, slice, level }
          else if (font) clusters.push({ ...houseCluster(font, isSpace(text) ? ' ' : text.normalize('NFC')), start: index, level })
          else if (!isInvisible(text)) clusters.push({ ...markOf(weight, text), start: index, level })
        }
      }
    }
    end()
    return clusters
  }

  function drawRun({ start, text, slice, level }: ScriptRun, weight: Weight): Cluster[] {
    const isRightToLeft = level % 2 === 1
    const shaped = scripts?.shape(text, slice, { isBold: weight === 'bold', isRightToLeft })
    if (shaped)
      return shaped.flatMap((each) =>
        drawn[weight].draw(each, isRightToLeft).map((cluster) => ({ ...cluster, start: start + each.start, level })),
      )
    // A part of it has no glyph: each such character gets a mark.
    if (clustersOf(text).length === 1) return isInvisible(text) ? [] : [{ ...markOf(weight, text), start, level }]
    return [...graphemes.segment(text)].flatMap(({ segment, index }) =>
      drawRun({ start: start + index, text: segment, slice, level }, weight),
    )
  }

  /** Placeholder for a character that no font has: its code, which is more useful than a box. */
  function markOf(weight: Weight, text: string): Omit<Cluster, 'start' | 'level'> {
    const codes = [...text].filter((each) => !isInvisible(each)).map((each) => (each.codePointAt(0) ?? 0).toString(16).toUpperCase())
    return houseCluster(`${weight}-0`, codes.map((code) => `[U+${code.padStart(4, '0')}]`).join(''))
  }

  function houseCluster(font: string, characters: string): Omit<Cluster, 'start' | 'level'> {
    return { font, characters, width: widthIn(houseByName.get(font), characters), isSpace: characters === ' ' }
  }

  const { create } = await import('fontkit')
  const fonts = new Map([
    ...houseByName,
    ...Object.values(drawn)
      .filter(({ isUsed }) => isUsed)
      .map((font) => [font.name, font.read(create)] as const),
  ])
  return {
    /** Each font by its name. */
    fonts,

    /** A text in lines that are at most `width` times the font's size wide. */
    linesOf(text: string, width: number, isBold = false): PdfRun[][] {
      return drawable(text)
        .split('\n')
        .flatMap((line) => brokenInLines(typeset(line, isBold ? 'bold' : 'plain'), width))
        .map((clusters) => runsOf(inVisualOrder(clusters)))
        .map((runs) => runs.map((run) => ({ ...run, width: widthIn(fonts.get(run.font), run.characters) })))
    },
  }
}

const widthIn = (font: Font | undefined, characters: string): number => (font ? font.layout(characters).advanceWidth / font.unitsPerEm : 0)

/** Returns true for each character in a part with text from right to left. */
function turnedPartsOf(levels: Uint8Array | undefined): boolean[] | undefined {
  if (!levels) return undefined
  const isTurned = Array.from(levels, () => false)
  for (let from = 0; from < levels.length; from++) {
    let to = from
    while ((levels[to] ?? 0) > 0) to++
    if (levels.subarray(from, to).some((level) => level % 2 === 1)) isTurned.fill(true, from, to)
    from = to
  }
  return isTurned
}

export type TypesetTexts = Awaited<ReturnType<typeof typesetTexts>>

interface ScriptRun {
  start: number
  text: string
  slice: Slice
  level: number
}

/**
 * A document's own font for other scripts: one glyph for each group of characters that is drawn as one, so that a reader finds the typed
 * characters of each glyph.
 */
class DrawnFont {
  readonly name: string
  readonly #codes = new Map<string, number>()
  readonly #glyphs: { outline: Outline; text: string }[] = []

  constructor(name: string) {
    this.name = name
  }

  get isUsed(): boolean {
    return this.#glyphs.length > 0
  }

  /**
   * A cluster's glyphs. Readers reverse the characters of a right-to-left line, also within one glyph. They take a glyph with a mark among
   * its characters for one without width: so marks get their own glyph, without width.
   */
  draw({ text, outline }: ShapedCluster, isRightToLeft: boolean): Omit<Cluster, 'start' | 'level'>[] {
    const marksAt = isRightToLeft ? -1 : text.search(/(?<=.)\p{Mn}/su)
    if (marksAt > 0) return [this.#add(text.slice(0, marksAt), outline), this.#add(text.slice(marksAt), { advance: 0, contours: [] })]
    return [this.#add(isRightToLeft ? [...text].reverse().join('') : text, outline)]
  }

  #add(text: string, outline: Outline): Omit<Cluster, 'start' | 'level'> {
    const key = `${text} ${JSON.stringify(outline)}`
    const glyph = this.#codes.get(key) ?? this.#glyphs.push({ outline, text })
    this.#codes.set(key, glyph)
    return {
      font: this.name,
      characters: String.fromCharCode(firstCode + glyph),
      width: outline.advance / unitsPerEm,
      isSpace: isSpace(text),
    }
  }

  /** The font, whose layout takes the codes that `draw` gave. */
  read(create: (bytes: Buffer) => unknown): Font {
    const font = create(
      trueTypeFont(
        this.name,
        this.#glyphs.map(({ outline }) => outline),
      ),
    ) as Font
    const texts = this.#glyphs.map(({ text }) => [...text].map((character) => character.codePointAt(0) ?? 0))
    const layout = (codes: string) => {
      const glyphs = Array.from(codes, (code) => code.charCodeAt(0) - firstCode).map((glyph) => font.getGlyph(glyph, texts[glyph - 1]))
      const positions = glyphs.map(({ advanceWidth }) => ({ xAdvance: advanceWidth, yAdvance: 0, xOffset: 0, yOffset: 0 }))
      return { glyphs, positions, advanceWidth: positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0) }
    }
    return Object.assign(font, { layout })
  }
}

/** Codes of glyphs begin after those that pdfkit reserves. */
const firstCode = 0x100
