import { expect, test } from 'vitest'
import { newUserRow } from '#app/features/accounts/create-user.server.ts'
import { paymentsOf } from '#app/features/payments/providers.server.ts'
import { createAnalyticsId } from '#app/platform/analytics-id.ts'
import { readWebhookTarget } from '#app/platform/read-webhook-target.ts'
import { createSecrets } from '#app/platform/secrets.ts'
import type { Services } from '#app/platform/services.ts'
import { readSettings, saveSetting } from '#app/platform/settings.ts'
import { newId } from '#app/values/ids.ts'
import { countOutcomes, freshWorld, openPeers, readStored } from '#test/support/fresh.ts'
import { openReceiver, verified } from '#test/support/receiver.ts'
import { onOneEngine, racing } from '#test/support/world.ts'
import { readSettingViews } from './read-settings.server.ts'
import { removeSetting, renewWebhookSecret, storeSetting } from './store-setting.server.ts'
import { testWebhook } from './test-webhook.server.ts'

type Viewer = Parameters<typeof storeSetting>[1]

async function signedInAs(services: Services, role: 'staff' | 'owner'): Promise<Viewer> {
  const user = newUserRow(services, { email: `${role}-${newId()}@example.com`, role })
  await services.db.insertInto('authUsers').values(user).execute()
  return { account: { user } } as unknown as Viewer
}

const zapier = 'https://hooks.zapier.com/hooks/catch/1/very-secret-path'
const environment = { WEBHOOK_URL: 'https://make.com/from-the-environment', WEBHOOK_SECRET: `whsec_${Buffer.alloc(32).toString('base64')}` }
const stripe = { STRIPE_SECRET_KEY: 'sk_test_0123456789abcdef', STRIPE_WEBHOOK_SECRET: 'whsec_0123456789abcdef' }

