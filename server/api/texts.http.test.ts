// @module-tag never-again

import { expect, it } from 'vitest'
import { readBookingView } from '#app/features/desk/board-booking.server.ts'
import { readEnquiries, readRinging, settleEnquiry } from '#app/features/desk/enquiries.server.ts'
import { escalate } from '#app/features/desk/escalate.server.ts'
import { readBoardMark } from '#app/features/desk/read-board.server.ts'
import { readInbox, readUnreadCount } from '#app/features/desk/read-inbox.server.ts'
import { assignEngineer } from '#app/features/dispatch/assign-engineer.server.ts'
import { cancelByStaff } from '#app/features/dispatch/cancel-by-staff.server.ts'
import type { Engine } from '#app/platform/database.ts'
import { enqueue, runDueJobs } from '#app/platform/jobs.ts'
import { limits } from '#app/platform/limits.ts'
import { segmentsOf } from '#app/platform/text-segments.ts'
import { days, hours, later, minutes, toInstant } from '#app/values/clock.ts'
import { newId } from '#app/values/ids.ts'
import { retention } from '#content/retention.ts'
import { chores, jobHandlers } from '#server/jobs.ts'
import { openApp } from '#test/support/app.ts'
import { type Booked, bookOne } from '#test/support/booked.ts'
import { openTwilio } from '#test/support/fake-twilio.ts'
import { onEachEngine } from '#test/support/world.ts'

