// @module-tag never-again

import { createHmac } from 'node:crypto'
import { expect, it } from 'vitest'
import { readInbox, readUnreadCount } from '#app/features/desk/read-inbox.server.ts'
import { readUnmatchedTexts, settleUnmatchedText } from '#app/features/desk/unmatched-texts.server.ts'
import { openApp } from '#test/support/app.ts'
import { bookOne } from '#test/support/booked.ts'
import { openTwilio } from '#test/support/fake-twilio.ts'
import { onEachEngine } from '#test/support/world.ts'

onEachEngine('What the provider of texts sends', (engine) => {
  const customer = '+447700900321'
  const open = async () => {
    const twilio = await openTwilio()
    const { world, app } = await openApp(engine, { env: twilio.env })
    const { services } = world
    const sign = (url: string, fields: Record<string, string>, token = twilio.account.token) => {
      const signed = Object.keys(fields)
        .toSorted()
        .map((name) => name + fields[name])
        .join('')
      return createHmac('sha1', token)
        .update(url + signed)
        .digest('base64')
    }
    /** Posts a form as the provider does. `over`: what it was signed for, where that isn't what is sent. */
    const post = async (path: string, fields: Record<string, string>, over: { url?: string; fields?: object; token?: string } = {}) => {
      const signature = sign(over.url ?? `${services.config.siteUrl}${path}`, { ...fields, ...over.fields }, over.token)
      const response = await app.request(path, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-twilio-signature': signature },
        body: new URLSearchParams(fields).toString(),
      })
      return { status: response.status, text: await response.text() }
    }
    let sent = 0
    const text = (Body: string, more: Record<string, string> = {}) => {
      sent += 1
      return post('/functions/v1/texts', { From: customer, To: '+442079460000', Body, MessageSid: `SM${sent}`, ...more })
    }
    const send = (id: string) => services.texts.send({ id, to: customer, channel: 'sms', text: 'On our way' })
    return { twilio, world, app, services, post, text, send }
  }

  it('is refused unless it is signed for this address and these fields', async () => {
    const { post, send, services, app } = await open()
    await send('one')
    const path = '/functions/v1/text-receipts?id=one'
    const fields = { MessageSid: `SM${'1'.padStart(32, '0')}`, MessageStatus: 'delivered', To: customer }
    const forged = [
      { token: 'another' },
      { url: `${services.config.siteUrl}/functions/v1/text-receipts?id=two` },
      { url: `https://elsewhere.example${path}` },
      { fields: { MessageStatus: 'failed' } },
    ]
    for (const over of forged) expect(await post(path, fields, over)).toMatchObject({ status: 403 })
    expect((await app.request(path, { method: 'POST', body: new URLSearchParams(fields) })).status).toBe(403)
    const state = async () => (await services.db.selectFrom('sentTexts').select('state').executeTakeFirst())?.state
    expect(await state()).toBe('accepted')
    expect((await post(path, fields)).status).toBe(204)
    expect(await state()).toBe('delivered')
  })

  it('ends texts to a number and starts them again, for that number alone, and answers what the provider has not', async () => {
    const { text, send, twilio } = await open()
    expect((await text('Stop.', { OptOutType: 'STOP' })).text).not.toContain('<Message>')
    await expect(send('one')).rejects.toThrow('STOP')
    expect((await text(' START ')).text).toContain('<Message>')
    expect((await text('stop', { From: '+447700900999' })).text).toContain('<Message>')
    await send('two')
    expect(twilio.accepted).toHaveLength(1)
    expect((await text('help')).text).toContain('<Message>')
    // Part of a sentence is a message.
    expect((await text('Please stop at the blue door')).text).not.toContain('<Message>')
  })

  it('is a message on the open booking of its number, once, else an entry that staff deal with', async () => {
    const { text, services, world } = await open()
    await text('The gate code is 4711', { MessageSid: 'SMfirst' })
    await text('The gate code is 4711', { MessageSid: 'SMfirst' })
    const [unmatched, ...others] = await readUnmatchedTexts(services.db)
    expect([unmatched, others]).toMatchObject([{ phone: customer, text: 'The gate code is 4711' }, []])
    expect(await readUnreadCount(services.db)).toBe(1)
    await settleUnmatchedText(services, { textId: unmatched?.id ?? '', staffId: 'staff' })
    expect(await readUnmatchedTexts(services.db)).toEqual([])

    await bookOne(world, { phone: customer })
    for (let each = 0; each < 2; each++) await text('It’s coming through the ceiling', { MessageSid: 'SMsecond' })
    expect(await readInbox(services)).toMatchObject([{ text: 'It’s coming through the ceiling', unread: 1 }])
    expect(await readUnmatchedTexts(services.db)).toEqual([])
    // More than a booking takes in a minute is kept all the same.
    for (let each = 0; each < 8; each++) await text(`More ${each}`)
    const [thread] = await readInbox(services)
    expect((thread?.unread ?? 0) + (await readUnmatchedTexts(services.db)).length).toBe(9)
  })
})

it('Without a provider there is nothing to send texts to', async () => {
  const { app } = await openApp('sqlite')
  expect((await app.request('/functions/v1/texts', { method: 'POST', body: '' })).status).toBe(404)
})
