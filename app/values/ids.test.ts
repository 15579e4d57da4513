import { expect, test } from 'vitest'
import { hashOf, newId, newToken, spokenCode } from './ids.ts'

test('ids sort by the order they were made in, and are UUIDv7', () => {
  const ids = Array.from({ length: 5_000 }, newId)
  expect([...ids].sort()).toEqual(ids)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.filter((id) => !/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id))).toEqual([])
})

test('tokens are 256 bits, safe in an address, and never the same', () => {
  const tokens = Array.from({ length: 1_000 }, newToken)
  expect(new Set(tokens).size).toBe(tokens.length)
  expect(tokens.filter((token) => !/^[\w-]{43}$/.test(token) || Buffer.from(token, 'base64url').length !== 32)).toEqual([])
})

test("a token's hash is its SHA-256", () => {
  expect(hashOf('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
})

test('a code to read out has only characters that no other looks or sounds like, and uses all of them', () => {
  const code = spokenCode(20_000)
  expect(code).toMatch(/^[34679ACDEFGHJKMNPQRTWXY]{20000}$/)
  expect(code).not.toMatch(/[0O1IL5S8B2ZUV]/)
  expect(new Set(code).size).toBe(23)
  expect(spokenCode(8)).toHaveLength(8)
})
