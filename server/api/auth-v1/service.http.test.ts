// @module-tag never-again
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { decodeJwt, exportJWK, generateKeyPair, importJWK, type JWK, type JWTPayload, SignJWT } from 'jose'
import { expect, it, onTestFinished } from 'vitest'
import { days, seconds } from '#app/values/clock.ts'
import { type AuthWorld, openAuth, openMember } from '#test/support/auth.ts'
import { onOneEngine } from '#test/support/world.ts'

const newKey = async (kid: string): Promise<JWK & { kid: string }> => {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  return { ...(await exportJWK(privateKey)), kid, alg: 'ES256' }
}

/** The path of a file that holds these keys. */
function keysFile(...keys: JWK[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'plumbers-keys-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const path = join(folder, 'keys.json')
  writeFileSync(path, JSON.stringify(keys))
  return path
}

const secondsOf = (at: Date | number) => Math.floor(Number(at) / 1000)

/** A token as a key's owner creates it for their own program. */
async function tokenOf(auth: AuthWorld, key: JWK & { kid: string }, claims: JWTPayload = {}): Promise<string> {
  const now = auth.world.clock.now()
  return new SignJWT({ role: 'service_role', iat: secondsOf(now), exp: secondsOf(now.getTime() + days(3_650)), ...claims })
    .setProtectedHeader({ alg: 'ES256', kid: key.kid, typ: 'JWT' })
    .sign(await importJWK(key, 'ES256'))
}

const adminOf = (auth: AuthWorld, token: string) =>
  auth.client({ headers: { Authorization: `Bearer ${token}` }, autoRefreshToken: false, persistSession: false }).admin

onOneEngine('A token of a service role', (engine) => {
  it('that a key of the file has signed may make users, without a service key', async () => {
    const [signing, other] = [await newKey('one'), await newKey('two')]
    const auth = await openAuth(engine, { env: { AUTH_SIGNING_KEYS_FILE: keysFile(signing, other) } })
    for (const [role, key] of [
      ['service_role', signing],
      ['supabase_admin', other],
    ] as const) {
      const admin = adminOf(auth, await tokenOf(auth, key, { role, iss: 'supabase' }))
      const { data, error } = await admin.createUser({ email: `${role}@example.com`, email_confirm: true })
      expect(error).toBeNull()
      expect((await admin.getUserById(data.user?.id ?? '')).data.user).toMatchObject({ email: `${role}@example.com` })
    }
  })

  it('is refused with another key, another role, run out or without an end', async () => {
    const key = await newKey('one')
    const auth = await openAuth(engine, { env: { AUTH_SIGNING_KEYS_FILE: keysFile(key) } })
    const now = auth.world.clock.now().getTime()
    const tokens = [
      await tokenOf(auth, await newKey('one')),
      await tokenOf(auth, await newKey('two')),
      await tokenOf(auth, key, { role: 'authenticated' }),
      await tokenOf(auth, key, { role: ['service_role'] }),
      await tokenOf(auth, key, { role: undefined, app_metadata: { role: 'service_role' } }),
      await tokenOf(auth, key, { exp: secondsOf(now - seconds(1)) }),
      await tokenOf(auth, key, { exp: undefined }),
    ]
    for (const [index, token] of tokens.entries())
      expect((await adminOf(auth, token).listUsers()).error, String(index)).toMatchObject({ status: 401, code: 'no_authorization' })
  })

  it('counts for nothing where the keys are made here', async () => {
    const auth = await openAuth(engine)
    const token = await auth.world.services.signingKeys.sign({
      role: 'service_role',
      exp: secondsOf(auth.world.clock.now().getTime() + days(1)),
    })
    expect((await adminOf(auth, token).listUsers()).error).toMatchObject({ status: 401, code: 'no_authorization' })
  })
})

onOneEngine("A user's token", (engine) => {
  it('never has a service role, whatever they say of themselves, and would not pass with one', async () => {
    const key = await newKey('one')
    const { auth, client } = await openMember(engine, { env: { AUTH_SIGNING_KEYS_FILE: keysFile(key) } })
    const claim = { role: 'service_role', session_id: null, aud: 'service', app_metadata: { role: 'service_role' } }
    await client.updateUser({ data: claim })
    await client.refreshSession()
    const token = (await client.getSession()).data.session?.access_token ?? ''
    expect(decodeJwt(token)).toMatchObject({ role: 'authenticated', aud: 'authenticated', user_metadata: claim.app_metadata })
    expect((await adminOf(auth, token).listUsers()).error).toMatchObject({ status: 401, code: 'no_authorization' })
    // The same token with a higher role.
    const raised = await tokenOf(auth, key, { ...decodeJwt(token), role: 'service_role' })
    expect((await adminOf(auth, raised).listUsers()).error).toMatchObject({ status: 401, code: 'no_authorization' })
  })
})
