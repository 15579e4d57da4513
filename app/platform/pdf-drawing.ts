import type { TypesetTexts } from './pdf-text.ts'

/* The parts that documents are drawn with: running text, the structure that screen readers follow, and ornaments that they skip. Lengths
   are in points. */

export type Doc = PDFKit.PDFDocument & { texts: TypesetTexts }

/** The colours of the house. */
export const colours = {
  ink: '#13264f',
  muted: '#4a587a',
  hairline: '#d5c8b2',
  cream: '#fff6e2',
  paper: '#fbf7ef',
  red: '#c5251b',
  white: '#ffffff',
}
/** Between the parts of a document. */
export const gap = 14
export const margin = 50

export const widthOf = (doc: Doc): number => doc.page.width - 2 * margin

/** An element of the document's structure, drawn by `write`. */
export const elementOf = (doc: Doc, type: string, write: () => void, options: object = {}) => doc.struct(type, options, write)

/** A decoration, skipped by screen readers. */
export function ornament(doc: Doc, draw: () => void): void {
  doc.markContent('Artifact', { type: 'Layout' })
  doc.save()
  draw()
  doc.restore()
  doc.endMarkedContent()
}

/** A line across the page, or across a part of it. */
export function rule(doc: Doc, { colour, weight, inset = 0 }: { colour: string; weight: number; inset?: number }): void {
  const { y } = doc
  ornament(doc, () =>
    doc
      .moveTo(margin + inset, y)
      .lineTo(margin + widthOf(doc) - inset, y)
      .lineWidth(weight)
      .stroke(colour),
  )
}

/** Begins a new page if this height doesn't fit on the present one. */
export function keepTogether(doc: Doc, height: number): void {
  if (doc.y + height > doc.page.height - margin) doc.addPage()
}

interface Type {
  size: number
  isBold?: boolean
  colour?: string
  x?: number
  width?: number
  align?: 'right'
}

/** Line height, and the baseline within it, in font sizes. */
const [lineHeight, baseline] = [1.5, 1]

/** The height of a text in lines of this width. */
export const heightOf = (doc: Doc, words: string, { size, isBold, width = widthOf(doc) }: Type): number =>
  doc.texts.linesOf(words, width / size, isBold).length * lineHeight * size

/** The width of a text in one line. */
export const lengthOf = (doc: Doc, words: string, { size, isBold }: Type): number =>
  size * (doc.texts.linesOf(words, Number.POSITIVE_INFINITY, isBold)[0] ?? []).reduce((sum, run) => sum + run.width, 0)

/** Draws text at the present position. */
export function text(doc: Doc, words: string, { size, isBold, colour = colours.ink, x = margin, width = widthOf(doc), align }: Type): void {
  doc.fontSize(size).fillColor(colour)
  for (const runs of doc.texts.linesOf(words, width / size, isBold)) {
    keepTogether(doc, lineHeight * size)
    const top = doc.y
    let left = x + (align === 'right' ? width - size * runs.reduce((sum, run) => sum + run.width, 0) : 0)
    for (const { font, characters, width: runWidth } of runs) {
      // As one run: not word by word from left to right.
      doc.font(font).text(characters, left, top + baseline * size, { lineBreak: false, features: [], baseline: 'alphabetic' })
      left += size * runWidth
    }
    doc.y = top + lineHeight * size
  }
}

/** A row's header, which screen readers say with its figure. */
export const headOf = (doc: Doc, write: () => void) => elementOf(doc, 'TH', write, { scope: 'Row' })
