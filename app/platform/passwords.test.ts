import { beforeEach, describe, expect, it, vi } from 'vitest'
import { hashesAtOnce, hashPassword, isOutdated, longestQueue, passwordCost, TooManyPasswords, verifyPassword } from './passwords.ts'

/** The calls to Node's own function, which still does the work. */
const asked = vi.hoisted(() => ({
  running: 0,
  most: 0,
  calls: [] as { message: string; memory: number; passes: number; tagLength: number }[],
}))
vi.mock('node:crypto', async (original) => {
  const crypto = await original<typeof import('node:crypto')>()
  const argon2: typeof crypto.argon2 = (algorithm, parameters, callback) => {
    const { memory, passes, tagLength } = parameters
    asked.calls.push({ message: String(parameters.message), memory, passes, tagLength })
    asked.most = Math.max(asked.most, ++asked.running)
    crypto.argon2(algorithm, parameters, (error, hash) => {
      asked.running--
      callback(error, hash)
    })
  }
  return { ...crypto, argon2 }
})

beforeEach(() => {
  asked.most = 0
  asked.calls = []
})

/** Very cheap parameters, for tests of the queue. */
const cheap = '$argon2id$v=19$m=8,t=1,p=1$c29tZXNhbHQxMjM0NTY3OA$iqbHhgtqJMWWf23kIatRWniYNRyhFWif/l6I+m/2Exw'

describe('A password', () => {
  it('is hashed at the stated cost, with a salt of its own, and verified by that alone', async () => {
    const [one, two] = await Promise.all([hashPassword('correct horse'), hashPassword('correct horse')])
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
    expect(one).not.toBe(two)
    expect(await verifyPassword(one, 'correct horse')).toBe(true)
    expect(await verifyPassword(one, 'correct horsf')).toBe(false)
    expect(isOutdated(one)).toBe(false)
  })

  // Made with hash-wasm 4.13.0 (argon2id, encoded), an independent implementation, from the password in NFKC.
  it.each([
    [
      'correct horse battery staple',
      '$argon2id$v=19$m=19456,t=2,p=1$c29tZXNhbHQxMjM0NTY3OA$iqbHhgtqJMWWf23kIatRWniYNRyhFWif/l6I+m/2Exw',
      false,
    ],
    ['ﬁne', '$argon2id$v=19$m=8192,t=3,p=2$c2FsdHNhbHRzYWx0c2FsdA$Ft5jqvQdU1y6DIpeJvWxycqy3/FoybZ1', true],
  ])('agrees with another implementation: %s', async (password, phc, outdated) => {
    expect(await verifyPassword(phc, password)).toBe(true)
    expect(await verifyPassword(phc, `${password} `)).toBe(false)
    expect(isOutdated(phc)).toBe(outdated)
  })

  it.each([
    ['a letter composed or not', 'caf\u00e9 au lait', 'cafe\u0301 au lait'],
    ['full-width digits', '\uff11\uff12\uff13 go go', '123 go go'],
  ])('is the same however it was typed: %s', async (_, typed, other) => {
    expect(typed).not.toBe(other)
    expect(await verifyPassword(await hashPassword(typed), other)).toBe(true)
  })

  it.each([null, '$2b$10$abcdefghijklmnopqrstuv', cheap.replace('v=19', 'v=16')])(
    'of no one (%j) is refused after the same work as a wrong one',
    async (phc) => {
      const real = await hashPassword('correct horse')
      asked.calls = []
      expect(await verifyPassword(real, 'wrong')).toBe(false)
      expect(await verifyPassword(phc, 'wrong')).toBe(false)
      const [wrong, nobody, ...others] = asked.calls
      expect(nobody).toEqual(wrong)
      expect(nobody).toMatchObject({ memory: passwordCost.memory, passes: passwordCost.passes })
      expect(others).toEqual([])
    },
  )
})

describe('Many passwords at once', () => {
  it('are hashed a few at a time, in the order in which they came', async () => {
    const passwords = Array.from({ length: 40 }, (_, number) => `password ${number}`)
    await Promise.all(passwords.map((password) => verifyPassword(cheap, password)))
    expect(asked.most).toBe(hashesAtOnce)
    expect(asked.calls.map(({ message }) => message)).toEqual(passwords)
    expect(asked.running).toBe(0)
  })

  it('are refused when the queue is full, until there is room again', async () => {
    const all = Array.from({ length: hashesAtOnce + longestQueue }, (_, number) => verifyPassword(cheap, `password ${number}`))
    await expect(verifyPassword(cheap, 'one too many')).rejects.toThrow(TooManyPasswords)
    await expect(hashPassword('one too many')).rejects.toThrow(TooManyPasswords)
    await Promise.all(all)
    expect(asked.calls).toHaveLength(hashesAtOnce + longestQueue)
    expect(asked.calls.every(({ message }) => message !== 'one too many')).toBe(true)
    expect(await verifyPassword(cheap, 'after that')).toBe(false)
  })

  it('of strangers keep no known user out: they have room, and go first', async () => {
    const check = (password: string, isKnown = false) => verifyPassword(cheap, password, { isKnown })
    const all = Array.from({ length: hashesAtOnce + longestQueue }, () => check('a stranger'))
    all.push(check('known', true))
    await expect(verifyPassword(cheap, 'one stranger too many')).rejects.toThrow(TooManyPasswords)
    await Promise.all(all)
    // By the start: those that run together end in any order.
    expect(asked.calls.findIndex(({ message }) => message === 'known')).toBe(hashesAtOnce)
  })

  it('give their place back when one cannot be hashed', async () => {
    const broken = cheap.replace('m=8', 'm=1')
    const outcomes = await Promise.allSettled(Array.from({ length: 3 * hashesAtOnce }, () => verifyPassword(broken, 'password')))
    expect(outcomes.every(({ status }) => status === 'rejected')).toBe(true)
    expect(await verifyPassword(cheap, 'after that')).toBe(false)
  })
})
