import { createHmac } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLocalJWKSet, decodeProtectedHeader, exportJWK, generateKeyPair, type JWK, jwtVerify, SignJWT, UnsecuredJWT } from 'jose'
import { describe, expect, onTestFinished, test } from 'vitest'
import { days, hours, minutes } from '#app/values/clock.ts'
import { freshWorld, openPeers } from '#test/support/fresh.ts'
import { onOneEngine, racing, type World } from '#test/support/world.ts'
import { createSigningKeys, readKeysFile, type SigningKeys } from './signing-keys.ts'

const expected = { issuer: 'https://issuer.example/auth/v1', audience: 'authenticated' }

/** The claims of a token issued now, valid for an hour. */
function claimsOf({ clock }: World, changes: Record<string, unknown> = {}) {
  const iat = Math.floor(clock.now().getTime() / 1000)
  return { iss: expected.issuer, aud: expected.audience, sub: 'user', session_id: 'session', iat, exp: iat + 3600, ...changes }
}

const kidOf = (token: string) => decodeProtectedHeader(token).kid
const kidsOf = async (keys: SigningKeys) => (await keys.published()).map(({ kid }) => kid)
const rowsOf = ({ services }: World) => services.db.selectFrom('signingKeys').selectAll().orderBy('generation').execute()

/** The keys of this many instances that haven't read anything yet. */
const instancesOf = (world: World, count: number) =>
  openPeers(world, count).map((services) => createSigningKeys(services)) as [SigningKeys, SigningKeys, ...SigningKeys[]]

onOneEngine('Signing keys', (engine) => {
  test('begin with one, made once by instances that start together, and sealed', async () => {
    const world = await freshWorld(racing(engine))
    const instances = instancesOf(world, 4)
    const tokens = await Promise.all(instances.map((keys) => keys.sign(claimsOf(world))))
    const [row, ...others] = await rowsOf(world)
    expect(others).toEqual([])
    expect(new Set(tokens.map(kidOf))).toEqual(new Set([row?.kid]))
    for (const token of tokens)
      for (const keys of instances) expect(await keys.verify(token, expected)).toMatchObject({ sub: 'user', session_id: 'session' })

    const jwk = JSON.parse(world.services.secrets.open('signing-key', row?.sealedJwk ?? ''))
    expect(jwk).toMatchObject({ kty: 'EC', crv: 'P-256', d: expect.any(String) })
    expect(row?.sealedJwk).not.toContain(jwk.d)
    expect(await instances[0].published()).toEqual([
      { kty: 'EC', crv: 'P-256', x: jwk.x, y: jwk.y, kid: row?.kid, alg: 'ES256', use: 'sig', key_ops: ['verify'] },
    ])
  })

  test('change after 90 days: the next one is made once, shown for an hour before it signs, the old one while its tokens live', async () => {
    const world = await freshWorld(racing(engine))
    const instances = instancesOf(world, 2)
    const old = kidOf(await instances[0].sign(claimsOf(world))) ?? ''
    world.clock.advance(days(90) - 1)
    await Promise.all(instances.map((keys) => keys.rotate()))
    expect(await rowsOf(world)).toHaveLength(1)

    world.clock.advance(1)
    await Promise.all([...instances, ...instances].map((keys) => keys.rotate()))
    const [first, second, ...others] = await rowsOf(world)
    expect(others).toEqual([])
    expect(first?.signsUntil).toBe(second?.signsFrom)
    const next = second?.kid ?? ''
    for (const keys of instances) {
      expect(await kidsOf(keys)).toEqual([next, old])
      expect(kidOf(await keys.sign(claimsOf(world)))).toBe(old)
    }

    world.clock.advance(hours(1) - 1)
    const last = await instances[0].sign(claimsOf(world))
    expect(kidOf(last)).toBe(old)
    world.clock.advance(1)
    for (const keys of instances) expect(kidOf(await keys.sign(claimsOf(world)))).toBe(next)

    // The old key's last token is valid for an hour.
    world.clock.advance(minutes(59))
    expect(await instances[1].verify(last, expected)).toMatchObject({ sub: 'user' })
    expect(await kidsOf(instances[1])).toEqual([next, old])
    world.clock.advance(minutes(61))
    expect(await kidsOf(instances[1])).toEqual([next])
    await expect(instances[1].verify(last, expected)).rejects.toThrow()

    world.clock.advance(days(90))
    await Promise.all(instances.map((keys) => keys.rotate()))
    expect((await rowsOf(world)).map(({ kid }) => kid)).toEqual([next, expect.any(String)])
  })

  test('verify what outsiders verify with the published ones, and nothing that is not theirs', async () => {
    const world = await freshWorld(engine)
    const [keys] = instancesOf(world, 1)
    const token = await keys.sign(claimsOf(world))
    const published = await keys.published()
    const options = { ...expected, currentDate: world.clock.now() }
    expect((await jwtVerify(token, createLocalJWKSet({ keys: published }), options)).payload.sub).toBe('user')
    const { kid } = published[0] as JWK
    const header = { alg: 'ES256', kid, typ: 'JWT' }
    const stranger = await generateKeyPair('ES256')
    const edwards = await generateKeyPair('EdDSA')
    const rsa = await generateKeyPair('RS256')
    const signed = (alg: string, key: Parameters<SignJWT['sign']>[0], change = {}) =>
      new SignJWT(claimsOf(world)).setProtectedHeader({ ...header, alg, ...change }).sign(key)
    const [head, body = '', signature] = token.split('.')
    const altered = Buffer.from(JSON.stringify(claimsOf(world, { sub: 'somebody else' }))).toString('base64url')
    const macHead = Buffer.from(JSON.stringify({ ...header, alg: 'HS256' })).toString('base64url')
    // The well-known attack: the public key used as a shared secret.
    const mac = createHmac('sha256', JSON.stringify(published[0])).update(`${macHead}.${body}`).digest('base64url')
    const forged = {
      none: new UnsecuredJWT(claimsOf(world)).encode(),
      'none, with the id of a key': `${Buffer.from(JSON.stringify({ ...header, alg: 'none' })).toString('base64url')}.${body}.`,
      HS256: `${macHead}.${body}.${mac}`,
      'another key under our id': await signed('ES256', stranger.privateKey),
      'another key under its own id': await signed('ES256', stranger.privateKey, { kid: 'unknown' }),
      'no id': await signed('ES256', stranger.privateKey, { kid: undefined }),
      EdDSA: await signed('EdDSA', edwards.privateKey),
      'RS256 under the id of an EC key': await signed('RS256', rsa.privateKey),
      'another body': `${head}.${altered}.${signature}`,
      'no signature': `${head}.${body}.`,
      'no token': 'x',
    }
    for (const [what, each] of Object.entries(forged)) await expect(keys.verify(each, expected), what).rejects.toThrow()
    for (const changes of [
      { iss: 'https://other.example/auth/v1' },
      { aud: 'anon' },
      { exp: Math.floor(world.clock.now().getTime() / 1000) },
      { exp: undefined },
      { sub: undefined },
      { session_id: undefined },
    ])
      await expect(keys.verify(await keys.sign(claimsOf(world, changes)), expected), JSON.stringify(changes)).rejects.toThrow()
    expect(await keys.verify(token, expected)).toMatchObject({ sub: 'user' })
  })

  test('of another SECRET_KEY are not opened, nor passed over in silence', async () => {
    const world = await freshWorld(engine)
    await instancesOf(world, 1)[0].sign(claimsOf(world))
    const { secrets } = (await freshWorld('sqlite', { env: { SECRET_KEY: 'another-secret-0123456789abcdef0123456789' } })).services
    await expect(createSigningKeys({ ...world.services, secrets }).sign(claimsOf(world))).rejects.toThrow()
  })
})

