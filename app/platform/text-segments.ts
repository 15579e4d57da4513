/** The basic characters of GSM 03.38, and those that take two places. */
const basic = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
const extended = new Set('\f^{}\\[~]|€')

/** The parts that a text is sent and billed in. */
interface Segments {
  alphabet: 'gsm' | 'unicode'
  /** Parts that a text of this length is split into; each is billed. */
  count: number
}

const perSegment = { gsm: { alone: 160, joined: 153 }, unicode: { alone: 70, joined: 67 } } as const

/** The segments of a text (3GPP TS 23.038 and 23.040): 160 characters of the GSM alphabet, 70 of any other, fewer if it is split. */
export function segmentsOf(text: string): Segments {
  const characters = [...text]
  const isGsm = characters.every((each) => basic.has(each) || extended.has(each))
  const alphabet = isGsm ? 'gsm' : 'unicode'
  const sizes = characters.map((each) => (isGsm ? (extended.has(each) ? 2 : 1) : each.length))
  const { alone, joined } = perSegment[alphabet]
  if (sizes.reduce((sum, size) => sum + size, 0) <= alone) return { alphabet, count: 1 }
  // A character of two places is never split between two segments.
  let [count, used] = [1, 0]
  for (const size of sizes) {
    if (used + size > joined) [count, used] = [count + 1, 0]
    used += size
  }
  return { alphabet, count }
}

const inGsm: Record<string, string> = {
  '’': "'",
  '‘': "'",
  '“': '"',
  '”': '"',
  '–': '-',
  '—': '-',
  '…': '...',
  '·': '-',
  '\u00a0': ' ',
  '\u202f': ' ',
  '\u2009': ' ',
}

/** The text without typography that the GSM alphabet lacks: a single ’ would more than halve the room. Names keep their letters. */
export const withoutTypography = (text: string): string => [...text].map((each) => inGsm[each] ?? each).join('')
