import { readFileSync } from 'node:fs'
import {
  type CryptoKey,
  calculateJwkThumbprint,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JWK,
  type JWTHeaderParameters,
  type JWTPayload,
  jwtVerify,
  SignJWT,
} from 'jose'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import { days, hours, later, minutes, toInstant } from '#app/values/clock.ts'
import type { Tables } from '#db/tables.ts'
import type { Services } from './services.ts'

/*
 * The keys that sign access tokens: ES256, made here, sealed in the database and rotated automatically; or those of AUTH_SIGNING_KEYS_FILE,
 * the first signs. A key is published before it signs and until its last token has expired, since clients keep the published list for ten
 * minutes.
 */

/** Access tokens live this long (docs/api.md). */
export const accessTokenSeconds = 3600
const algorithms = ['ES256', 'RS256'] as const
type Algorithm = (typeof algorithms)[number]

const signsForMs = days(90)
/** Between a key's publication and its first signature. */
const noticeMs = hours(1)
const reloadMs = minutes(1)

export interface SigningKeys {
  /** The public keys, as /.well-known/jwks.json shows them. */
  published(): Promise<JWK[]>
  /** A signed token with these claims. */
  sign(claims: JWTPayload): Promise<string>
  /** The claims of a token that one of the keys has signed, for this issuer and audience, and that has not expired. Throws otherwise. */
  verify(token: string, expected: { issuer: string; audience: string }): Promise<JWTPayload>
  /**
   * The claims of a token that its holder has signed with a key of AUTH_SIGNING_KEYS_FILE, and that has not expired, for any audience.
   * Throws otherwise, and always if the keys are not from that file: no one else has those.
   */
  verifyOwn(token: string): Promise<JWTPayload>
  /** Chore: makes the next key when the current one has signed long enough. */
  rotate(): Promise<void>
}

interface Key {
  kid: string
  alg: Algorithm
  privateKey: CryptoKey
  publicKey: CryptoKey
  publicJwk: JWK
  signsFrom: string
  signsUntil: string | null
}

type Needs = Pick<Services, 'db' | 'clock' | 'secrets' | 'config'>