describe('Keys of a file', () => {
  /** A file with this content, deleted after the test. */
  function fileOf(contents: unknown): string {
    const folder = mkdtempSync(join(tmpdir(), 'plumbers-keys-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const path = join(folder, 'keys.json')
    writeFileSync(path, typeof contents === 'string' ? contents : JSON.stringify(contents))
    return path
  }
  const privateJwk = async (alg: string, changes: object = {}) =>
    ({ ...(await exportJWK((await generateKeyPair(alg, { extractable: true })).privateKey)), ...changes }) as JWK

  test.each([
    ['ES256', 'RS256'],
    ['RS256', 'ES256'],
  ])('the first signs (%s), the other one still counts, and nothing private is shown', async (alg, other) => {
    const world = await freshWorld('sqlite')
    const { services } = world
    const [one, two] = [await privateJwk(alg, { kid: 'one' }), await privateJwk(other)]
    const keysOf = (path: string) =>
      createSigningKeys({ ...services, config: { ...services.config, auth: { ...services.config.auth, signingKeysFile: path } } })
    const before = await keysOf(fileOf([two])).sign(claimsOf(world))
    const keys = keysOf(fileOf([one, two]))
    const token = await keys.sign(claimsOf(world))
    expect(decodeProtectedHeader(token)).toMatchObject({ alg, kid: 'one' })
    for (const each of [token, before]) expect(await keys.verify(each, expected)).toMatchObject({ sub: 'user' })
    const published = await keys.published()
    expect(published.map((key) => key.alg)).toEqual([alg, other])
    for (const key of published) for (const part of ['d', 'p', 'q', 'dp', 'dq', 'qi', 'k']) expect(key).not.toHaveProperty(part)
    await keys.rotate()
    expect(await rowsOf(world)).toEqual([])
  })

  test('that hold anything else are refused, without a word of what they hold', async () => {
    const publicOnly = { ...(await privateJwk('ES256')), d: undefined }
    const secret = Buffer.from('top secret top secret top secret').toString('base64url')
    const bad = [
      'not json',
      '{}',
      [],
      [publicOnly],
      [await privateJwk('ES384')],
      [await privateJwk('Ed25519')],
      [{ kty: 'oct', k: secret, d: secret }],
    ]
    for (const contents of bad) {
      const path = fileOf(contents)
      expect(() => readKeysFile(path)).toThrow(/AUTH_SIGNING_KEYS_FILE: .* is not a JSON array of private JWKs/)
      expect(() => readKeysFile(path)).not.toThrow(secret)
    }
    expect(() => readKeysFile('/nowhere/keys.json')).toThrow(/AUTH_SIGNING_KEYS_FILE/)
  })
})
