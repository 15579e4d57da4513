import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest'
import { createSecrets, keyOfDataDir, type Purpose, sameSecret } from './secrets.ts'

const [oldKey, newKey] = ['old-key-0123456789abcdef0123456789', 'new-key-0123456789abcdef0123456789']
const secrets = createSecrets([newKey, oldKey])
const purposes: readonly Purpose[] = ['csrf', 'tracking', 'client', 'offer', 'setting:a', 'setting:b']

/** A sealed text with the bytes of its parts changed. */
function changed(sealed: string, change: (bytes: Buffer) => Buffer, part: 1 | 2) {
  const parts = sealed.split('.')
  parts[part] = change(Buffer.from(parts[part] ?? '', 'base64url')).toString('base64url')
  return parts.join('.')
}

describe('a sealed text', () => {
  it('opens again, whatever it is, and never looks the same twice', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), fc.constantFrom(...purposes), (text, purpose) => {
        const [one, two] = [secrets.seal(purpose, text), secrets.seal(purpose, text)]
        expect([secrets.open(purpose, one), secrets.open(purpose, two)]).toEqual([text, text])
        expect(one).not.toBe(two)
        expect(one).toMatch(/^[0-9a-f]{8}\.[\w-]+\.[\w-]+$/)
      }),
    )
  })

  it('opens for its own purpose only', () => {
    for (const purpose of purposes)
      for (const other of purposes.filter((each) => each !== purpose))
        expect(() => secrets.open(other, secrets.seal(purpose, 'x'))).toThrow()
  })

  it.each(['', 'x', 'https://hooks.zapier.com/hooks/catch/1/abc'])('of %j with any bit flipped is refused', (text) => {
    const sealed = secrets.seal('tracking', text)
    for (const part of [1, 2] as const)
      for (let bit = 0; bit < Buffer.from(sealed.split('.')[part] ?? '', 'base64url').length * 8; bit++) {
        const flipped = changed(
          sealed,
          (bytes) => {
            bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7))
            return bytes
          },
          part,
        )
        expect(() => secrets.open('tracking', flipped)).toThrow()
      }
  })

  it.each(['', 'x', 'https://hooks.zapier.com/hooks/catch/1/abc'])('of %j cut short is refused', (text) => {
    const sealed = secrets.seal('tracking', text)
    const length = Buffer.from(sealed.split('.')[2] ?? '', 'base64url').length
    for (let kept = 0; kept < length; kept++) {
      const short = changed(sealed, (bytes) => bytes.subarray(0, kept), 2)
      expect(() => secrets.open('tracking', short)).toThrow()
    }
  })

  it.each(['', '.', '..', 'x.y.z', 'plain text'])('that is none (%j) is refused', (text) => {
    expect(() => secrets.open('tracking', text)).toThrow()
  })
})

describe('a change of keys', () => {
  const before = createSecrets([oldKey])

  it('still opens what the old key sealed, and seals with the new one', () => {
    expect(secrets.open('tracking', before.seal('tracking', 'x'))).toBe('x')
    expect(secrets.currentKeyId).not.toBe(before.currentKeyId)
    expect(secrets.seal('tracking', 'x').startsWith(`${secrets.currentKeyId}.`)).toBe(true)
    expect(() => before.open('tracking', secrets.seal('tracking', 'x'))).toThrow(secrets.currentKeyId)
  })

  it('still signs as before under the old key, when asked to', () => {
    expect(secrets.sign('tracking', 'x', before.currentKeyId)).toBe(before.sign('tracking', 'x'))
    expect(secrets.sign('tracking', 'x')).toBe(createSecrets([newKey]).sign('tracking', 'x'))
    expect(() => before.sign('tracking', 'x', secrets.currentKeyId)).toThrow()
  })

  it('needs a key', () => {
    expect(() => createSecrets([])).toThrow()
  })

  it("says no key's text in its id or in an error", () => {
    expect(oldKey).not.toContain(before.currentKeyId)
    expect(() => before.open('tracking', secrets.seal('tracking', 'x'))).not.toThrow(newKey)
  })
})

test('a signature differs by purpose, by key and by text, and is the same every time', () => {
  const signed = purposes.flatMap((purpose) =>
    ['x', 'y'].flatMap((text) => [secrets.sign(purpose, text), createSecrets([oldKey]).sign(purpose, text)]),
  )
  expect(new Set(signed).size).toBe(purposes.length * 4)
  expect(secrets.sign('csrf', 'x')).toBe(createSecrets([newKey]).sign('csrf', 'x'))
  expect(secrets.sign('csrf', 'x')).toMatch(/^[\w-]{43}$/)
})

test.each([
  ['a', 'a', true],
  ['a', 'b', false],
  ['a', 'aa', false],
  ['', 'a', false],
  ['é', 'é', true],
])('sameSecret(%j, %j) is %s', (a, b, same) => {
  expect(sameSecret(a, b)).toBe(same)
})

describe('the key of a data directory', () => {
  let place: string
  beforeEach(() => {
    place = mkdtempSync(join(tmpdir(), 'plumbers-key-'))
  })
  afterEach(() => rmSync(place, { recursive: true, force: true }))
  const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8)

  it("is made once, for the owner's eyes only, and is the same at the next start", () => {
    const dataDir = join(place, 'not', 'yet', 'there')
    const key = keyOfDataDir(dataDir)
    expect(key).toMatch(/^[0-9a-f]{64}$/)
    expect([keyOfDataDir(dataDir), keyOfDataDir(dataDir)]).toEqual([key, key])
    expect(readdirSync(dataDir)).toEqual(['secret.key'])
    expect([modeOf(join(dataDir, 'secret.key')), modeOf(dataDir)]).toEqual(['600', '700'])
  })

  it('is its own in every directory', () => {
    expect(keyOfDataDir(join(place, 'a'))).not.toBe(keyOfDataDir(join(place, 'b')))
  })

  it('is the one that a person put there', () => {
    writeFileSync(join(place, 'secret.key'), `${newKey}\n`)
    expect(keyOfDataDir(place)).toBe(newKey)
  })

  it.each(['', '\n', 'short'])('is refused, not used and not replaced, when its file holds %j: everyone could guess it', (content) => {
    writeFileSync(join(place, 'secret.key'), content)
    chmodSync(join(place, 'secret.key'), 0o600)
    expect(() => createSecrets([keyOfDataDir(place)])).toThrow()
  })
})
