/** What no honest answer contains, and no page may ever run (specification 2 section 5). */
export const threatPatterns = [
  { name: 'script tag', pattern: /<\s*\/?\s*script/i },
  { name: 'script scheme', pattern: /(?:java|vb)script\s*:/i },
  { name: 'event handler', pattern: /\bon[a-z]+\s*=/i },
  { name: 'eval', pattern: /\beval\s*\(/i },
  { name: 'expression', pattern: /\bexpression\s*\(/i },
  { name: 'import', pattern: /@import\b/i },
  { name: 'data page', pattern: /data\s*:\s*text\/html/i },
] as const

const loose = (word: string) => [...word].join('[\\t\\n]*')
const stripped = new RegExp(
  `[<>]|(?:${loose('javascript')}|${loose('vbscript')})\\s*:|${loose('data')}\\s*:\\s*${loose('text/html')}|\\bon[a-z]+\\s*=`,
  'gi',
)
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is removed; tab and line feed stay
const invisible = /[\u0000-\u0008\u000b-\u001f\u007f\u200b\u202a-\u202e\u2066-\u2069\ufeff]/g

/**
 * The text as it may be kept: without angle brackets, script schemes, inline event handlers and invisible control characters,
 * trimmed (specification 1 section 5). What is left contains none of them, however they were nested.
 */
export function sanitise(text: string): string {
  let clean = text.toWellFormed().replace(/\r\n?/g, '\n').replace(invisible, '')
  for (let before = ''; before !== clean; ) {
    before = clean
    clean = clean.replace(stripped, '')
  }
  return clean.trim()
}

/** The text without the zero-width and direction marks that come along when something is pasted. */
export const withoutMarks = (text: string): string => text.replace(/[\u200b\u202a-\u202e\u2066-\u2069\ufeff]/g, '')

/** Whether a text contains anything of `threatPatterns`. */
export const looksLikeScript = (text: string): boolean => threatPatterns.some(({ pattern }) => pattern.test(text))
