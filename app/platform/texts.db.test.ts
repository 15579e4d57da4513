import { describe, expect, it } from 'vitest'
import { openTwilio } from '#test/support/fake-twilio.ts'
import { freshWorld, openPeers } from '#test/support/fresh.ts'
import { onEachEngine } from '#test/support/world.ts'
import { PermanentFailure, RetryLater } from './job-failures.ts'
import { takeReceipt } from './text-receipts.ts'
import { segmentsOf, withoutTypography } from './text-segments.ts'
import { createTexts, mostTextsADay, mostUnprovenADay, readTextsOfMonth } from './texts.ts'

describe('A text', () => {
  it.each([
    ['a'.repeat(160), 'gsm', 1],
    ['a'.repeat(161), 'gsm', 2],
    ['£'.repeat(160), 'gsm', 1],
    // Two places each, never split: 76 in a part of 153.
    ['€'.repeat(80), 'gsm', 1],
    ['€'.repeat(153), 'gsm', 3],
    ['’'.repeat(70), 'unicode', 1],
    [`${'a'.repeat(70)}’`, 'unicode', 2],
    ['\u{1f6bf}'.repeat(35), 'unicode', 1],
  ] as const)('has the segments that a network bills: %s', (text, alphabet, count) => {
    expect(segmentsOf(text)).toEqual({ alphabet, count })
  })

  it('without typography is in the GSM alphabet, and keeps the letters of names', () => {
    expect(segmentsOf(withoutTypography('We’re on our way – ‘20 minutes’…')).alphabet).toBe('gsm')
    expect(withoutTypography('Zoë Şahin')).toBe('Zoë Şahin')
  })
})

onEachEngine('Texts through a provider', (engine) => {
  const phone = '+447700900123'
  const open = async () => {
    const twilio = await openTwilio()
    const world = await freshWorld(engine, { env: twilio.env })
    twilio.clock.now = () => world.clock.now().getTime()
    const { texts, db } = world.services
    const send = (id = 'one', text = 'We’re on our way') => texts.send({ id, to: phone, channel: 'sms', text })
    const row = (id = 'one') => db.selectFrom('sentTexts').selectAll().where('id', '=', id).executeTakeFirst()
    return { twilio, world, send, row, db }
  }

  it.each(['accept and hang up', 'accept and fail', 'hang up', 'fail', 'too many'] as const)(
    'are sent once if the first try meets ‘%s’',
    async (mood) => {
      const { twilio, world, send, row } = await open()
      twilio.moods.push(mood)
      await expect(send()).rejects.toThrow()
      // Too early to know: the provider's list may lag behind.
      const isSettled = mood === 'too many'
      if (!isSettled) await expect(send()).rejects.toBeInstanceOf(RetryLater)
      world.clock.advance(21_000)
      await send()
      await send()
      expect(twilio.accepted).toMatchObject([{ to: phone, body: 'We’re on our way' }])
      expect(await row()).toMatchObject({ providerId: twilio.accepted[0]?.sid, segments: 1 })
    },
  )

  it('are tried again if nothing listens, and are never found in another’s text', async () => {
    const { twilio, world, send, row } = await open()
    await send('other', 'Something else')
    twilio.moods.push('hang up')
    await expect(send()).rejects.toThrow()
    world.clock.advance(21_000)
    await send()
    expect(twilio.accepted.map(({ body }) => body)).toEqual(['Something else', 'We’re on our way'])
    expect(await row()).toMatchObject({ state: 'accepted' })
  })

  it('are found though hundreds have gone to the number since', async () => {
    const { twilio, world, send } = await open()
    twilio.moods.push('accept and fail')
    await expect(send()).rejects.toThrow()
    const [first] = twilio.accepted
    for (let each = 0; each < 300; each++) if (first) twilio.accepted.push({ ...first, body: `Job ${each}`, sid: `SM${each}` })
    world.clock.advance(21_000)
    await send()
    expect(twilio.asked()).toBe(1)
  })

  it('to a number that takes none are given up, and the number is marked until one arrives', async () => {
    const { twilio, world, send, row, db } = await open()
    twilio.moods.push({ refuse: 21614 })
    await expect(send()).rejects.toBeInstanceOf(PermanentFailure)
    expect(await row()).toMatchObject({ state: 'failed', errorCode: 21614 })
    const mark = () => db.selectFrom('textNumbers').selectAll().where('phone', '=', phone).executeTakeFirst()
    expect(await mark()).toMatchObject({ errorCode: 21614, stoppedAt: null })
    await send('two')
    const receipt = { id: 'two', providerId: twilio.accepted[0]?.sid ?? '', phone }
    // Doubled and out of order.
    for (const state of ['sent', 'delivered', 'delivered', 'sent', 'failed'] as const)
      await takeReceipt(world.services, { ...receipt, state })
    expect(await row('two')).toMatchObject({ state: 'delivered' })
    expect(await mark()).toMatchObject({ failedAt: null })
    // Another message's id, or an id of no text, changes nothing.
    expect(await takeReceipt(world.services, { ...receipt, providerId: 'SMother', state: 'failed' })).toBe(false)
    expect(await takeReceipt(world.services, { ...receipt, id: 'none', state: 'failed' })).toBe(false)
  })

  it('of a month are counted as far as the provider charges for them', async () => {
    const { twilio, world, send } = await open()
    await send('one')
    await send('two', 'a'.repeat(161))
    twilio.moods.push({ refuse: 21614 })
    await expect(send('three')).rejects.toThrow()
    expect(await readTextsOfMonth(world.services)).toEqual({ texts: 2, segments: 3 })
    world.clock.set('2026-12-01T00:00:00.000Z')
    expect(await readTextsOfMonth(world.services)).toEqual({ texts: 0, segments: 0 })
  })

  it('are no more than a number’s and the day’s, however many are asked for at the same moment on several instances', async () => {
    const { twilio, world } = await open()
    const instances = openPeers(world, 3).map(createTexts)
    const send = (each: number) => instances[each % 3]?.send({ id: `text ${each}`, to: phone, channel: 'sms', text: 'We’re on our way' })
    const results = await Promise.allSettled(Array.from({ length: 3 * mostTextsADay.number }, (_, each) => send(each)))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(mostTextsADay.number)
    expect(twilio.accepted).toHaveLength(mostTextsADay.number)
  })

  it('about bookings that anyone can have made stop earlier, for a number and in all', async () => {
    const { world, send, db, twilio } = await open()
    const sendUnproven = (id: string, to: string) => world.services.texts.send({ id, to, channel: 'sms', text: id, isUnproven: true })
    for (let each = 0; each < mostUnprovenADay.number; each++) await sendUnproven(`text ${each}`, phone)
    await expect(sendUnproven('one more', phone)).rejects.toThrow('too many')
    await db.updateTable('textCounts').set({ count: mostUnprovenADay.all }).where('numberKey', '=', '').execute()
    await expect(sendUnproven('another', '+447700900124')).rejects.toThrow('used up')
    await send()
    expect(twilio.accepted).toHaveLength(mostUnprovenADay.number + 1)
  })
})