const customer = '+447700900321'
const open = async (engine: Engine, env = {}) => {
  const twilio = await openTwilio()
  const { world, app } = await openApp(engine, { env: { ...twilio.env, ...env } })
  const { services } = world
  /** Posts a form as the provider does. `over`: the signed content, if it differs from the sent one. */
  const post = async (path: string, fields: Record<string, string>, over: { url?: string; fields?: object; token?: string } = {}) => {
    const signature = twilio.sign(over.url ?? `${services.config.siteUrl}${path}`, { ...fields, ...over.fields }, over.token)
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

onEachEngine('What the provider of texts sends', (engine) => {
  it('is refused unless it is signed for this address and these fields', async () => {
    const { post, send, services, app } = await open(engine)
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

  it('sends the email once instead of a text that failed or was refused, to customers who chose texts alone', async () => {
    const { twilio, world, services, post } = await open(engine)
    twilio.clock.now = () => world.clock.now().getTime()
    const phones = ['07700 900501', '07700 900502', '07700 900503']
    const [alone, both, refused] = await Promise.all(
      (['text', 'both', 'text'] as const).map((contactBy, at) => bookOne(world, { contactBy, phone: phones[at] })),
    )
    const run = () => runDueJobs(services, jobHandlers)
    await run()
    const cancel = async (booked: Booked | undefined) => {
      if (!booked) throw new Error('No booking')
      const act = { bookingId: booked.id, staffId: 'staff', seen: await booked.seen() }
      await cancelByStaff(services, { ...act, reason: 'We have no parts for it.' })
      await run()
    }
    const emails = async (booked: Booked | undefined) => {
      const jobs = await services.db.selectFrom('jobs').select(['kind', 'about', 'state']).execute()
      return jobs.filter(({ kind, about }) => kind === 'customer-change' && about === booked?.id).map(({ state }) => state)
    }
    await cancel(alone)
    await cancel(both)
    twilio.moods.push({ refuse: 21610 })
    await cancel(refused)
    expect([await emails(alone), await emails(both), await emails(refused)]).toEqual([[], ['done'], ['done']])
    // Receipts arrive twice, and late.
    for (const { sid, to, body, receiptUrl } of twilio.accepted.filter((each) => each.body.includes('sorry')))
      for (const MessageStatus of ['undelivered', 'sent', 'undelivered', 'delivered', 'failed']) {
        const path = receiptUrl.replace(services.config.siteUrl, '')
        expect([body, await post(path, { MessageSid: sid, MessageStatus, ErrorCode: '30003', To: to })]).toMatchObject([
          body,
          { status: 204 },
        ])
      }
    await run()
    expect([await emails(alone), await emails(both), await emails(refused)]).toEqual([['done'], ['done'], ['done']])
    expect((await readBookingView(services, alone?.id ?? '')).numberProblem).toContain('07700 900501')
    // Each was texted once about its booking, and no number that failed is texted again the same day.
    expect(twilio.accepted.map(({ to }) => to).toSorted()).toEqual([1, 1, 2, 2, 3].map((each) => `+44770090050${each}`))
  })

  it('leaves a text to staff if there is no email, and emails after ten minutes without an answer', async () => {
    const { twilio, world, services } = await open(engine)
    const booked = await bookOne(world, { contactBy: 'text', phone: '07700 900504' })
    const other = await bookOne(world, { contactBy: 'text', phone: '07700 900505' })
    await runDueJobs(services, jobHandlers)
    const late = { bookingId: booked.id, missed: ['window' as const], creditPence: 5_000, feeRefundPence: 0 }
    await services.db.updateTable('bookings').set({ email: '' }).where('id', '=', booked.id).execute()
    const jobs = [late, { ...late, bookingId: other.id }].map((payload) => ({ kind: 'customer-late-text', payload }))
    await services.db.transaction().execute((tx) => enqueue(tx, world.clock.now(), jobs))
    twilio.moods.push({ refuse: 21614 }, ...Array.from({ length: 30 }, () => 'fail' as const))
    for (let minute = 0; minute < 12; minute++) {
      await runDueJobs(services, jobHandlers)
      world.clock.advance(minutes(1))
    }
    await runDueJobs(services, jobHandlers)
    const done = await services.db.selectFrom('jobs').select(['kind', 'about', 'state']).where('kind', 'like', 'customer-late%').execute()
    expect(done.map(({ kind, about, state }) => `${about === other.id ? 'other' : 'first'} ${kind} ${state}`).toSorted()).toEqual([
      'first customer-late-text dead',
      'other customer-late done',
      'other customer-late-text done',
    ])
    expect((await readBookingView(services, booked.id)).undelivered).toMatchObject({ isText: true })
  })

  it('ends texts to a number and starts them again, for that number alone, and answers what the provider has not', async () => {
    const { text, send, twilio } = await open(engine)
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
    const { text, services, world } = await open(engine)
    await text('The gate code is 4711', { MessageSid: 'SMfirst' })
    await text('The gate code is 4711', { MessageSid: 'SMfirst' })
    const [unmatched, ...others] = (await readEnquiries(services.db)).texts
    expect([unmatched, others]).toMatchObject([{ call: customer, text: 'The gate code is 4711' }, []])
    expect(await readUnreadCount(services)).toBe(1)
    await settleEnquiry(services, { enquiryId: unmatched?.id ?? '', staffId: 'staff' })
    expect((await readEnquiries(services.db)).texts).toEqual([])

    await bookOne(world, { phone: customer })
    for (let each = 0; each < 2; each++) await text('It’s coming through the ceiling', { MessageSid: 'SMsecond' })
    expect(await readInbox(services)).toMatchObject([{ text: 'It’s coming through the ceiling', unread: 1 }])
    expect((await readEnquiries(services.db)).texts).toEqual([])
    // Messages beyond a booking's limit per minute are kept too.
    for (let each = 0; each < 8; each++) await text(`More ${each}`)
    const [thread] = await readInbox(services)
    expect((thread?.unread ?? 0) + (await readEnquiries(services.db)).texts.length).toBe(9)
    world.clock.advance(days(retention.enquiryDays))
    for (const chore of chores) await chore(services)
    expect(await services.db.selectFrom('enquiries').select('id').execute()).toEqual([])
  })
})

onEachEngine('What the provider of calls asks and reports', (engine) => {
  /** A dangerous booking: one engineer is called for it. */
  const openCall = async () => {
    const opened = await open(engine)
    const { world, services, twilio } = opened
    const now = world.clock.now()
    const engineer = { id: 'dan', name: 'Dan Okoro', phone: '+447700900101', gasSafeNumber: null, base: '', createdAt: toInstant(now) }
    await services.db
      .insertInto('engineers')
      .values({ ...engineer, retiredAt: null })
      .execute()
    const shift = { id: 'shift', engineerId: 'dan', startsAt: later(now, -hours(1)), endsAt: later(now, hours(9)) }
    await services.db.insertInto('shifts').values(shift).execute()
    const booked = await bookOne(world, { description: 'The ceiling is about to come down' })
    world.clock.advance(minutes(5))
    await escalate(services)
    await runDueJobs(services, jobHandlers)
    const { url = '', stateUrl = '' } = twilio.placed[0] ?? {}
    const step = (path: string, Digits?: string, over = {}) =>
      opened.post(path.replace(services.config.siteUrl, ''), { CallSid: 'CA1', ...(Digits && { Digits }) }, over)
    /** The address to which the next key is reported. */
    const nextIn = (twiml: string) => (/action="([^"]+)"/.exec(twiml)?.[1] ?? '').replaceAll('&amp;', '&')
    const end = (CallStatus: string) => opened.post(stateUrl.replace(services.config.siteUrl, ''), { CallSid: 'CA1', CallStatus })
    const attempt = () => services.db.selectFrom('reachAttempts').selectAll().where('channel', '=', 'call').executeTakeFirstOrThrow()
    return { ...opened, booked, url, step, nextIn, end, attempt }
  }

  it('tells the job once a key is pressed, and gives it to the engineer who presses 1, once', async () => {
    const { booked, url, step, nextIn, end, attempt, twilio } = await openCall()
    expect(twilio.placed).toMatchObject([{ to: '+447700900101' }])
    const first = await step(url)
    expect(first.text).toContain('You have a job offer')
    expect(/<Say[^>]*>([^<]*)/.exec(first.text)?.[1]).not.toMatch(/Burst|E1|Tower|ceiling/i)
    const told = await step(nextIn(first.text), '5')
    expect(told.text).toMatch(/Ceiling may fall, Burst Pipe, in E1\./)
    for (const personal of ['Priya', '900264', '1FR']) expect(told.text).not.toContain(personal)
    expect((await booked.read()).engineerId).toBeNull()
    const accept = nextIn(told.text)
    for (let each = 0; each < 2; each++) expect((await step(accept, '1')).text).toContain('The job is yours')
    expect(await booked.read()).toMatchObject({ status: 'assigned', engineerId: 'dan' })
    expect((await end('completed')).status).toBe(204)
    expect(await attempt()).toMatchObject({ outcome: 'accepted' })
  })

  it('gives it to no one by a forged request, without a key, by an offer that ended, or by an accept that is sent again', async () => {
    const { booked, url, step, nextIn, end, attempt, services } = await openCall()
    expect((await step(url, undefined, { token: 'another' })).status).toBe(403)
    // A machine that sends a tone before anything was asked.
    expect((await step(url, '1')).text).toContain('Press any key')
    // Voicemail: it listens, and the provider asks for the next step without a key.
    const heard = nextIn((await step(url)).text)
    expect((await step(heard)).text).toContain('Goodbye')
    const accept = nextIn((await step(heard, '1')).text)
    for (const over of [{ token: 'another' }, { fields: { Digits: '2' } }, { url: `${url}2` }])
      expect((await step(accept, '1', over)).status).toBe(403)
    expect((await step(accept)).text).toContain('Goodbye')
    expect((await step(accept, '2')).text).toContain('haven’t taken')
    expect((await booked.read()).engineerId).toBeNull()
    await step(accept, '1')
    const { engineerId } = await booked.read()
    expect(engineerId).toBe('dan')
    await assignEngineer(services, { bookingId: booked.id, staffId: 'staff', engineerId: null, seen: await booked.seen() })
    expect((await step(accept, '1')).text).toContain('This offer has ended')
    expect((await step(heard, '1')).text).toContain('This offer has ended')
    expect((await booked.read()).engineerId).toBeNull()
    await end('no-answer')
    expect(await attempt()).toMatchObject({ outcome: 'accepted' })
  })

  it.each([
    ['completed', 'no_key'],
    ['no-answer', 'no_answer'],
    ['busy', 'busy'],
    ['failed', 'failed'],
  ])('keeps how it ended: %s', async (status, outcome) => {
    const { end, attempt, step, url, nextIn, booked } = await openCall()
    const heard = nextIn((await step(url)).text)
    await end('in-progress')
    expect((await attempt()).endedAt).toBeNull()
    await end(status)
    expect(await attempt()).toMatchObject({ outcome, endedAt: expect.any(String) })
    expect((await step(heard, '1')).text).toContain('This offer has ended')
    expect((await booked.read()).engineerId).toBeNull()
  })
})

onEachEngine('With a WhatsApp sender', (engine) => {
  const phone = '+447700900701'
  const openWhatsapp = async () => {
    const template = `HX${'1'.repeat(32)}`
    const opened = await open(engine, { WHATSAPP_FROM: '+442079460001', WHATSAPP_TEMPLATES: `confirmation=${template}` })
    const { world, services, twilio } = opened
    twilio.clock.now = () => world.clock.now().getTime()
    const run = () => runDueJobs(services, jobHandlers)
    const ways = () => twilio.accepted.map(({ to, contentSid }) => [to, contentSid])
    const receipt = ({ sid, to, receiptUrl }: (typeof twilio.accepted)[number], MessageStatus: string, ErrorCode = '') =>
      opened.post(receiptUrl.replace(services.config.siteUrl, ''), { MessageSid: sid, MessageStatus, ErrorCode, To: to })
    const cancel = async (booked: Booked) => {
      await cancelByStaff(services, {
        ...{ bookingId: booked.id, staffId: 'staff', seen: await booked.seen() },
        reason: 'We have no parts for it.',
      })
      await run()
    }
    return { ...opened, template, run, ways, receipt, cancel }
  }

  it('texts go there by an approved template, or in any words for a day after the customer wrote, else as ordinary texts', async () => {
    const { world, template, run, ways, twilio, text, cancel, services } = await openWhatsapp()
    const [first, second] = [await bookOne(world, { contactBy: 'text', phone }), await bookOne(world, { contactBy: 'text', phone })]
    // It was accepted, but the answer was lost: it is found in the provider's list by its values, and isn't sent again.
    twilio.moods.push('accept and hang up', 'accept')
    await run()
    world.clock.advance(minutes(1))
    await run()
    expect(ways()).toEqual([
      [`whatsapp:${phone}`, template],
      [`whatsapp:${phone}`, template],
    ])
    expect(twilio.accepted[0]?.from).toBe('whatsapp:+442079460001')
    await cancel(first)
    expect(ways().at(-1)).toEqual([phone, undefined])
    await text('Where are you?', { From: `whatsapp:${phone}` })
    expect(await readInbox(services)).toMatchObject([{ text: 'Where are you?' }])
    await cancel(second)
    expect(ways().at(-1)).toEqual([`whatsapp:${phone}`, undefined])
    await text('STOP', { From: `whatsapp:${phone}` })
    await bookOne(world, { contactBy: 'text', phone })
    await run()
    expect(ways()).toHaveLength(4)
  })

  it('a number that isn’t there gets the ordinary text, once, whether that is said at once or by a receipt, and those after it', async () => {
    const { world, services, template, run, ways, receipt, twilio } = await openWhatsapp()
    twilio.moods.push({ refuse: 63003 })
    await bookOne(world, { contactBy: 'text', phone: '+447700900702' })
    await run()
    expect(ways()).toEqual([['+447700900702', undefined]])
    await bookOne(world, { contactBy: 'text', phone })
    await run()
    expect(ways().at(-1)).toEqual([`whatsapp:${phone}`, template])
    const sent = twilio.accepted.at(-1)
    for (let each = 0; each < 2; each++) if (sent) await receipt(sent, 'undelivered', '63024')
    await run()
    expect(ways().slice(2)).toEqual([[phone, undefined]])
    expect(await services.db.selectFrom('textNumbers').select('phone').where('failedAt', 'is not', null).execute()).toEqual([])
    await bookOne(world, { contactBy: 'text', phone })
    await run()
    expect(ways().at(-1)).toEqual([phone, undefined])
  })
})

onEachEngine('A call to us', (engine) => {
  const openDesk = async () => {
    const opened = await open(engine, { CALLS_TO: '+442079460003', RATE_LIMIT_SCALE: '0.05' })
    const { services, post, twilio } = opened
    const call = (fields: Record<string, string>, over = {}) =>
      post('/functions/v1/incoming-calls', { CallSid: 'CA1', From: customer, CallStatus: 'ringing', ...fields }, over)
    const run = () => runDueJobs(services, jobHandlers)
    const texted = async () => {
      await run()
      return twilio.accepted.map(({ to }) => to)
    }
    const missed = async () => (await readEnquiries(services.db)).calls
    return { ...opened, call, run, texted, missed }
  }

  it('that no one answers is texted the link once, and is in the inbox until it is dealt with, however its reports come', async () => {
    const { services, call, texted, missed, twilio } = await openDesk()
    for (const over of [
      { token: 'another' },
      { fields: { From: '+447700900999' } },
      { url: 'https://elsewhere.example/functions/v1/texts' },
    ])
      expect(await call({ CallStatus: 'no-answer' }, over)).toMatchObject({ status: 403 })
    expect(await missed()).toEqual([])
    const ringing = await call({})
    expect(ringing.text).toContain('>+442079460003</Number>')
    expect(await readRinging(services)).toMatchObject([{ phoneText: '07700 900321' }])
    const mark = await readBoardMark(services)
    // Doubled, and out of order: the machine that said sorry completed the call itself.
    const reports: Record<string, string>[] = [
      { CallStatus: 'completed' },
      { DialCallStatus: 'no-answer', CallStatus: 'in-progress' },
      {},
      { CallStatus: 'completed' },
    ]
    for (const report of [...reports, ...reports]) await call(report)
    expect(await readRinging(services)).toEqual([])
    expect(await readBoardMark(services)).not.toBe(mark)
    expect(await missed()).toMatchObject([{ call: customer, count: 1 }])
    expect(await readUnreadCount(services)).toBe(1)
    await Promise.all(Array.from({ length: 5 }, () => call({ CallSid: 'CA2', CallStatus: 'busy' })))
    expect(await texted()).toEqual([customer])
    expect(twilio.accepted[0]?.body).toContain(`${services.config.siteUrl}/book`)
    expect(segmentsOf(twilio.accepted[0]?.body ?? '').count).toBe(1)
    const [entry] = await missed()
    expect(entry).toMatchObject({ count: 2 })
    await settleEnquiry(services, { enquiryId: entry?.id ?? '', staffId: 'staff' })
    expect(await missed()).toEqual([])
    for (const report of reports) await call(report)
    expect(await missed()).toEqual([])
  })

  it('is settled by the next one that is answered, in which nothing more is texted', async () => {
    const { call, texted, missed } = await openDesk()
    await call({ CallStatus: 'no-answer' })
    await call({ CallSid: 'CA2' })
    await call({ CallSid: 'CA9', ParentCallSid: 'CA2', CallStatus: 'in-progress' })
    expect([await missed(), await texted()]).toEqual([[], []])
  })

  it('by the customer of an open booking is a message on it, once, without a text of its own', async () => {
    const { world, services, call, run, twilio, missed } = await openDesk()
    await bookOne(world, { phone: customer })
    await run()
    const before = twilio.accepted.length
    for (let each = 0; each < 2; each++) await call({ CallStatus: 'failed' })
    await run()
    expect(await readInbox(services)).toMatchObject([{ unread: 1, text: expect.stringContaining('Missed call at') }])
    expect([await missed(), twilio.accepted.length]).toEqual([[], before])
  })

  it('isn’t texted to a landline, a number that is withheld, no number or said STOP, nor more often than the caps allow', async () => {
    const { services, call, texted, missed, text, twilio } = await openDesk()
    twilio.clock.now = () => services.clock.now().getTime()
    await text('STOP')
    const senders = [customer, '+442079460018', '+266696687', 'anonymous', '<b>x</b>', '+449012345678', '+252612345678', '']
    for (const [at, From] of senders.entries()) await call({ From, CallSid: `CA${at}`, CallStatus: 'canceled' })
    expect(await texted()).toEqual([])
    const entries = await missed()
    expect(entries.map(({ phoneText, count, call: back }) => [phoneText, count, back])).toEqual([
      ['', 4, undefined],
      ['+252612345678', 1, undefined],
      ['0901 234 5678', 1, undefined],
      ['020 7946 0018', 1, '+442079460018'],
      ['07700 900321', 1, customer],
    ])
    const most = limits.missedCallTexts.turns * services.config.rateLimitScale
    const flood = Array.from({ length: 110 }, (_, each) => `+44770090${1_000 + each}`)
    for (const From of flood.slice(0, most + 3)) await call({ From, CallSid: `CA${From}`, CallStatus: 'no-answer' })
    expect((await texted()).length).toBe(most)
    const rest = flood.slice(most + 3).map((phone) => ({ id: newId(), providerKey: phone, at: toInstant(services.clock.now()), phone }))
    await services.db
      .insertInto('enquiries')
      .values(rest.map((row) => ({ ...row, kind: 'missed' as const, text: '' })))
      .execute()
    expect(await readEnquiries(services.db)).toMatchObject({ calls: { length: 100 }, moreCalls: flood.length + entries.length - 100 })
    expect(await readUnreadCount(services)).toBe(flood.length + entries.length)
    const texts = flood.map((phone) => ({ id: newId(), providerKey: `text ${phone}`, at: toInstant(services.clock.now()), phone }))
    await services.db
      .insertInto('enquiries')
      .values(texts.map((row) => ({ ...row, kind: 'text' as const, text: 'Hello' })))
      .execute()
    expect(await readEnquiries(services.db)).toMatchObject({ texts: { length: 100 }, moreTexts: texts.length - 100 })
  })
})

it('Without a provider there is nothing to send texts to', async () => {
  const { app } = await openApp('sqlite')
  expect((await app.request('/functions/v1/texts', { method: 'POST', body: '' })).status).toBe(404)
})
