import { expect, test } from 'vitest'
import { pushKey } from '#app/platform/push.ts'
import { colleague } from '#test/support/colleague.ts'
import { openPushService, vapidOf } from '#test/support/push-service.ts'
import { onEachEngine, openWorld, type World } from '#test/support/world.ts'
import type { SignedIn } from './authenticate.server.ts'
import { pushTo, readSubscriptions, subscribe } from './push-subscriptions.server.ts'

const alert = { title: 'New job: Burst Pipe', body: 'E1, today 2.15pm to 3pm', path: '/engineer', about: 'a'.repeat(36) }
const ttlSeconds = 600

async function signedInAs({ services, clock }: World, role: 'staff' | 'owner' | 'customer'): Promise<SignedIn> {
  const id = await colleague({ services, clock }, 'Zoë', role as 'staff')
  const user = await services.db.selectFrom('authUsers').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  return { account: { user } } as SignedIn
}

onEachEngine('Alerts', (engine) => {
  test('reach the one browser that they are encrypted for, signed with the key that it subscribed with', async ({ onTestFinished }) => {
    const world = await openWorld(engine)
    onTestFinished(world.close)
    const { services } = world
    const push = await openPushService()
    const [browser, staff] = [push.browser(), await signedInAs(world, 'staff')]
    const [siteKey, again] = await Promise.all([pushKey(services), pushKey(services)])
    expect(again).toBe(siteKey)
    await subscribe(services, staff, { subscription: browser.subscription }, 'Mozilla/5.0 (Linux; Android 16) Chrome/149.0 Mobile')
    const userId = staff.account.user.id
    const [device] = await readSubscriptions(services.db, userId)
    expect(device).toMatchObject({ device: 'Chrome on Android', lastSentAt: null })

    expect(await pushTo(services, { device: device?.id ?? '', userId }, alert, { ttlSeconds })).toBe('sent')
    expect(browser.alerts()).toEqual([alert])
    const [sent] = browser.pushes()
    expect(sent?.headers).toMatchObject({ ttl: '600', urgency: 'high', topic: 'a'.repeat(32), 'content-encoding': 'aes128gcm' })
    await expect(vapidOf(sent as never, { siteKey, audience: push.url })).resolves.toMatchObject({ sub: expect.stringMatching(/^mailto:/) })

    push.answer = 500
    await expect(pushTo(services, { device: device?.id ?? '', userId }, alert, { ttlSeconds })).rejects.toThrow('answered 500')
    expect((await readSubscriptions(services.db, userId))[0]?.failedAt).not.toBeNull()
    for (const gone of [404, 410]) {
      push.answer = gone
      await subscribe(services, staff, { subscription: browser.subscription }, '')
      const [own] = await readSubscriptions(services.db, userId)
      expect(await pushTo(services, { device: own?.id ?? '', userId }, alert, { ttlSeconds })).toBe('gone')
      expect(await readSubscriptions(services.db, userId)).toEqual([])
    }
  })

  test('are for the devices of engineers and staff, ten each, renewed by those who know their secret', async ({ onTestFinished }) => {
    const world = await openWorld(engine, { env: { DEV_TOOLS: 'off' } })
    onTestFinished(world.close)
    const { services } = world
    const { keys } = (await openPushService()).browser().subscription
    const { keys: otherKeys } = (await openPushService()).browser().subscription
    const at = (name: string) => ({ endpoint: `https://fcm.googleapis.com/fcm/send/${name}`, keys })
    const [zoe, dan, customer] = await Promise.all([signedInAs(world, 'staff'), signedInAs(world, 'owner'), signedInAs(world, 'customer')])
    const take = (who: SignedIn | undefined, subscription: object, was?: object) => subscribe(services, who, { subscription, was }, '')
    for (const endpoint of [
      'https://127.0.0.1/x',
      'http://127.0.0.1:9/x',
      'https://10.0.0.8/x',
      'http://fcm.googleapis.com/x',
      'https://example.com/x',
    ])
      await expect(take(zoe, { endpoint, keys })).rejects.toMatchObject({ code: 'invalid_subscription' })
    await expect(take(zoe, { ...at('a'), keys: { ...keys, p256dh: 'A'.repeat(87) } })).rejects.toMatchObject({ status: 400 })
    await expect(take(customer, at('a'))).rejects.toMatchObject({ code: 'not_staff' })
    await expect(take(undefined, at('a'))).rejects.toMatchObject({ code: 'session_not_found' })

    const devicesOf = async ({ account }: SignedIn) => (await readSubscriptions(services.db, account.user.id)).length
    await take(zoe, at('a'))
    // Someone who knows its address, but not its secret.
    await expect(take(dan, { ...at('a'), keys: otherKeys })).rejects.toMatchObject({ status: 400 })
    await expect(take(undefined, at('b'), { endpoint: at('a').endpoint, auth: otherKeys.auth })).rejects.toMatchObject({ status: 401 })
    expect(await devicesOf(zoe)).toBe(1)
    // The browser renewed it: it is still hers.
    await take(undefined, at('b'), { endpoint: at('a').endpoint, auth: keys.auth })
    expect(await services.db.selectFrom('pushSubscriptions').select(['userId', 'endpoint']).execute()).toEqual([
      { userId: zoe.account.user.id, endpoint: at('b').endpoint },
    ])
    for (const name of 'cdefghijk') await take(zoe, at(name))
    await expect(take(zoe, at('l'))).rejects.toMatchObject({ code: 'too_many_devices' })
    // The same browser, with another of us signed in.
    await take(dan, at('b'))
    expect([await devicesOf(zoe), await devicesOf(dan)]).toEqual([9, 1])
  })
})