onOneEngine('A stored webhook', (engine) => {
  test('gets a signing secret that is told once, wins over the environment, and gives way to it when it is removed', async () => {
    const { services } = await freshWorld(engine)
    const owner = await signedInAs(services, 'owner')
    const first = await storeSetting(services, owner, { setting: 'webhook', value: zapier })
    expect(first).toEqual({ secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/) })
    expect(await readWebhookTarget(services, services.db)).toMatchObject({ url: zapier, secret: first.secret })
    expect(await storeSetting(services, owner, { setting: 'webhook', value: `${zapier}-2` })).toEqual({ secret: undefined })
    const renewed = await renewWebhookSecret(services, owner)
    expect(await readWebhookTarget(services, services.db)).toMatchObject({ url: `${zapier}-2`, secret: renewed })
    expect(renewed).not.toBe(first.secret)
    expect(JSON.stringify(await readSettingViews(services))).not.toContain('very-secret')
    await removeSetting(services, owner, 'webhook')
    expect(await readWebhookTarget(services, services.db)).toBeUndefined()
    const audit = await services.db.selectFrom('auditLog').select(['actor', 'action', 'subject', 'detail']).orderBy('id').execute()
    expect(audit.map(({ action, subject }) => `${action} ${subject}`)).toEqual([
      'setting.store webhookUrl',
      'setting.store webhookUrl',
      'setting.store webhookSecret',
      'setting.remove webhookUrl',
    ])
    expect(JSON.stringify(audit)).not.toMatch(/zapier|whsec/)
  })

  test('beside one of the environment keeps the environment’s secret until a new one is made', async () => {
    const { services } = await freshWorld(engine, { env: environment })
    const owner = await signedInAs(services, 'owner')
    expect(await storeSetting(services, owner, { setting: 'webhook', value: zapier })).toEqual({ secret: undefined })
    expect(await readWebhookTarget(services, services.db)).toMatchObject({ url: zapier, secret: environment.WEBHOOK_SECRET })
    await removeSetting(services, owner, 'webhook')
    expect((await readWebhookTarget(services, services.db))?.url).toBe(environment.WEBHOOK_URL)
  })

  test('is one, with one secret, when two owners store the first at the same moment', async () => {
    const world = await freshWorld(racing(engine))
    const owners = [await signedInAs(world.services, 'owner'), await signedInAs(world.services, 'owner')]
    const peers = openPeers(world, 2)
    const answers = await Promise.all(
      owners.map((owner, at) => storeSetting(peers[at] ?? world.services, owner, { setting: 'webhook', value: `${zapier}-${at}` })),
    )
    const { secret } = (await readWebhookTarget(world.services, world.services.db)) ?? {}
    // Only one of them is shown the secret, and it's the stored one.
    expect(answers.flatMap((answer) => answer.secret ?? [])).toEqual([secret])
    expect((await readStored(world.services)).settings).toHaveLength(2)
  })

  test('is refused if it breaks the rules, or if the user is not an owner: nothing is written', async () => {
    const { services } = await freshWorld(engine)
    const [owner, staff] = [await signedInAs(services, 'owner'), await signedInAs(services, 'staff')]
    expect(await storeSetting(services, owner, { setting: 'webhook', value: 'https://evil.example' })).toEqual({
      problem: 'Webhook domain not in allowed list',
    })
    const tries = [
      storeSetting(services, staff, { setting: 'webhook', value: zapier }),
      removeSetting(services, staff, 'webhook'),
      renewWebhookSecret(services, staff),
    ]
    expect(countOutcomes(await Promise.allSettled(tries))).toEqual({ AuthRefusal: 3 })
    expect((await readStored(services)).settings).toEqual([])
  })

  test('that cannot be kept says so in the specification’s words, and what was there stays', async () => {
    const { services } = await freshWorld(engine)
    const owner = await signedInAs(services, 'owner')
    await storeSetting(services, owner, { setting: 'webhook', value: zapier })
    const broken = {
      ...services.secrets,
      seal: () => {
        throw new Error('no key')
      },
    }
    const failing = storeSetting({ ...services, secrets: broken }, owner, { setting: 'webhook', value: `${zapier}-2` })
    await expect(failing).rejects.toThrow('Failed to store configuration securely')
    expect((await readSettings(services, services.db)).webhookUrl).toBe(zapier)
  })

  test('sealed under a key that is gone is shown as unreadable, and hides no other setting', async () => {
    const { services } = await freshWorld(engine)
    await saveSetting({ ...services, secrets: createSecrets(['another-key-0123456789abcdef0123456789']) }, 'webhookUrl', zapier)
    await saveSetting(services, 'analyticsId', 'G-AB12CD34EF')
    expect(await readSettingViews(services)).toEqual([
      { setting: 'webhook', shown: undefined, from: 'unreadable' },
      { setting: 'payment-link', shown: undefined, from: 'nowhere' },
      { setting: 'analytics', shown: 'G-AB12CD34EF', from: 'stored' },
    ])
  })
})

onOneEngine('A test delivery', (engine) => {
  test('arrives marked and signed, and tells the answer: status, time, the beginning of the body', async () => {
    const receiver = await openReceiver(202)
    const world = await freshWorld(engine)
    const owner = await signedInAs(world.services, 'owner')
    const stored = await storeSetting(world.services, owner, { setting: 'webhook', value: receiver.url })
    const result = await testWebhook(world.services, owner)
    expect(result).toEqual({ isDelivered: true, says: 'Answered 202', body: 'a body of no interest', tookMs: expect.any(Number) })
    const [delivery] = receiver.deliveries
    if (!delivery) throw new Error('nothing arrived')
    expect(verified(delivery, stored.secret ?? '', world.clock.now())).toMatchObject({ type: 'webhook.test', test: true })
    expect((await readStored(world.services)).jobs).toEqual([])
  })

  test('tells of a target that refuses, never ends or is gone', async () => {
    const world = await freshWorld(engine)
    const owner = await signedInAs(world.services, 'owner')
    const receiver = await openReceiver(500)
    await storeSetting(world.services, owner, { setting: 'webhook', value: receiver.url })
    expect(await testWebhook(world.services, owner)).toMatchObject({ isDelivered: false, says: 'Answered 500' })
    receiver.answer = 'endless body'
    const endless = await testWebhook(world.services, owner)
    expect(endless).toMatchObject({ isDelivered: true, body: expect.stringMatching(/^and then and then/) })
    expect(endless.body.length).toBeLessThanOrEqual(300)
    await receiver.close()
    expect(await testWebhook(world.services, owner)).toMatchObject({ isDelivered: false, says: expect.stringContaining('ECONNREFUSED') })
  })

  test('is bounded: ten in a minute', async () => {
    const receiver = await openReceiver()
    const { services } = await freshWorld(engine)
    const owner = await signedInAs(services, 'owner')
    await storeSetting(services, owner, { setting: 'webhook', value: receiver.url })
    for (let each = 0; each < 10; each++) await testWebhook(services, owner)
    await expect(testWebhook(services, owner)).rejects.toMatchObject({ code: 'over_request_rate_limit' })
    expect(receiver.deliveries).toHaveLength(10)
  })
})

