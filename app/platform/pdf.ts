import { hashOf } from '#app/values/ids.ts'
import { type TypesetTexts, typesetTexts } from './pdf-text.ts'

/*
 * Documents as PDF, in the house's look: tagged (PDF/UA), with title and language, the fonts embedded. The library is loaded with the first.
 */

/** A part of a document, from its top to its end. */
export type PdfBlock =
  /** A second heading. */
  | { heading: string }
  | { paragraph: string; isSmall?: true }
  /** Lines of an address, one under the other. */
  | { lines: readonly string[] }
  /** A label and its value, a row each. */
  | { facts: readonly (readonly [label: string, value: string])[] }
  /** Figures in a column, with their labels. `isTotal`: large, under a rule of its own. */
  | { caption: string; figures: readonly PdfFigure[] }

export interface PdfFigure {
  label: string
  /** Shown in small print. */
  detail?: string
  figure: string
  isTotal?: true
}

export interface PdfContents {
  /** Its heading, and the title of the file. */
  title: string
  blocks: readonly PdfBlock[]
  /** At the foot of the last page. */
  foot: string
  /** When it was made. */
  now: Date
}

const houseFont = 'plain-0'
const [ink, muted, hairline] = ['#13264f', '#4a587a', '#d5c8b2']
const [margin, gap] = [56, 18]

/** Documents made lately, by all that they say, the one used last at the end: drawing one takes 50 ms. */
const made = new Map<string, { pdf: Promise<Buffer>; bytes: number }>()
const mostMadeBytes = 16 * 1024 * 1024

/** Returns a document as the bytes of a PDF. If the contents equal those of an earlier one, returns that file, with its original time. */
export function createPdf(contents: PdfContents): Promise<Buffer> {
  const { now: _, ...version } = contents
  const key = hashOf(JSON.stringify(version))
  const known = made.get(key) ?? { pdf: drawn(contents), bytes: 0 }
  made.delete(key)
  made.set(key, known)
  known.pdf.then(
    ({ length }) => {
      known.bytes = length
      let total = [...made.values()].reduce((sum, { bytes }) => sum + bytes, 0)
      for (const [oldest, { bytes }] of made) {
        if (total <= mostMadeBytes) break
        made.delete(oldest)
        total -= bytes
      }
    },
    () => made.delete(key),
  )
  return known.pdf
}

async function drawn(contents: PdfContents): Promise<Buffer> {
  const { default: PDFDocument } = await import('pdfkit')
  const texts = await typesetTexts(textsOf(contents))
  const doc = new PDFDocument({
    ...{ size: 'A4', margin, lang: 'en-GB', tagged: true, displayTitle: true, pdfVersion: '1.7' as const },
    // Its types are of an earlier version, which did not know this one.
    ...({ subset: 'PDF/UA' } as object),
    ...{ font: texts.fonts.get(houseFont) as unknown as string },
    info: { Title: contents.title, CreationDate: contents.now, ModDate: contents.now },
  })
  const chunks: Buffer[] = []
  doc.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = new Promise<void>((resolve, reject) => {
    doc.on('end', resolve)
    doc.on('error', reject)
  })
  for (const [name, font] of texts.fonts) doc.registerFont(name, font as unknown as Uint8Array)
  draw(Object.assign(doc, { texts }), contents)
  doc.end()
  await ended
  return Buffer.concat(chunks)
}

/** Every text of a document. */
const textsOf = (part: unknown): string[] =>
  typeof part === 'string'
    ? [part]
    : part && typeof part === 'object' && !(part instanceof Date)
      ? Object.values(part).flatMap(textsOf)
      : []

type Doc = PDFKit.PDFDocument & { texts: TypesetTexts }

function draw(doc: Doc, { title, blocks, foot }: PdfContents): void {
  const page = doc.struct('Document')
  doc.addStructure(page)
  const add = (type: string, write: () => void) => page.add(elementOf(doc, type, write))
  add('H1', () => text(doc, title, { size: 26, isBold: true }))
  for (const block of blocks) drawBlock(doc, page, block)
  doc.y += gap
  add('P', () => text(doc, foot, { size: 8.5, colour: muted }))
  page.end()
}

