import { describe, expect, it } from 'vitest'
import { challengeOf } from './pkce.ts'

const read = (code_challenge?: string, code_challenge_method?: string) => challengeOf({ code_challenge, code_challenge_method })

describe('A PKCE challenge', () => {
  const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'
  it('is kept where it is one', () => {
    expect(read()).toBeUndefined()
    expect(read(challenge, 'S256')).toBe(challenge)
    expect(read('a'.repeat(128), 's256')).toBe('a'.repeat(128))
  })
  it.each([
    [challenge, undefined],
    [challenge, 'md5'],
    [undefined, 's256'],
    ['a'.repeat(42), 's256'],
    ['a'.repeat(129), 's256'],
    [`${challenge}=`, 's256'],
    [`${challenge}\n`, 's256'],
  ])('%j by %s is none', (given, method) => expect(() => read(given, method)).toThrow('code challenge does not have a valid form'))
})
