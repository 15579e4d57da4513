/* Recognises input that looks like an attack; separate from `sanitise.ts`, which every page with a form loads. Every pattern takes linear
   time, however hostile the text. */

/** Patterns that honest input never contains and no page may run. */
export const threatPatterns: readonly ThreatPattern[] = [
  { name: 'script tag', pattern: /<\s*(?:\/\s*)?script/i },
  { name: 'script scheme', pattern: /(?:java|vb)script\s*:/i },
  { name: 'event handler', pattern: /\bon[a-z]+\s*=/i },
  { name: 'eval', pattern: /\beval\s*\(/i },
  { name: 'expression', pattern: /\bexpression\s*\(/i },
  { name: 'import', pattern: /@import\b/i },
  { name: 'data page', pattern: /data\s*:\s*text\/html/i },
]

export interface ThreatPattern {
  name: string
  pattern: RegExp
}

/**
 * The names of the patterns that a text contains, each once: as it is, and as a browser would read it, with entities and percent signs
 * decoded, and without the characters that browsers overlook. Empty for an honest text.
 */
export function threatsIn(text: string, patterns: readonly ThreatPattern[] = threatPatterns): string[] {
  const decoded = decode(text)
  const readings = [text, decoded, decoded.replace(overlooked, '')]
  return patterns.filter(({ pattern }) => readings.some((reading) => pattern.test(reading))).map(({ name }) => name)
}

/** Also inside words, such as the scheme of an address or a style's comment. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is overlooked
const overlooked = /[\u0000-\u001f\u007f\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]|\/\*[^*]{0,40}\*\//g

const named: Record<string, string> = {
  lt: '<',
  gt: '>',
  colon: ':',
  equals: '=',
  lpar: '(',
  commat: '@',
  sol: '/',
  tab: '\t',
  newline: '\n',
}

/** Entities and percent signs of ASCII; once, as a browser does. */
function decode(text: string): string {
  const ascii = (code: number, whole: string) => (code > 0 && code < 128 ? String.fromCharCode(code) : whole)
  return text
    .replace(/%([0-7][0-9a-f])/gi, (whole, hex) => ascii(Number.parseInt(hex, 16), whole))
    .replace(/&#x0{0,8}([0-9a-f]{1,4});?/gi, (whole, hex) => ascii(Number.parseInt(hex, 16), whole))
    .replace(/&#0{0,8}(\d{1,5});?/g, (whole, digits) => ascii(Number(digits), whole))
    .replace(/&([a-z]{2,7});/gi, (whole, name) => named[name.toLowerCase()] ?? whole)
}
