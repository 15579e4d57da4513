import { hashOf } from '#app/values/ids.ts'
import { colours, type Doc, elementOf, gap, headOf, heightOf, keepTogether, margin, text, widthOf } from './pdf-drawing.ts'
import { drawLetterhead, type Letterhead } from './pdf-letterhead.ts'
import { drawFigures, type Neighbours, type PdfFigure } from './pdf-receipt.ts'
import { typesetTexts } from './pdf-text.ts'

/* Documents as PDF, in our look: tagged (PDF/UA), with title, language and embedded fonts. The library is loaded with the first. */

/** A part of a document, from its top to its end. */
export type PdfBlock =
  /** A second heading. */
  | { heading: string }
  | { paragraph: string; isSmall?: true }
  /** Lines of an address, one under the other. */
  | { lines: readonly string[] }
  /** A label and its value, a row each. */
  | { facts: readonly (readonly [label: string, value: string])[] }
  /** Figures in a column with their labels, as on a receipt; successive ones form one column. `isTotal`: large, under a rule of its own. */
  | { caption: string; figures: readonly PdfFigure[] }

export interface PdfContents {
  /** The sender, at the head of the first page. */
  from: Letterhead
  /** Its heading, and the title of the file. */
  title: string
  blocks: readonly PdfBlock[]
  /** At the foot of the last page. */
  foot: string
  now: Date
}

const houseFont = 'plain-0'

/** Recent documents by their content, the last used at the end: drawing one takes 50 ms. */
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

function draw(doc: Doc, { from, title, blocks, foot }: PdfContents): void {
  const page = doc.struct('Document')
  doc.addStructure(page)
  const add = (type: string, write: () => void) => page.add(elementOf(doc, type, write))
  drawLetterhead(doc, page, from)
  add('H1', () => text(doc, title, { size: 26, isBold: true }))
  for (const [at, block] of blocks.entries())
    drawBlock(doc, page, block, { isAfter: isReceipt(blocks[at - 1]), isBefore: isReceipt(blocks[at + 1]) })
  doc.y += gap
  const footType = { size: 8.5, colour: colours.muted }
  keepTogether(doc, heightOf(doc, foot, footType))
  add('P', () => text(doc, foot, footType))
  page.end()
}

const isReceipt = (block: PdfBlock | undefined): boolean => block !== undefined && 'caption' in block

function drawBlock(doc: Doc, page: PDFKit.PDFStructureElement, block: PdfBlock, neighbours: Neighbours): void {
  const add = (type: string, write: () => void) => page.add(elementOf(doc, type, write))
  if ('caption' in block) {
    drawFigures(doc, page, block, neighbours)
    return
  }
  doc.y += gap
  if ('heading' in block) add('H2', () => text(doc, block.heading, { size: 14, isBold: true }))
  else if ('paragraph' in block) {
    const type = block.isSmall ? { size: 9, colour: colours.muted } : { size: 10.5 }
    keepTogether(doc, heightOf(doc, block.paragraph, type))
    add('P', () => text(doc, block.paragraph, type))
  } else if ('lines' in block) add('P', () => drawLines(doc, block.lines))
  else drawFacts(doc, page, block.facts)
}

function drawLines(doc: Doc, lines: readonly string[]): void {
  for (const [at, line] of lines.entries()) text(doc, line, { size: 10.5, isBold: at === 0 })
}

const labelWidth = 130

function drawFacts(doc: Doc, page: PDFKit.PDFStructureElement, facts: Extract<PdfBlock, { facts: unknown }>['facts']): void {
  const table = doc.struct('Table')
  page.add(table)
  for (const [label, value] of facts) {
    const valueType = { size: 10.5, x: margin + labelWidth, width: widthOf(doc) - labelWidth }
    keepTogether(doc, heightOf(doc, value, valueType) + 14)
    const [row, top] = [doc.struct('TR'), doc.y]
    table.add(row)
    row.add(headOf(doc, () => text(doc, label, { size: 10, colour: colours.muted, width: labelWidth - 10 })))
    const below = doc.y
    doc.y = top
    row.add(elementOf(doc, 'TD', () => text(doc, value, valueType)))
    doc.y = Math.max(below, doc.y) + 2
    row.end()
  }
  table.end()
}
