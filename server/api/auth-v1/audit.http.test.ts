// @module-tag never-again
import { expect, it } from 'vitest'
import { checkAuditChain } from '#app/platform/audit.ts'
import { newPerson, openAuth, signedUp } from '#test/support/auth.ts'
import { onOneEngine } from '#test/support/world.ts'

onOneEngine('The audit log', (engine) => {
  it('has an entry for each thing that happens to an account, and none with an address, a token or a password', async () => {
    const auth = await openAuth(engine)
    const { services } = auth.world
    const seen = new Set<string>()
    /** The entries added since the last call, as 'action by actor'. */
    async function news() {
      const entries = await services.db.selectFrom('auditLog').selectAll().orderBy('id').execute()
      const fresh = entries.filter(({ id }) => !seen.has(id))
      for (const { id } of fresh) seen.add(id)
      return fresh.map(({ action, actor }) => `${action} by ${/^[0-9a-f-]{36}$/.test(actor) ? 'user' : actor}`).sort()
    }

    const { client, person, session } = await signedUp(auth)
    expect(await news()).toEqual(['session.create by user', 'user.confirm by user', 'user.create by anybody'])
    await auth.client().signInWithPassword({ ...person, password: 'not this one' })
    await auth.client().signInWithPassword(newPerson())
    expect(await news()).toEqual(['session.refuse by anybody', 'session.refuse by anybody'])
    await auth.client().signUp({ email: person.email, password: 'somebody else again' })
    expect(await news()).toEqual(['user.sign-up-again by anybody'])
    await client.updateUser({ data: { town: 'London' } })
    expect(await news()).toEqual(['user.change-data by user'])
    const newPassword = 'a new one, not guessed'
    await client.updateUser({ password: newPassword })
    expect(await news()).toEqual(['user.change-password by user'])
    const to = newPerson().email
    await client.updateUser({ email: to })
    expect(await news()).toEqual(['user.ask-email-change by user'])
    for (const email of [person.email, to]) {
      const { token = '' } = await auth.letterTo(email, /Confirm you’re|new/)
      await client.verifyOtp({ token_hash: token, type: 'email_change' })
    }
    expect(await news()).toEqual(['session.create by user', 'session.end by user', 'user.change-email by user'])
    await auth.client().signInWithPassword({ email: to, password: newPassword })
    expect(await news()).toEqual(['session.create by user'])
    await client.signOut({ scope: 'others' })
    expect(await news()).toEqual(['session.end by user'])
    const first = (await client.getSession()).data.session?.refresh_token ?? ''
    await client.refreshSession()
    await client.refreshSession()
    expect(await news()).toEqual([])
    await auth.ask('/token?grant_type=refresh_token', { json: { refresh_token: first } })
    expect(await news()).toEqual(['session.end by system'])

    const text = JSON.stringify(await services.db.selectFrom('auditLog').selectAll().execute())
    const letters = await auth.letters()
    const secrets = [person.password, newPassword, session.access_token, session.refresh_token, first, ...letters.map(({ token }) => token)]
    for (const secret of secrets) if (secret) expect(text).not.toContain(secret)
    expect(text).not.toContain('@')
    expect(text).not.toContain('127.0.0.1')
    expect(await checkAuditChain(services)).not.toHaveProperty('broken')
  })
})
