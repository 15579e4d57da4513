import { plainCode } from './sanitise.ts'

/* Phone numbers and postcodes of the United Kingdom, however they are typed: fields.test.ts lists the spellings. */

const longestTyped = 200

/**
 * A UK phone number in E.164 (`+447700900264`), or undefined: +44, 0044, 44 or 0, a non-zero digit, 8 or 9 more. Premium-rate (09) and
 * personal (070) numbers are refused: calling one back can cost pounds a minute.
 */
export function normalisePhone(typed: string): string | undefined {
  const number = nationalNumber(typed)
  return number && !isCostly(number) ? `+44${number}` : undefined
}

/** The reason for refusing a valid phone number, and the alternative. */
export function phoneRefusal(typed: string): string | undefined {
  const [number, extension] = plainCode(typed.slice(0, longestTyped)).split(/(?:ext(?:ension|n)?\b\.?|x|#)(?=[\s:]*\d{1,6}$)/i)
  if (extension && nationalNumber(number ?? '')) return 'Leave out the extension, and tell us about it in the notes.'
  return isCostly(nationalNumber(typed) ?? '')
    ? 'We don’t call 09 and 070 numbers, because they cost more. Enter an ordinary UK number, like 07700 900123.'
    : undefined
}

/** Returns true if a UK number in E.164 is a mobile's; all others are landlines, pagers or services, which take no texts. */
export const isMobile = (e164: string): boolean => /^\+447([1-57-9]\d{8}|624\d{6})$/.test(e164)

const isCostly = (number: string) => /^(?:9|70)/.test(number)

/** The number without its 0 or +44. */
function nationalNumber(typed: string): string | undefined {
  const dense = plainCode(typed.slice(0, longestTyped))
    .replace(/^(?:tel|telephone|phone|mobile|mob)\b[.:]?/i, '')
    .replace(/[\s.,;:/\\()[\]·•_\p{Pd}−]/gu, '')
  return /^(?:(?:\+|00)?440?|0)([1-9]\d{8,9})$/.exec(dense)?.[1]
}

/** The first UK phone number in a text, in E.164; undefined if there is none. */
export function phoneIn(text: string): string | undefined {
  for (const [run] of plainCode(text).matchAll(/\+?\d[\d\s().-]{7,}\d/g)) {
    const phone = normalisePhone(run)
    if (phone) return phone
  }
  return undefined
}

/** A stored number as people in Britain read it: `07700 900123`, `020 7946 0018`, `0800 644 2633`, `0121 496 0000`. */
export function phoneText(e164: string): string {
  if (!e164.startsWith('+44')) return e164
  const national = `0${e164.replace(/^\+44/, '')}`
  if (national.startsWith('02')) return national.replace(/^(...)(....)(.*)$/, '$1 $2 $3')
  if (/^0(?:3|8|9|11|1.1)/.test(national)) return national.replace(/^(....)(...)(.*)$/, '$1 $2 $3')
  return national.replace(/^(.{5})(.*)$/, '$1 $2')
}

/** The letters that postcodes of the United Kingdom, Jersey, Guernsey and Man begin with. */
const areas = new Set(
  'AB AL B BA BB BD BH BL BN BR BS BT CA CB CF CH CM CO CR CT CV CW DA DD DE DG DH DL DN DT DY E EC EH EN EX FK FY G GL GU GY HA HD HG HP HR HS HU HX IG IM IP IV JE KA KT KW KY L LA LD LE LL LN LS LU M ME MK ML N NE NG NN NP NR NW OL OX PA PE PH PL PO PR RG RH RM S SA SE SG SK SL SM SN SO SP SR SS ST SW SY TA TD TF TN TQ TR TS TW UB W WA WC WD WF WN WR WS WV YO ZE'.split(
    ' ',
  ),
)

/** The shapes of outward codes. Letters that look like digits are at the end of none. */
const places: Record<string, string> = { A: '[A-Z]', 9: '\\d', Z: '[A-HJKMNP-Z]' }
const shapes = ['A9', 'A99', 'AA9', 'A9Z', 'AA99', 'AA9Z'].map((shape) => ({
  shape,
  pattern: new RegExp(`^${[...shape].map((place) => places[place]).join('')}$`),
}))
const lookalikes: Record<string, Record<string, string>> = { 9: { O: '0', I: '1', L: '1' }, A: { 0: 'O', 1: 'I' } }

/**
 * `E1 1FR` or the outward code `E1` alone, in capitals with one space; undefined when the text is neither. O and 0, and I, L and 1, are
 * distinguished by their position.
 */
export function normalisePostcode(typed: string): string | undefined {
  const text = plainCode(typed.slice(0, longestTyped))
    .toUpperCase()
    .replace(/[^A-Z0-9]+$/, '')
  const dense = text.replace(/[\s.,\p{Pd}]/gu, '')
  if (!/\d/.test(dense)) return undefined
  const [, start = '', sector = '', unit = ''] = /^([A-Z\d]{2,4})([\dOIL])([A-Z]{2})$/.exec(dense) ?? []
  const outward = outwardOf(start)
  return outward ? `${outward} ${lookalikes[9]?.[sector] ?? sector}${unit}` : outwardOf(text)
}

/** The intended outward code: as typed if its area exists, else as read in an existing area, else as typed if it has the shape. */
function outwardOf(typed: string): string | undefined {
  const readings = shapes.flatMap(({ shape, pattern }) => {
    const code = [...typed].map((character, at) => lookalikes[shape[at] ?? '']?.[character] ?? character).join('')
    return shape.length === typed.length && pattern.test(code) ? [code] : []
  })
  const existing = readings.filter((code) => areas.has(code.replace(/\d.*$/, '')))
  const asTyped = (code: string) => code === typed
  return existing.find(asTyped) ?? existing[0] ?? readings.find(asTyped)
}
