import { expect, test } from 'vitest'
import { freshWorld, openPeers, readStored } from '#test/support/fresh.ts'
import { onEachEngine, testSecret } from '#test/support/world.ts'
import { createSecrets } from './secrets.ts'
import { readSettings, saveSetting } from './settings.ts'

const url = 'https://hooks.zapier.com/hooks/catch/1/very-secret-path'

onEachEngine('A setting', (engine) => {
  test('is read back as it was saved last, by every instance, and absent until then', async () => {
    const world = await freshWorld(engine)
    const { services } = world
    expect(await readSettings(services, services.db)).toEqual({})
    await saveSetting(services, 'webhookUrl', 'https://make.com/old')
    await saveSetting(services, 'webhookUrl', url)
    await saveSetting(services, 'webhookSecret', 'whsec_Zoë 😀')
    const [peer = services] = openPeers(world, 1)
    expect(await readSettings(peer, peer.db)).toEqual({ webhookUrl: url, webhookSecret: 'whsec_Zoë 😀' })
  })

  test('stands in the database sealed: nothing of the value can be read there', async () => {
    const { services } = await freshWorld(engine)
    await saveSetting(services, 'webhookUrl', url)
    const [row] = (await readStored(services)).settings
    const sealed = String(row?.sealedValue)
    const readings = [sealed, ...sealed.split('.').flatMap((part) => ['base64', 'base64url', 'hex'].map((as) => decode(part, as)))]
    for (const reading of readings) for (const part of [url, 'zapier', 'secret-path']) expect(reading).not.toContain(part)
    await saveSetting(services, 'webhookUrl', url)
    // Sealing the same value twice gives different texts.
    expect((await readStored(services)).settings[0]?.sealedValue).not.toBe(sealed)
  })

  test('opens under a rotated key, and not without the key that sealed it', async () => {
    const { services } = await freshWorld(engine)
    await saveSetting(services, 'webhookUrl', url)
    const newKey = 'a-new-secret-0123456789abcdef0123456789ab'
    expect(await readSettings({ secrets: createSecrets([newKey, testSecret]) }, services.db)).toEqual({ webhookUrl: url })
    await expect(readSettings({ secrets: createSecrets([newKey]) }, services.db)).rejects.toThrow('SECRET_KEY')
  })

  test('that was moved to another name does not open', async () => {
    const { services } = await freshWorld(engine)
    await saveSetting(services, 'webhookUrl', url)
    const [row] = (await readStored(services)).settings
    const sealed = String(row?.sealedValue)
    const put = (name: string, sealedValue: string) =>
      services.db
        .insertInto('settings')
        .values({ name, sealedValue, updatedAt: '' })
        .onConflict((conflict) => conflict.column('name').doUpdateSet({ sealedValue }))
        .execute()
    await put('webhookSecret', sealed)
    await expect(readSettings(services, services.db)).rejects.toThrow()
  })
})

const decode = (text: string, as: string) => Buffer.from(text, as as BufferEncoding).toString('latin1')
