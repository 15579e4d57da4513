/* A signature as it is drawn, sent and kept: the path of an SVG, of nothing but strokes. */

/** The units of a signature's drawing. */
export const signatureSize = { width: 600, height: 200 } as const

/** In characters: some two hundred strokes of a finger, thinned out. */
export const longestSignature = 5_000

const strokes = /^(?:M\d{1,3} \d{1,3}(?:L\d{1,3} \d{1,3})+)+$/

/**
 * Returns a signature in its stored form, or undefined if it isn't a drawing: strokes of whole numbers within its size and nothing else.
 * The result is safe in the `d` of a path: its only letters are M and L.
 */
export function readSignature(typed: string): string | undefined {
  if (typed.length > longestSignature || !strokes.test(typed)) return undefined
  const numbers = typed.match(/\d+/g) ?? []
  const isInside = numbers.every((number, at) => Number(number) <= (at % 2 === 0 ? signatureSize.width : signatureSize.height))
  return isInside ? typed : undefined
}

export interface Point {
  x: number
  y: number
}

/** Points closer than this to the last one add nothing to a stroke. */
const leastStep = 3

/** Returns a stroke with one more point, in whole units inside the drawing; the same stroke if the point is too near its end. */
export function withPoint(stroke: readonly Point[], { x, y }: Point): readonly Point[] {
  const inside = (value: number, most: number) => Math.min(most, Math.max(0, Math.round(value)))
  const point = { x: inside(x, signatureSize.width), y: inside(y, signatureSize.height) }
  const last = stroke.at(-1)
  return last && Math.hypot(last.x - point.x, last.y - point.y) < leastStep ? stroke : [...stroke, point]
}

/** Returns strokes as a path; a stroke of one point is a dot. Points beyond the maximum length are left out. */
export function pathOf(drawn: readonly (readonly Point[])[]): string {
  let path = ''
  for (const [first, ...rest] of drawn) {
    if (!first) continue
    const ends = rest.length > 0 ? rest : [first]
    const stroke = `M${first.x} ${first.y}${ends.map(({ x, y }) => `L${x} ${y}`).join('')}`
    if (path.length + stroke.length > longestSignature) return path
    path += stroke
  }
  return path
}
