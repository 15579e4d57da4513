import { colours, type Doc, elementOf, gap, headOf, heightOf, keepTogether, margin, ornament, rule, text, widthOf } from './pdf-drawing.ts'

export interface PdfFigure {
  label: string
  /** Shown in small print. */
  detail?: string
  figure: string
  isTotal?: true
}

/** A receipt's neighbours: parts of the same one. */
export interface Neighbours {
  isAfter: boolean
  isBefore: boolean
}

const figureWidth = 90
/** The distance of a receipt's content from its edge. */
const inset = 16
/** The space of a row above and below its words. */
const padding = 4.5
const edge = 1.5
const captionType = { size: 14, isBold: true, x: margin + inset }

/** A receipt or a part of one: cream, with an edge of ink that is torn below. */
export function drawFigures(
  doc: Doc,
  page: PDFKit.PDFStructureElement,
  { caption, figures }: { caption: string; figures: readonly PdfFigure[] },
  { isAfter, isBefore }: Neighbours,
): void {
  if (!isAfter) doc.y += gap
  // A caption stays with its first rows.
  keepTogether(doc, 110)
  drawPaper(doc, 38)
  if (!isAfter) rule(doc, { colour: colours.ink, weight: edge })
  doc.y += 12
  page.add(elementOf(doc, 'H2', () => text(doc, caption, captionType)))
  doc.y += 5
  const table = doc.struct('Table')
  page.add(table)
  const width = widthOf(doc) - 2 * inset - figureWidth - 10
  for (const { label, detail, figure, isTotal } of figures) {
    const size = isTotal ? 14 : 10.5
    const [labelType, detailType] = [
      { size, isBold: isTotal, width, x: margin + inset },
      { size: 9, colour: colours.muted, width, x: margin + inset },
    ]
    const height = heightOf(doc, label, labelType) + (detail ? heightOf(doc, detail, detailType) : 0) + 2 * padding
    keepTogether(doc, height)
    drawPaper(doc, height)
    rule(doc, isTotal ? { colour: colours.ink, weight: 2, inset } : { colour: colours.hairline, weight: 1, inset })
    const [row, top] = [doc.struct('TR'), doc.y]
    table.add(row)
    doc.y = top + padding
    row.add(
      headOf(doc, () => {
        text(doc, label, labelType)
        if (detail) text(doc, detail, detailType)
      }),
    )
    doc.y = top + padding
    const x = margin + widthOf(doc) - inset - figureWidth
    row.add(elementOf(doc, 'TD', () => text(doc, figure, { size, isBold: isTotal, x, width: figureWidth, align: 'right' })))
    doc.y = top + height
    row.end()
  }
  table.end()
  if (!isBefore) tearOff(doc)
}

/** The ground of the receipt's next part, at this height, with its edges left and right. */
function drawPaper(doc: Doc, height: number): void {
  const [top, right] = [doc.y, margin + widthOf(doc)]
  ornament(doc, () => {
    // A little more than that, so that no gap shows between two.
    doc.rect(margin, top, widthOf(doc), height + 0.6).fill(colours.cream)
    for (const x of [margin, right]) doc.moveTo(x, top).lineTo(x, top + height + 0.6)
    doc.lineWidth(edge).stroke(colours.ink)
  })
}

const toothWidth = 7

/** The torn edge of a receipt. */
function tearOff(doc: Doc): void {
  const [top, left, width] = [doc.y, margin, widthOf(doc)]
  const teeth = Math.round(width / toothWidth)
  const tooth = width / teeth
  const along = () => {
    doc.moveTo(left, top + 10)
    for (let at = 0; at < teeth; at++) doc.lineTo(left + (at + 0.5) * tooth, top + 6).lineTo(left + (at + 1) * tooth, top + 10)
  }
  ornament(doc, () => {
    along()
    doc
      .lineTo(left + width, top)
      .lineTo(left, top)
      .fill(colours.cream)
    along()
    doc
      .lineTo(left + width, top)
      .moveTo(left, top)
      .lineTo(left, top + 10)
    doc.lineWidth(edge).lineJoin('round').stroke(colours.ink)
  })
  doc.y = top + 10
}
