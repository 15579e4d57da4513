import { describe, expect, it } from 'vitest'
import { newUserRow } from '#app/features/accounts/create-user.server.ts'
import { addChosen } from '#app/features/aftercare/chosen-messages.server.ts'
import { ownerGroup } from '#app/features/running/business-fields.ts'
import { changeBusiness } from '#app/features/running/change-business.server.ts'
import { removeSetting, storeSetting } from '#app/features/running/store-setting.server.ts'
import { createPosts } from '#app/features/site/create-post.server.ts'
import { emptyFields } from '#app/features/site/post-fields.ts'
import { defaultPublished } from '#content/published.ts'
import type { UserRole } from '#db/tables/accounts.ts'
import { freshWorld } from '#test/support/fresh.ts'
import { openInstance } from '#test/support/instance.ts'
import { testSecret } from '#test/support/world.ts'

/**
 * A server on PostgreSQL with its public pages cached, beside another instance, which is the test itself. `page`: the text of a
 * cached page.
 */
async function openBeside() {
  const { services, databaseUrl } = await freshWorld('postgres', { now: new Date().toISOString() })
  const { url } = await openInstance({ DATABASE_URL: String(databaseUrl), SECRET_KEY: testSecret, RATE_LIMIT_SCALE: '1000' })
  const page = async (path: string) => {
    const response = await fetch(url + path)
    return { text: await response.text(), headers: response.headers }
  }
  const keep = (path: string) => expect.poll(async () => (await page(path)).headers.get('etag')).toBeTruthy()
  const signedInAs = async (role: UserRole) => {
    const user = newUserRow(services, { email: `${role}@example.com`, role })
    await services.db.insertInto('authUsers').values(user).execute()
    return { account: { user } } as unknown as Parameters<typeof changeBusiness>[1]
  }
  return { services, page, keep, signedInAs, until: { timeout: 20_000, interval: 50 } }
}

describe('What another instance stores', () => {
  it('is in the public pages of a server within moments: the business, the measurement id, a post, a message of a customer', async () => {
    const { services, page, keep, signedInAs, until } = await openBeside()
    for (const path of ['/pricing', '/gas-emergency', '/blog']) await keep(path)
    expect((await page('/pricing')).text).toContain('£29.99')
    expect((await page('/gas-emergency')).text).not.toContain('G-STORED1234')

    const owner = await signedInAs('owner')
    const group = ownerGroup('fees', defaultPublished) ?? expect.fail()
    const typed = Object.fromEntries(group.fields.map(({ name, shown }) => [name, shown(defaultPublished)]))
    await changeBusiness(services, owner, { group, revision: 0, typed: { ...typed, redLineOnlinePence: '34.99' } })
    const price = async () => /£(?:29|34)\.99/.exec((await page('/pricing')).text)?.[0]
    await expect.poll(price, until).toBe('£34.99')
    expect((await page('/pricing')).text).not.toContain('£29.99')

    const measured = async () => {
      const { text, headers } = await page('/gas-emergency')
      const policy = headers.get('content-security-policy') ?? ''
      return [text.includes('content="G-STORED1234"'), policy.includes('https://www.googletagmanager.com')]
    }
    await storeSetting(services, owner, { setting: 'analytics', value: 'G-STORED1234' })
    await expect.poll(measured, until).toEqual([true, true])
    await removeSetting(services, owner, 'analytics')
    await expect.poll(measured, until).toEqual([false, false])

    await keep('/blog')
    const fields = {
      ...emptyFields,
      title: 'Frozen pipes',
      category: 'Winter',
      excerpt: 'First.',
      content: 'Turn it off.',
      published: true,
    }
    await createPosts(services, await signedInAs('staff'), [{ fields }])
    await expect.poll(async () => (await page('/blog')).text.includes('Frozen pipes'), until).toBe(true)

    await keep('/reviews')
    const said = {
      text: 'Heating’s on!',
      name: 'Amir',
      source: 'WhatsApp',
      saidOn: '2026-11-01',
      consentBy: 'Amir',
      consentOn: '2026-11-01',
    }
    const field = (name: string) => ({ ...said, consentHow: 'WhatsApp', consentContact: 'amir@example.com' })[name] ?? ''
    await addChosen(services, owner.account.user.id, 'message', field)
    await expect.poll(async () => (await page('/reviews')).text.includes(said.text), until).toBe(true)
  })
})
