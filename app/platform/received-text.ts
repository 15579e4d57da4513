/** A text without NUL characters: nobody types one, and PostgreSQL stores none ("invalid byte sequence for encoding UTF8: 0x00"). */
export const withoutNul = (text: string): string => text.replaceAll('\0', '')

/** JSON that was received, its strings without NUL characters. Throws a SyntaxError where it is not JSON. */
export const parseReceivedJson = (text: string): unknown =>
  JSON.parse(text.includes('\\u0000') ? text.replace(/\\(\\|u0000)/g, (pair, what) => (what === 'u0000' ? '' : pair)) : text)
