/*
 * PostgreSQL stores no NUL character ("invalid byte sequence for encoding UTF8: 0x00"), and no one types one. As in HTML, it is read as the
 * replacement character, so that a text that it made invalid stays invalid: an email address, a script's name in two halves.
 */

/** A text with every NUL character replaced. */
export const replaceNul = (text: string): string => text.replaceAll('\0', '\ufffd')

/** The address of a request, every NUL character in its path and query replaced. */
export const replaceNulInUrl = (url: string): string => url.replaceAll('%00', '%EF%BF%BD')

/** Parses received JSON and replaces NUL characters in its strings. Throws a SyntaxError if it isn't JSON. */
export const parseReceivedJson = (text: string): unknown =>
  JSON.parse(text.includes('\\u0000') ? text.replace(/\\(\\|u0000)/g, (pair, what) => (what === 'u0000' ? '\ufffd' : pair)) : text)
