import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { tries } from '#test/support/depth.ts'
import { xmlText } from './xml.ts'

/** XML 1.0 section 2.2: the characters allowed in a document. */
const mayStand = (char: string) => {
  const code = char.codePointAt(0) ?? 0
  if (code < 0x20) return code === 0x9 || code === 0xa || code === 0xd
  return code < 0xd800 || (code > 0xdfff && code < 0xfffe) || code > 0xffff
}
const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' }
const read = (xml: string) => xml.replace(/&(amp|lt|gt|quot);/g, (entity) => entities[entity] ?? '')

describe('A text in XML', () => {
  it('is only what may stand there, and reads as it was', { timeout: 60_000 }, () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc
        .array(fc.constantFrom(...'<>&"\';\0\u0001\u000b\u001f\ufffe\uffff\ud800\udc00x', '&amp;', ']]>', '<!--', '😀'))
        .map((parts) => parts.join('')),
    )
    fc.assert(
      fc.property(text, (given) => {
        const xml = xmlText(given)
        expect([...xml].filter((char) => !mayStand(char) || '<>"'.includes(char))).toEqual([])
        expect(xml.replace(/&(amp|lt|gt|quot);/g, '')).not.toContain('&')
        expect(read(xml)).toBe([...given.toWellFormed()].filter(mayStand).join(''))
      }),
      { numRuns: tries(125, 500) },
    )
  })
})
