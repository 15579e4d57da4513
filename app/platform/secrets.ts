import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hash,
  hkdfSync,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import { existsSync, linkSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { hashOf } from '#app/values/ids.ts'
import { openDataDir } from './data-dir.ts'

/** Each purpose has its own key, derived from SECRET_KEY. */
export type Purpose =
  | 'csrf'
  | 'audit'
  | 'backup'
  | 'erasure'
  | 'self-test'
  | 'tracking'
  | 'bill-payment'
  | 'proof'
  | 'client'
  | 'text-count'
  | 'offer'
  | 'visit'
  | 'dev-tools'
  | 'sandbox-checkout'
  | 'synthetic-booking'
  | 'phone-draft'
  | AccountPurpose
  | `setting:${string}`

type AccountPurpose =
  | 'signing-key'
  | 'refresh-token'
  | 'mail-token'
  | 'mail-code'
  | 'account-mail'
  | 'account-limit'
  | 'sign-up-salt'
  | 'registration'
  | 'totp-secret'
  | 'text-code'
  | 'passkey-challenge'
  | 'recovery-code'
  | 'provider-flow'
  | 'code-exchange'
  | 'sandbox-payment'
  | 'first-owner'
  | 'staff-invitation'
  | 'sample-password'

/** Keyed secrets: seals values to be read again, and signs values to be recognised. */
export interface Secrets {
  /** The id of the key that new things are sealed and signed with. */
  currentKeyId: string
  /** The ids of older keys, which can still decrypt and verify. */
  olderKeyIds: readonly string[]
  /** AES-256-GCM under the current key: `keyId.iv.ciphertext`, bound to its purpose. */
  seal(purpose: Purpose, text: string): string
  /** Decrypts a value that `seal` made, with the current or an older key. Throws if it was tampered with or its key is gone. */
  open(purpose: Purpose, sealed: string): string
  /** A key for each of SECRET_KEY, the current one first: 256 bits, URL-safe, for code that encrypts by itself. */
  keysFor(purpose: Purpose): string[]
  /** HMAC-SHA-256 of a text, URL-safe, under the key named (default: the current one). */
  sign(purpose: Purpose, text: string, keyId?: string): string
}

/** Secrets under a list of keys: the first is current; the others only decrypt and verify older values. */
export function createSecrets(keys: readonly string[]): Secrets {
  const byId = new Map(keys.map((key) => [keyIdOf(key), key]))
  const [current, ...older] = byId.keys()
  if (!current) throw new Error('A secret key is needed')
  const derived = new Map<string, Buffer>()
  const signing = new Map<string, KeyObject>()
  const keyFor = (keyId: string, purpose: Purpose, use: 'seal' | 'sign' | 'hand out') => {
    const key = byId.get(keyId)
    if (!key) throw new Error(`No secret key with the id ${keyId}: it is not in SECRET_KEY`)
    const label = `${keyId}:${use}:${purpose}`
    const known = derived.get(label) ?? Buffer.from(hkdfSync('sha256', key, '', `${use}:${purpose}`, 32))
    derived.set(label, known)
    return known
  }
  return {
    currentKeyId: current,
    olderKeyIds: older,
    seal(purpose, text) {
      const iv = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', keyFor(current, purpose, 'seal'), iv)
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
      return [current, iv.toString('base64url'), body.toString('base64url')].join('.')
    },
    open(purpose, sealed) {
      const [keyId = '', iv = '', body = ''] = sealed.split('.')
      const bytes = Buffer.from(body, 'base64url')
      const decipher = createDecipheriv('aes-256-gcm', keyFor(keyId, purpose, 'seal'), Buffer.from(iv, 'base64url'), { authTagLength: 16 })
      decipher.setAuthTag(bytes.subarray(-16))
      return Buffer.concat([decipher.update(bytes.subarray(0, -16)), decipher.final()]).toString('utf8')
    },
    keysFor: (purpose) => [...byId.keys()].map((keyId) => keyFor(keyId, purpose, 'hand out').toString('base64url')),
    sign(purpose, text, keyId = current) {
      const label = `${keyId}:${purpose}`
      const key = signing.get(label) ?? createSecretKey(keyFor(keyId, purpose, 'sign'))
      signing.set(label, key)
      return createHmac('sha256', key).update(text).digest('base64url')
    },
  }
}

/** Compares two secrets in constant time. */
export function sameSecret(a: string, b: string): boolean {
  const digest = (text: string) => hash('sha256', text, 'buffer')
  return timingSafeEqual(digest(a), digest(b))
}

/** The key of this data directory, made at the first start and kept readable by its owner only. */
export function keyOfDataDir(dataDir: string): string {
  openDataDir(dataDir)
  const path = join(dataDir, 'secret.key')
  if (!existsSync(path)) {
    const fresh = `${path}.${process.pid}`
    writeFileSync(fresh, randomBytes(32).toString('hex'), { mode: 0o600, flush: true })
    try {
      linkSync(fresh, path) // fails when another start was first: then its key is the key
    } catch {
      if (!existsSync(path)) throw new Error(`Could not write ${path}`)
    } finally {
      unlinkSync(fresh)
    }
  }
  const key = readFileSync(path, 'utf8').trim()
  if (key.length < 32) throw new Error(`${path} does not contain a key of at least 32 characters`)
  return key
}

const keyIdOf = (key: string) => hashOf(`key id ${key}`).slice(0, 8)