function drawBlock(doc: Doc, page: PDFKit.PDFStructureElement, block: PdfBlock): void {
  const add = (type: string, write: () => void) => page.add(elementOf(doc, type, write))
  doc.y += gap
  if ('heading' in block) add('H2', () => text(doc, block.heading, { size: 14, isBold: true }))
  else if ('paragraph' in block) add('P', () => text(doc, block.paragraph, block.isSmall ? { size: 9, colour: muted } : { size: 10.5 }))
  else if ('lines' in block) add('P', () => drawLines(doc, block.lines))
  else if ('facts' in block) drawFacts(doc, page, block.facts)
  else drawFigures(doc, page, block)
}

function drawLines(doc: Doc, lines: readonly string[]): void {
  for (const [at, line] of lines.entries()) text(doc, line, { size: 10.5, isBold: at === 0 })
}

const labelWidth = 130

function drawFacts(doc: Doc, page: PDFKit.PDFStructureElement, facts: Extract<PdfBlock, { facts: unknown }>['facts']): void {
  const table = doc.struct('Table')
  page.add(table)
  for (const [label, value] of facts) {
    keepTogether(doc, 30)
    const [row, top] = [doc.struct('TR'), doc.y]
    table.add(row)
    row.add(headOf(doc, () => text(doc, label, { size: 10, colour: muted, width: labelWidth - 10 })))
    const below = doc.y
    doc.y = top
    row.add(elementOf(doc, 'TD', () => text(doc, value, { size: 10.5, x: margin + labelWidth, width: widthOf(doc) - labelWidth })))
    doc.y = Math.max(below, doc.y) + 4
    row.end()
  }
  table.end()
}

/** A row's header, which screen readers say with its figure. */
const headOf = (doc: Doc, write: () => void) => elementOf(doc, 'TH', write, { scope: 'Row' })

/** Draws `write` as an element of the document's structure. */
const elementOf = (doc: Doc, type: string, write: () => void, options: object = {}) => doc.struct(type, options, write)

const figureWidth = 90

function drawFigures(doc: Doc, page: PDFKit.PDFStructureElement, { caption, figures }: Extract<PdfBlock, { caption: string }>): void {
  page.add(elementOf(doc, 'H2', () => text(doc, caption, { size: 14, isBold: true })))
  doc.y += 4
  const table = doc.struct('Table')
  page.add(table)
  for (const { label, detail, figure, isTotal } of figures) {
    keepTogether(doc, 40)
    rule(doc, isTotal ? { colour: ink, width: 2 } : { colour: hairline, width: 1 })
    const [row, top, size] = [doc.struct('TR'), doc.y + 6, isTotal ? 14 : 10.5]
    table.add(row)
    doc.y = top
    row.add(
      headOf(doc, () => {
        text(doc, label, { size, isBold: isTotal, width: widthOf(doc) - figureWidth - 10 })
        if (detail) text(doc, detail, { size: 9, colour: muted, width: widthOf(doc) - figureWidth - 10 })
      }),
    )
    const below = doc.y
    doc.y = top
    const x = margin + widthOf(doc) - figureWidth
    row.add(elementOf(doc, 'TD', () => text(doc, figure, { size, isBold: isTotal, x, width: figureWidth, align: 'right' })))
    doc.y = Math.max(below, doc.y) + 6
    row.end()
  }
  table.end()
}

const widthOf = (doc: Doc) => doc.page.width - 2 * margin

/** Keeps a row on one page. */
function keepTogether(doc: Doc, height: number): void {
  if (doc.y + height > doc.page.height - margin) doc.addPage()
}

/** A decorative line, skipped by screen readers. */
function rule(doc: Doc, { colour, width }: { colour: string; width: number }): void {
  doc.markContent('Artifact', { type: 'Layout' })
  doc
    .moveTo(margin, doc.y)
    .lineTo(margin + widthOf(doc), doc.y)
    .lineWidth(width)
    .strokeColor(colour)
    .stroke()
  doc.endMarkedContent()
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

/** Text at the place that is next. */
function text(doc: Doc, words: string, { size, isBold, colour = ink, x = margin, width = widthOf(doc), align }: Type): void {
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
