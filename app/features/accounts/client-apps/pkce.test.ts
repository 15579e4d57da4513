import { describe, expect, it } from 'vitest'
import { readChallenge } from './pkce.ts'

describe('A PKCE challenge', () => {
  const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'
  it('is kept where it is one', () => {
    expect(readChallenge(undefined, undefined)).toBeUndefined()
    expect(readChallenge(challenge, 'S256')).toBe(challenge)
    expect(readChallenge('a'.repeat(128), 's256')).toBe('a'.repeat(128))
  })
  it.each([
    [challenge, undefined],
    [challenge, 'md5'],
    [undefined, 's256'],
    ['a'.repeat(42), 's256'],
    ['a'.repeat(129), 's256'],
    [`${challenge}=`, 's256'],
    [`${challenge}\n`, 's256'],
  ])('%j by %s is none', (given, method) => expect(readChallenge(given, method)).toBe('invalid'))
})
