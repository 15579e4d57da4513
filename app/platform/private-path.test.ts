// @module-tag never-again
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { newToken } from '#app/values/ids.ts'
import { tries } from '#test/support/depth.ts'
import { withoutSecrets } from './private-path.ts'

const token = 'aB3dE5gH7jK9mN1pQ3sT5vW7yZ9_bC4fG6iJ8lM0-oR'

describe('What is written down of a path', () => {
  test.each([
    [`/track/${token}`, '/track/:token'],
    [`/track/${token}/booking.ics`, '/track/:token/booking.ics'],
    [`/Track/${token}`, '/Track/:token'],
    [`/track%2F${token}`, '/track/:token'],
    [`/track%252f${token}`, '/track/:token'],
    [`/t/${token.slice(0, 22)}`, '/t/:token'],
    [`/T//${token.slice(0, 22)}).`, '/T/:token'],
    [`/calendar/${token.slice(0, 12)}.ics`, '/calendar/:token'],
    [`/book/confirmed/${token}`, '/book/confirmed/:token'],
    [`/Book//Confirmed/${token}/`, '/Book/Confirmed/:token/'],
    // Mistyped links, and tokens at other paths.
    [`/track/${token.slice(0, 12)}`, '/track/:token'],
    [`/track/${token}).`, '/track/:token'],
    [`/trak/${token}`, '/trak/:token'],
    [`/tracking-${token}.html`, '/:token.html'],
    [`/TRAK/${token.toLowerCase()}`, '/TRAK/:token'],
    // Paths without secrets are unchanged.
    ['/', '/'],
    ['/blog/how-to-stop-a-burst-pipe-before-the-engineer-arrives', '/blog/how-to-stop-a-burst-pipe-before-the-engineer-arrives'],
    ['/staff/bookings/0199f0e4-1c2b-7abc-8def-0123456789ab', '/staff/bookings/0199f0e4-1c2b-7abc-8def-0123456789ab'],
    ['/caf%C3%A9%0A%zz', '/caf%C3%A9%0A%zz'],
  ])('%s is %s', (path, written) => {
    expect(withoutSecrets(path)).toBe(written)
  })

  it('holds no token, wherever one is and however it is escaped', () => {
    const spelled = fc.func(fc.constantFrom(0, 0, 0, 1, 2)).map(
      (times) => (text: string) =>
        [...text]
          .map((char, at) => {
            const code = char.charCodeAt(0).toString(16)
            return [char, `%${code}`, `%25${code}`][times(at)]
          })
          .join(''),
    )
    const around = fc.constantFrom('/', '//', '/track/', '/Track/', '/x/', '/x?y=', '/;', '/(', '/a.')
    fc.assert(
      fc.property(around, spelled, fc.constantFrom('', '/', '/booking.ics', ').'), (before, spell, after) => {
        const secret = newToken()
        const written = withoutSecrets(spell(before + secret) + after)
        expect(written).not.toContain(secret.slice(1, -1))
        expect(written).toContain(':token')
      }),
      { numRuns: tries(80, 1_000) },
    )
  })

  it('is found as fast of a path that is made to be slow', () => {
    for (const part of ['%25', '%2525', 'a', '-a', '/', '%'])
      expect(withoutSecrets(`/${part.repeat(200_000)}`).length).toBeLessThanOrEqual(part.length * 200_000 + 1)
  })
})
