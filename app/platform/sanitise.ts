/* The one step for everything typed, on the server and in the browser, before a field's own rule. It goes by Unicode's classes, never by a
   list of characters met so far. Every pattern takes linear time, however hostile the text, and none looks behind, which Safari before 16.4
   can't parse. `threats.ts` names what looks like an attack. */

/** Not Latin letters, nor the accents that become part of one when the text is composed. */
const joinable = '(?![\\p{Script=Latin}\\u0300-\\u036f])[\\p{L}\\p{M}\\p{Extended_Pictographic}\\p{Emoji_Modifier}]'
/**
 * Format characters; a joiner between letters of a script that joins (Persian, Sinhala), or between emoji, is captured with its neighbours.
 */
const formats = new RegExp(`(${joinable}[\\u200c\\u200d](?=${joinable}))|\\p{Cf}`, 'gu')
const lineEnds = /\r\n?|[\v\f\u0085\u2028\u2029]/g
/** Besides Unicode's spaces and the tab, the letters and signs that are drawn as a gap. */
const gaps = /[\p{Zs}\t\u2800\u3164\uffa0]/gu
const controls = /(?!\n)\p{Cc}/gu
const visible = /[^\p{C}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}\ufffd]/u

/**
 * The text as Unicode would have it: composed (NFC), line feeds for line ends, ordinary spaces, and no control or format characters, such
 * as the direction marks that are copied along with a phone number. Trimmed; '' if nothing of it can be seen.
 */
export function plainText(text: string): string {
  const plain = text
    .toWellFormed()
    .replace(lineEnds, '\n')
    .replace(gaps, ' ')
    .replace(controls, '')
    .replace(formats, '$1')
    .normalize()
    .trim()
  return visible.test(plain) ? plain : ''
}

/** The zeros of the digits on Arabic, Persian, Hindi and Bengali keyboards; the other nine follow each. */
const zeros = [0x660, 0x6f0, 0x966, 0x9e6]
const otherDigits = /[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\u09e6-\u09ef]/g
const asciiDigit = (digit: string) => String(digit.charCodeAt(0) - Math.max(...zeros.filter((zero) => zero <= digit.charCodeAt(0))))

/**
 * The same on one line with compatible characters folded (NFKC), for values that are compared or calculated with: numbers, codes,
 * postcodes, email addresses. Digits of other scripts' keyboards are 0 to 9.
 */
export const plainCode = (text: string): string =>
  plainText(text.toWellFormed().normalize('NFKC')).normalize('NFKC').replace(/\s+/g, ' ').replace(otherDigits, asciiDigit)

const loose = (word: string) => [...word].join('\\n*')
const stripped = new RegExp(
  `(?:${loose('javascript')}|${loose('vbscript')})\\s*:|${loose('data')}\\s*:\\s*${loose('text/html')}|\\bon[a-z]+\\s*=`,
  'gi',
)

const mostRounds = 40

/**
 * A text of several lines as it may be kept: plain, without script schemes and inline event handlers, however they were nested, and with
 * ‹ and › for angle brackets, which mean something to people: 'pressure < 1 bar'.
 */
export function sanitise(text: string): string {
  let clean = plainText(text).replaceAll('<', '‹').replaceAll('>', '›')
  for (let rounds = 0; rounds < mostRounds; rounds++) {
    const before = clean
    clean = plainText(clean.replace(stripped, ''))
    if (before === clean) return clean
  }
  // Nested deeper than any mistake: without these two signs, nothing dangerous is left.
  return plainText(clean.replace(/[:=]/g, ''))
}

/** The same on one line: a line feed in a name could forge a line of an email to staff. */
export const sanitiseLine = (text: string): string => sanitise(text).replace(/\s+/g, ' ')

/** The same with compatible characters folded except in fractions, for a street address: 'Ｆｌａｔ １２' is 'Flat 12', '14½' stays. */
export const sanitiseAddress = (text: string): string =>
  sanitiseLine(text.toWellFormed().replace(/\P{No}+/gu, (run) => run.normalize('NFKC')))

/* Helper rules of the specification, which the site's forms don't use. */

/** Returns true for an e-mail address by the basic pattern, of 254 characters at most. */
export const isEmail = (text: string): boolean => text.length <= 254 && /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(text)

/** A link on https whose host isn't under one of the free top-level domains. */
export function isSafeUrl(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname } = new URL(text)
  return protocol === 'https:' && !/\.(?:tk|ml|ga|cf)\.?$/.test(hostname)
}

/**
 * A phone number of the United Kingdom: +44 or 0, then 9 or 10 digits; 10 to 15 digits in all. Spaces, brackets and hyphens are allowed.
 */
export function isUkPhone(text: string): boolean {
  if (text.length > 40) return false
  const plain = text.replace(/[\s()-]/g, '')
  const digits = plain.replace(/^\+/, '')
  return /^(?:\+44|0)\d{9,10}$/.test(plain) && digits.length >= 10 && digits.length <= 15
}
