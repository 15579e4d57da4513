// @module-tag never-again
import { expect, it } from 'vitest'
import { minutes } from '#app/values/clock.ts'
import { type AuthWorld, newPerson, openAuth, signedUp } from '#test/support/auth.ts'
import { onOneEngine } from '#test/support/world.ts'

const needed = { status: 400, json: { code: 'reauthentication_needed' } }

/** The token of a session that was last proved eleven minutes ago and refreshed since. */
async function oldSession(auth: AuthWorld) {
  const { client, person } = await signedUp(auth)
  auth.world.clock.advance(minutes(11))
  const { data } = await client.refreshSession()
  return { client, person, bearer: data.session?.access_token ?? '' }
}

onOneEngine('A session that was proved more than ten minutes ago', (engine) => {
  it('changes nothing of how someone signs in', async () => {
    const auth = await openAuth(engine, {
      env: { GOOGLE_CLIENT_ID: '1234-abcd.apps.googleusercontent.com', GOOGLE_CLIENT_SECRET: 'a-secret-of-google-0123456789' },
    })
    const { bearer } = await oldSession(auth)
    const put = (json: unknown) => auth.ask('/user', { method: 'PUT', body: JSON.stringify(json), bearer })
    expect(await put({ password: 'another horse altogether' })).toMatchObject(needed)
    expect(await put({ email: newPerson().email })).toMatchObject(needed)
    expect(await auth.ask('/factors', { json: { factor_type: 'totp' }, bearer })).toMatchObject(needed)
    expect(await auth.ask('/user/identities/authorize?provider=google&skip_http_redirect=true', { bearer })).toMatchObject(needed)
    const { json } = await auth.ask('/user', { bearer })
    const [identity] = json.identities as { identity_id: string }[]
    expect(await auth.ask(`/user/identities/${identity?.identity_id}`, { method: 'DELETE', bearer })).toMatchObject(needed)
    expect(await auth.ask('/factors/recovery-codes', { method: 'DELETE', bearer })).toMatchObject(needed)
    expect(await put({ data: { full_name: 'Priya R.' } })).toMatchObject({ status: 200 })
  })

  it('changes the address with the password, or with a mailed code, which both changes share', async () => {
    const auth = await openAuth(engine)
    const { bearer, person } = await oldSession(auth)
    const put = (json: unknown) => auth.ask('/user', { method: 'PUT', body: JSON.stringify(json), bearer })
    const [first, second] = [newPerson(), newPerson()]
    expect(await put({ email: first.email, current_password: 'wrong horse' })).toMatchObject({ json: { code: 'current_password_invalid' } })
    expect(await put({ email: first.email, current_password: person.password })).toMatchObject({
      status: 200,
      json: { new_email: first.email },
    })
    auth.world.clock.advance(minutes(2))
    await auth.ask('/reauthenticate', { bearer })
    const { code } = await auth.letterTo(person.email, /code/)
    expect(await put({ email: second.email, password: 'another horse altogether', nonce: code })).toMatchObject({
      status: 200,
      json: { new_email: second.email },
    })
    expect((await auth.client().signInWithPassword({ email: person.email, password: 'another horse altogether' })).error).toBeNull()
  })
})
