// @module-tag never-again
import { expect, it } from 'vitest'
import { newPerson, openAuth, signedUp } from '#test/support/auth.ts'
import { onEachEngine } from '#test/support/world.ts'

onEachEngine('Signing up', (engine) => {
  it('asks for the mail to be confirmed, then signs in; the link works once', async () => {
    const auth = await openAuth(engine)
    const person = newPerson()
    const client = auth.client()
    const signedUp = await client.signUp({ email: person.email, password: person.password, options: { data: { full_name: person.name } } })
    expect(signedUp.error).toBeNull()
    expect(signedUp.data.session).toBeNull()
    expect(signedUp.data.user).toMatchObject({ email: person.email, aud: 'authenticated', user_metadata: { full_name: person.name } })

    const early = await client.signInWithPassword(person)
    expect(early.error).toMatchObject({ status: 400, code: 'email_not_confirmed', message: 'Email not confirmed' })

    const letter = await auth.letterTo(person.email)
    expect(letter.type).toBe('signup')
    const confirmed = await client.verifyOtp({ token_hash: letter.token ?? '', type: 'signup' })
    expect(confirmed.error).toBeNull()
    expect(confirmed.data.user?.email_confirmed_at).toEqual(expect.any(String))
    const again = await client.verifyOtp({ token_hash: letter.token ?? '', type: 'signup' })
    expect(again.error).toMatchObject({ status: 403, code: 'otp_expired' })

    const signedIn = await auth.client().signInWithPassword(person)
    expect(signedIn.error).toBeNull()
    expect(signedIn.data.session).toMatchObject({ token_type: 'bearer', expires_in: 3600 })
  })
})

onEachEngine('A session', (engine) => {
  it('is refreshed, and its claims verify against the published keys', async () => {
    const auth = await openAuth(engine)
    const { client, session } = await signedUp(auth)
    const refreshed = await client.refreshSession()
    expect(refreshed.error).toBeNull()
    expect(refreshed.data.session?.refresh_token).not.toBe(session.refresh_token)
    const claims = await client.getClaims()
    expect(claims.error).toBeNull()
    expect(claims.data?.claims).toMatchObject({ sub: session.user.id, aal: 'aal1', role: 'authenticated' })
    expect(await client.signOut()).toEqual({ error: null })
  })
})
