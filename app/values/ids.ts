import { hash, randomBytes, randomInt } from 'node:crypto'
import { v7 } from 'uuid'

/** A row's id: UUIDv7, so that ids sort by the time they were made. */
export const newId = (): string => v7()

/** Returns true if a text is a UUID of any version, in either case. */
export const isUuid = (text: string): boolean => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)

/** A row's id derived from `parent` and `name`: a UUIDv7 with the time of `parent`, which is one. */
export function idFrom(parent: string, name: string): string {
  const hash = hashOf(`${parent} ${name}`)
  return `${parent.slice(0, 14)}7${hash.slice(0, 3)}-8${hash.slice(3, 6)}-${hash.slice(6, 18)}`
}

/** 256 random bits, URL-safe: unguessable. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** Returns the SHA-256 of a token in hex: only this is stored. */
export const hashOf = (text: string): string => hash('sha256', text, 'hex')

/** SHA-256 of bytes, in hex. */
export const hashOfBytes = (bytes: Uint8Array): string => hash('sha256', bytes, 'hex')

/** Upper-case letters and digits without look-alikes (no 0 O, 1 I L, 5 S, 8 B, 2 Z, U V). */
const plainAlphabet = '34679ACDEFGHJKMNPQRTWXY'

/** `length` characters that survive being read out over a bad line. */
export const spokenCode = (length: number): string => Array.from({ length }, () => plainAlphabet[randomInt(plainAlphabet.length)]).join('')

/** `length` such characters derived from a text, irreversibly. */
export const codeFrom = (text: string, length: number): string =>
  [...hash('sha256', text, 'buffer')]
    .slice(0, length)
    .map((byte) => plainAlphabet[byte % plainAlphabet.length])
    .join('')