/** The keys of an instance. Nothing is read or made until the first token. */
export function createSigningKeys({ db, clock, secrets, config }: Needs): SigningKeys {
  const fromFile = config.auth.signingKeysFile ? readKeysFile(config.auth.signingKeysFile) : undefined
  let known: { keys: Promise<Key[]>; readAt: number } | undefined
  /** Tokens with made-up key ids must not cause a read of the database each. */
  let lastMiss = 0

  async function read(): Promise<Key[]> {
    if (fromFile) return Promise.all(fromFile.map((jwk) => keyOf(jwk, { signsFrom: '', signsUntil: null })))
    const select = () => db.selectFrom('signingKeys').selectAll().orderBy('generation', 'desc').execute()
    let rows = await select()
    if (rows.length === 0) {
      // If two instances start together, the first one's key is the first generation.
      await insert(db, 1, toInstant(clock.now()))
      rows = await select()
    }
    return Promise.all(rows.map(({ sealedJwk, ...row }) => keyOf(JSON.parse(secrets.open('signing-key', sealedJwk)), row)))
  }

  async function insert(tx: Kysely<Tables>, generation: number, signsFrom: string) {
    const jwk = await newJwk()
    await tx
      .insertInto('signingKeys')
      .values({ generation, kid: jwk.kid, sealedJwk: secrets.seal('signing-key', JSON.stringify(jwk)), signsFrom, signsUntil: null })
      .onConflict((conflict) => conflict.column('generation').doNothing())
      .execute()
  }

  /** The keys still in use, newest first. */
  async function keys(options: { fresh?: boolean } = {}): Promise<Key[]> {
    const now = clock.now().getTime()
    if (!known || options.fresh || Math.abs(now - known.readAt) >= reloadMs) {
      const entry = { keys: read(), readAt: now }
      entry.keys.catch(() => {
        if (known === entry) known = undefined
      })
      known = entry
    }
    const past = later(clock.now(), -2 * accessTokenSeconds * 1000)
    return (await known.keys).filter(({ signsUntil }) => signsUntil === null || signsUntil > past)
  }

  async function current(): Promise<Key> {
    const all = await keys()
    const key = fromFile ? all[0] : all.find(({ signsFrom }) => signsFrom <= toInstant(clock.now()))
    if (!key) throw new Error('There is no key to sign with')
    return key
  }

  /** Returns the public key named in a token's header. Throws if there is none with that name and algorithm. */
  async function named({ kid, alg }: JWTHeaderParameters): Promise<CryptoKey> {
    const find = (all: Key[]) => all.find((key) => key.kid === kid && key.alg === alg)
    // Another instance may have begun with a key that this one has not read yet.
    const key = find(await keys()) ?? (Date.now() - lastMiss > 1_000 ? find(await reread()) : undefined)
    if (!key) throw new Error('No such key')
    return key.publicKey
  }

  return {
    published: async () => (await keys()).map(({ publicJwk }) => publicJwk),
    async sign(claims) {
      const { kid, alg, privateKey } = await current()
      return new SignJWT(claims).setProtectedHeader({ alg, kid, typ: 'JWT' }).sign(privateKey)
    },
    async verify(token, { issuer, audience }) {
      const { payload } = await jwtVerify(token, named, {
        algorithms: [...algorithms],
        issuer,
        audience,
        currentDate: clock.now(),
        requiredClaims: ['sub', 'exp', 'iat', 'session_id'],
      })
      return payload
    },
    async verifyOwn(token) {
      if (!fromFile) throw new Error('There is no signing keys file')
      return (await jwtVerify(token, named, { algorithms: [...algorithms], currentDate: clock.now(), requiredClaims: ['exp'] })).payload
    },
    async rotate() {
      if (fromFile) return
      const now = clock.now()
      const last = await db
        .selectFrom('signingKeys')
        .select(['generation', 'signsFrom'])
        .orderBy('generation', 'desc')
        .limit(1)
        .executeTakeFirst()
      if (!last || later(last.signsFrom, signsForMs) > toInstant(now)) return
      await db.transaction().execute(async (tx) => {
        await insert(tx, last.generation + 1, later(now, noticeMs))
        // Whichever instance inserted it, its beginning is the end of the one before.
        await tx
          .updateTable('signingKeys')
          .set({
            signsUntil: tx
              .selectFrom('signingKeys as next')
              .select('next.signsFrom')
              .where('next.generation', '=', last.generation + 1),
          })
          .where('generation', '=', last.generation)
          .execute()
        await tx
          .deleteFrom('signingKeys')
          .where('signsUntil', '<', later(now, -days(2)))
          .execute()
      })
      known = undefined
    },
  }

  function reread() {
    lastMiss = Date.now()
    return keys({ fresh: true })
  }
}

async function newJwk(): Promise<JWK & { kid: string }> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  const jwk = await exportJWK(privateKey)
  return { ...jwk, alg: 'ES256', kid: await calculateJwkThumbprint(jwk) }
}

async function keyOf(jwk: JWK, { signsFrom, signsUntil }: Pick<Key, 'signsFrom' | 'signsUntil'>): Promise<Key> {
  const alg: Algorithm = jwk.kty === 'RSA' ? 'RS256' : 'ES256'
  const kid = jwk.kid ?? (await calculateJwkThumbprint(jwk))
  const { kty, crv, x, y, n, e } = jwk
  const publicPart = kty === 'RSA' ? { kty, n, e } : { kty, crv, x, y }
  return {
    kid,
    alg,
    privateKey: (await importJWK({ ...jwk, key_ops: undefined, use: undefined }, alg)) as CryptoKey,
    publicKey: (await importJWK(publicPart, alg)) as CryptoKey,
    publicJwk: { ...publicPart, kid, alg, use: 'sig', key_ops: ['verify'] },
    signsFrom,
    signsUntil,
  }
}

const keysFile = z
  .array(
    z
      .looseObject({ kty: z.enum(['EC', 'RSA']), d: z.string().min(1), kid: z.string().min(1).optional() })
      .refine(
        ({ kty, crv, alg }) => (kty === 'EC' ? crv === 'P-256' && (alg ?? 'ES256') === 'ES256' : (alg ?? 'RS256') === 'RS256'),
        'is neither ES256 nor RS256',
      ),
  )
  .min(1)

/** Returns the private keys of a file, the signing one first. Throws for any other content, without repeating it. */
export function readKeysFile(path: string): JWK[] {
  try {
    return keysFile.parse(JSON.parse(readFileSync(path, 'utf8'))) as JWK[]
  } catch {
    throw new Error(`AUTH_SIGNING_KEYS_FILE: ${path} is not a JSON array of private JWKs for ES256 or RS256`)
  }
}
