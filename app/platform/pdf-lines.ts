/** Characters of a line that are drawn together, from left to right. */
export interface PdfRun {
  /** The name of its font in `fonts`. */
  font: string
  /** Characters, or for other scripts the codes of their glyphs. */
  characters: string
  /** In sizes of the font. */
  width: number
}

export interface Cluster {
  /** Offset in the text. */
  start: number
  font: string
  characters: string
  /** In sizes of the font. */
  width: number
  /** By the Unicode Bidirectional Algorithm: odd if from right to left. */
  level: number
  isSpace: boolean
}

export interface TypesetText {
  clusters: Cluster[]
  /** Offsets in the text where a line may break. */
  breaks: number[]
}

export const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
const words = new Intl.Segmenter('en', { granularity: 'word' })
export const isSpace = (text: string) => /^\s$/.test(text)
export const clustersOf = (text: string): string[] => [...graphemes.segment(text)].map(({ segment }) => segment)

/** Scripts that are written without spaces between words. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

/** Returns the break opportunities of a line: after spaces, and between words in scripts without spaces. */
export function breaksOf(line: string): number[] {
  const breaks: number[] = []
  let before = ''
  for (const { segment, index, isWordLike } of words.segment(line)) {
    const isAfterSpace = /[^\S\u00a0\u2007\u202f]$/.test(before) && !isSpace(segment.slice(0, 1))
    if (isAfterSpace || (isWordLike && unspaced.test(before.slice(-1) + segment.slice(0, 1)))) breaks.push(index)
    before = segment
  }
  return breaks
}

const widthOf = (clusters: readonly Cluster[]): number => clusters.reduce((sum, { width }) => sum + width, 0)

function withoutEndSpaces(clusters: readonly Cluster[]): Cluster[] {
  const last = clusters.findLastIndex(({ isSpace }) => !isSpace)
  return clusters.slice(0, last + 1)
}

export function brokenInLines({ clusters, breaks }: TypesetText, width: number): Cluster[][] {
  const parts: Cluster[][] = [[]]
  let next = 0
  for (const cluster of clusters) {
    let isBreak = false
    for (; (breaks[next] ?? Number.POSITIVE_INFINITY) <= cluster.start; next++) isBreak = true
    if (isBreak) parts.push([])
    parts.at(-1)?.push(cluster)
  }
  const lines: Cluster[][] = [[]]
  const add = (part: Cluster[]) => {
    const line = lines.at(-1) ?? []
    if (line.length === 0 || widthOf(line) + widthOf(withoutEndSpaces(part)) <= width) line.push(...part)
    else lines.push([...part])
  }
  // A word that is wider than a line is broken anywhere.
  for (const part of parts) {
    if (widthOf(withoutEndSpaces(part)) <= width) add(part)
    else for (const cluster of part) add([cluster])
  }
  return lines.map(withoutEndSpaces)
}

/** Left to right: from the highest level down, each stretch of that level or above is reversed. */
export function inVisualOrder(clusters: readonly Cluster[]): Cluster[] {
  const ordered = [...clusters]
  for (let level = Math.max(0, ...clusters.map((each) => each.level)); level > 0; level--) {
    for (let from = 0; from < ordered.length; from++) {
      let to = from
      while ((ordered[to]?.level ?? -1) >= level) to++
      if (to > from) ordered.splice(from, to - from, ...ordered.slice(from, to).toReversed())
      from = to
    }
  }
  return ordered
}

export function runsOf(clusters: readonly Cluster[]): Omit<PdfRun, 'width'>[] {
  const runs: Omit<PdfRun, 'width'>[] = []
  for (const { font, characters } of clusters) {
    const last = runs.at(-1)
    if (last?.font === font) last.characters += characters
    else runs.push({ font, characters })
  }
  return runs
}
