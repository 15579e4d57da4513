/* Cleans what people type. Every pattern takes linear time, however hostile the text. `threats.ts` names what looks like an attack. */

const loose = (word: string) => [...word].join('[\\t\\n]*')
const stripped = new RegExp(
  `[<>]|(?:${loose('javascript')}|${loose('vbscript')})\\s*:|${loose('data')}\\s*:\\s*${loose('text/html')}|\\bon[a-z]+\\s*=`,
  'gi',
)
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is removed; tab and line feed stay
const invisible = /[\u0000-\u0008\u000b-\u001f\u007f\u200b\u202a-\u202e\u2066-\u2069\ufeff]/g

const mostRounds = 40

/**
 * The text as it may be kept: without angle brackets, script schemes, inline event handlers and invisible control characters,
 * trimmed. What is left contains none of them, however they were nested.
 */
export function sanitise(text: string): string {
  let clean = text.toWellFormed().replace(/\r\n?/g, '\n').replace(invisible, '')
  for (let rounds = 0; rounds < mostRounds; rounds++) {
    const before = clean
    clean = clean.replace(stripped, '')
    if (before === clean) return clean.trim()
  }
  // Nested deeper than any mistake: without these two signs nothing is left that could be one.
  return clean.replace(/[:=]/g, '').trim()
}

/** The text without the zero-width and direction marks that come along when something is pasted. */
export const withoutMarks = (text: string): string => text.replace(/[\u200b\u202a-\u202e\u2066-\u2069\ufeff]/g, '')

/*
 * Helper rules of the specification, which no form of the site is bound to.
 */

/** An e-mail address by the basic pattern, of 254 characters at most. */
export const isEmail = (text: string): boolean => text.length <= 254 && /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(text)

/** A link on https, whose host is not under one of the endings that are given away. */
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
