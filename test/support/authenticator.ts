import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

/*
 * A WebAuthn authenticator and its browser, on node:crypto: creates keys and signs as the standard requires (WebAuthn level 3, sections 6.1
 * and 6.5), and can be told to make mistakes.
 */

/** A response's differences from that of an honest device on the site itself. */
export interface Quirks {
  origin?: string
  rpId?: string
  challenge?: string
  type?: string
  /** The device has verified the user. */
  userVerified?: boolean
  /** A signature counter to use instead of the device's own. */
  counter?: number
  /** Gives the new key the id of the last one. */
  sameId?: boolean
  /** Signs with another device's key. */
  forged?: boolean
}

interface Key {
  id: string
  rpId: string
  userHandle: string
  privateKey: KeyObject
  counter: number
}

const base64url = (bytes: Uint8Array | string) => Buffer.from(bytes).toString('base64url')
const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest()

/** A device used on a site. `counts`: it increments its signature counter, as security keys do; synchronised passkeys stay at 0. */
export function openAuthenticator(origin: string, { counts = false }: { counts?: boolean } = {}) {
  const keys: Key[] = []
  const next = (key: Key) => {
    if (counts) key.counter += 1
    return key.counter
  }
  const clientData = (type: string, challenge: string, quirks: Quirks) =>
    JSON.stringify({
      type: quirks.type ?? type,
      challenge: quirks.challenge ?? challenge,
      origin: quirks.origin ?? origin,
      crossOrigin: false,
    })
  return {
    keys,
    /** Responds to creation options, as `PublicKeyCredential.toJSON()` would. */
    create(options: CreationOptions, quirks: Quirks = {}) {
      const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
      const id = quirks.sameId ? Buffer.from(keys.at(-1)?.id ?? '', 'base64url') : randomBytes(32)
      const key: Key = { id: base64url(id), rpId: options.rp.id ?? '', userHandle: options.user.id, privateKey, counter: 0 }
      keys.push(key)
      // COSE_Key {1: 2, 3: -7, -1: 1, -2: x, -3: y} in CBOR.
      const cose = Buffer.concat([
        Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20]),
        Buffer.from(x, 'base64url'),
        Buffer.from([0x22, 0x58, 0x20]),
        Buffer.from(y, 'base64url'),
      ])
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, cose])
      const data = Buffer.concat([head(key, quirks.counter ?? next(key), 0x40, quirks), attested])
      // {"fmt": "none", "attStmt": {}, "authData": data} in CBOR.
      const attestation = Buffer.concat([
        Buffer.from([0xa3, 0x63]),
        Buffer.from('fmt'),
        Buffer.from([0x64]),
        Buffer.from('none'),
        Buffer.from([0x67]),
        Buffer.from('attStmt'),
        Buffer.from([0xa0, 0x68]),
        Buffer.from('authData'),
        Buffer.from([0x58, data.length]),
        data,
      ])
      return {
        id: key.id,
        rawId: key.id,
        type: 'public-key' as const,
        response: {
          clientDataJSON: base64url(clientData('webauthn.create', options.challenge, quirks)),
          attestationObject: base64url(attestation),
          transports: ['internal' as const, 'hybrid' as const],
        },
        clientExtensionResults: {},
        authenticatorAttachment: 'platform' as const,
      }
    },
    /** Responds to sign-in options, with the last key or the first allowed one. */
    get(options: RequestOptions, quirks: Quirks = {}) {
      const allowed = options.allowCredentials ?? []
      const key = allowed.length > 0 ? keys.find(({ id }) => allowed.some((each) => each.id === id)) : keys.at(-1)
      if (!key) throw new Error('This device has no such key')
      const data = head(key, quirks.counter ?? next(key), 0, quirks)
      const client = clientData('webauthn.get', options.challenge, quirks)
      const signedBy = quirks.forged ? generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey : key.privateKey
      return {
        id: key.id,
        rawId: key.id,
        type: 'public-key' as const,
        response: {
          clientDataJSON: base64url(client),
          authenticatorData: base64url(data),
          signature: base64url(sign('sha256', Buffer.concat([data, sha256(client)]), signedBy)),
          userHandle: key.userHandle,
        },
        clientExtensionResults: {},
        authenticatorAttachment: 'platform' as const,
      }
    },
  }
}

/** Authenticator data up to the key: the site's hash, flags and counter. */
function head(key: Key, counter: number, flags: number, { rpId = key.rpId, userVerified = true }: Quirks): Buffer {
  const count = Buffer.alloc(4)
  count.writeUInt32BE(counter)
  return Buffer.concat([sha256(rpId), Buffer.from([flags | 0x01 | (userVerified ? 0x04 : 0)]), count])
}

interface CreationOptions {
  challenge: string
  rp: { id?: string }
  user: { id: string }
}

interface RequestOptions {
  challenge: string
  allowCredentials?: { id: string }[]
}
