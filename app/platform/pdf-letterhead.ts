import { wheel } from '#content/wheel.ts'
import { colours, type Doc, elementOf, lengthOf, margin, ornament, rule, text, widthOf } from './pdf-drawing.ts'

/** The sender of a document. */
export interface Letterhead {
  name: string
  /** The outward code of its address. */
  code?: string
  /** Further details, one under the other. */
  lines: readonly string[]
}

const wheelSize = 44
const plate = { size: 13, isBold: true, padding: 10, height: 34 }
const details = { size: 9, colour: colours.muted }

/** The head of the first page: the wheel, the business's name as a street's nameplate, and its details on the right. */
export function drawLetterhead(doc: Doc, page: PDFKit.PDFStructureElement, { name, code, lines }: Letterhead): void {
  const top = doc.y
  drawWheel(doc, margin + wheelSize / 2, top + wheelSize / 2)
  const bottom = drawPlate(doc, page, { name: name.toUpperCase(), code }, top + (wheelSize - plate.height) / 2)
  const left = { ...details, width: widthOf(doc) * 0.36, align: 'right' as const }
  const x = margin + widthOf(doc) - left.width
  doc.y = top
  page.add(
    elementOf(doc, 'P', () => {
      for (const line of lines) text(doc, line, { ...left, x })
    }),
  )
  doc.y = Math.max(doc.y, top + wheelSize, bottom) + 12
  rule(doc, { colour: colours.ink, weight: 2 })
  doc.y += 12
}

/** The logo, as on every page of the site. */
function drawWheel(doc: Doc, x: number, y: number): void {
  ornament(doc, () => {
    doc.translate(x, y).scale(wheelSize / 38)
    doc.lineWidth(2.5).lineCap('round').lineJoin('round')
    doc.path(wheel.rim).fillAndStroke(colours.red, colours.ink)
    doc.circle(0, 0, wheel.faceRadius).fillAndStroke(colours.paper, colours.ink)
    doc.path(wheel.spokes).stroke(colours.ink)
    doc.circle(0, 0, wheel.hubRadius).fill(colours.ink)
  })
}

/** Returns the end of the plate. */
function drawPlate(doc: Doc, page: PDFKit.PDFStructureElement, { name, code }: Pick<Letterhead, 'name' | 'code'>, top: number): number {
  const x = margin + wheelSize + 12
  const nameWidth = lengthOf(doc, name, plate)
  const width = nameWidth + (code ? lengthOf(doc, code, plate) + plate.padding : 0) + 2 * plate.padding
  ornament(doc, () => doc.rect(x, top, width, plate.height).lineWidth(3).fillAndStroke(colours.white, colours.ink))
  const at = { ...plate, width: width + 1 }
  const line = top + (plate.height - 1.5 * plate.size) / 2
  page.add(
    elementOf(doc, 'P', () => {
      doc.y = line
      text(doc, name, { ...at, x: x + plate.padding })
      if (!code) return
      doc.y = line
      text(doc, code, { ...at, x: x + 2 * plate.padding + nameWidth, colour: colours.red })
    }),
  )
  return top + plate.height
}
