import { Secret } from 'otpauth'
import { describe, expect, it } from 'vitest'
import { newTotp, stepOf } from './totp.server.ts'

/** The secret of RFC 6238 appendix B. Its codes have eight digits; these are the last six of them. */
const secret = Secret.fromLatin1('12345678901234567890').base32
const codes = [
  { second: 59, code: '287082' },
  { second: 20_000_000_000, code: '353130' },
]

describe('The codes of authenticator apps', () => {
  it.each(codes)('are those of RFC 6238 at second $second', ({ second, code }) => {
    const step = Math.floor(second / 30)
    const at = (steps: number) => stepOf(secret, code, new Date((second + 30 * steps) * 1000))
    expect([-2, -1, 0, 1, 2].map(at)).toEqual([undefined, step, step, step, undefined])
  })

  it('are none of anything else', () => {
    for (const code of ['', '28708', '2870820', '94287082', '-87082', '２８７０８２'])
      expect(stepOf(secret, code, new Date(59_000))).toBeUndefined()
  })

  it('come from a secret of 20 bytes that is another one each time', () => {
    const made = Array.from({ length: 20 }, () => newTotp({ issuer: 'localhost:3000', label: 'priya@example.com' }).secret)
    expect(new Set(made).size).toBe(20)
    for (const each of made) expect(Secret.fromBase32(each).bytes).toHaveLength(20)
  })
})