onOneEngine('A stored payment link', (engine) => {
  test('is where Red Line is paid from the next checkout on, in place of the environment’s, and no more once removed', async () => {
    const { services } = await freshWorld(engine, { env: { ...stripe, STRIPE_PAYMENT_LINK: 'https://buy.stripe.com/environment' } })
    const owner = await signedInAs(services, 'owner')
    const payments = paymentsOf(services)
    const order = {
      checkoutId: newId(),
      reference: 'BK-7XKQ4MPR',
      item: { kind: 'fee' as const, name: 'Red Line priority fee' },
      amountPence: 2_999,
      email: 'priya@example.com',
      expiresAt: '2026-11-20T11:00:00.000Z',
      successUrl: 'http://localhost/payment-success',
      cancelUrl: 'http://localhost/',
    }
    const pageOf = async () => (await payments?.openCheckout(order, AbortSignal.timeout(5_000)))?.url.split('?')[0]
    expect(await pageOf()).toBe('https://buy.stripe.com/environment')
    await storeSetting(services, owner, { setting: 'payment-link', value: 'https://buy.stripe.com/stored' })
    expect(await pageOf()).toBe('https://buy.stripe.com/stored')
    await removeSetting(services, owner, 'payment-link')
    expect(await pageOf()).toBe('https://buy.stripe.com/environment')
  })
})

onOneEngine('A stored measurement id', (engine) => {
  test('is known here at once and elsewhere at the next look, tells once of each change, and gives way when it is removed', async () => {
    const world = await freshWorld(engine, { env: { ANALYTICS_MEASUREMENT_ID: 'G-ENVIRONMENT' } })
    const { services } = world
    const owner = await signedInAs(services, 'owner')
    const [peer = services] = openPeers(world, 1)
    const elsewhere = createAnalyticsId(peer)
    let told = 0
    elsewhere.onChange(() => void told++)
    await elsewhere.refresh()
    expect([services.analyticsId.current(), elsewhere.current(), told]).toEqual(['G-ENVIRONMENT', 'G-ENVIRONMENT', 0])
    await storeSetting(services, owner, { setting: 'analytics', value: 'G-STORED1234' })
    expect([services.analyticsId.current(), elsewhere.current()]).toEqual(['G-STORED1234', 'G-ENVIRONMENT'])
    await Promise.all([elsewhere.refresh(), elsewhere.refresh()])
    expect([elsewhere.current(), told]).toEqual(['G-STORED1234', 1])
    await removeSetting(services, owner, 'analytics')
    await elsewhere.refresh()
    expect([services.analyticsId.current(), elsewhere.current(), told]).toEqual(['G-ENVIRONMENT', 'G-ENVIRONMENT', 2])
  })

  test('that cannot be read leaves what was known', async () => {
    const { services } = await freshWorld(engine)
    await saveSetting(services, 'analyticsId', 'G-STORED1234')
    await services.analyticsId.refresh()
    await services.db.updateTable('settings').set({ sealedValue: 'x.y.z' }).execute()
    await services.analyticsId.refresh()
    expect(services.analyticsId.current()).toBe('G-STORED1234')
  })
})
