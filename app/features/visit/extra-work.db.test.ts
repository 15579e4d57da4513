// @module-tag never-again
import { expect } from 'vitest'
import { eraseBooking } from '#app/features/booking/erase-bookings.server.ts'
import { readBookingView } from '#app/features/desk/board-booking.server.ts'
import { readTrackView } from '#app/features/tracking/track-view.server.ts'
import { minutes, toInstant } from '#app/values/clock.ts'
import { hashOf, newId } from '#app/values/ids.ts'
import { startNowText, startNowTexts } from '#content/extra-work.ts'
import { type Booked, bookOne } from '#test/support/booked.ts'
import { freshWorld, openPeers } from '#test/support/fresh.ts'
import { mailsTo } from '#test/support/mails-to.ts'
import { engineer } from '#test/support/roster.ts'
import { onOneEngine, racing, type World } from '#test/support/world.ts'
import { startRequest } from './consent.ts'
import { decideByCustomer } from './decide-work.server.ts'
import { contentTextOf } from './extra-work.ts'
import { decideOnPhone, proposeExtraWork, withdrawExtraWork } from './extra-work-acts.server.ts'
import { readAgreedWorkOf, readExtraWorks } from './read-extra-work.server.ts'
import { readStatement } from './read-statement.server.ts'

const signature = 'M10 10L50 60L90 20'
const urgent = { name: 'New stopcock', kind: 'urgent', sum: '140' }
const other = { name: 'New kitchen tap', kind: 'other', sum: '95' }

/** A visit with the engineer on site, and the actions of engineer and customer on extra work. */
async function visitOf(world: World, changes: Record<string, unknown> = {}) {
  const { services } = world
  const engineerId = await engineer(world)
  const booked = await bookOne(world, changes)
  await booked.set({ engineerId })
  for (const status of ['assigned', 'en_route', 'arrived'] as const) await booked.become(status)
  const own = { bookingId: booked.id, engineerId, userId: 'dan' }
  const works = async () => readExtraWorks(services.db, await booked.read())
  const latest = async () => (await works()).at(-1)
  return {
    booked,
    own,
    works,
    async propose(typed: Record<string, string>) {
      const key = newId()
      await proposeExtraWork(services, { ...own, key }, (name) => typed[name] ?? '')
      return (await works()).find(({ id }) => id === key) ?? expect.fail('nothing was proposed')
    },
    onPage: async (answer: 'agree' | 'decline', more: Record<string, unknown> = {}, by = services) =>
      decideByCustomer(
        by,
        { bookingId: booked.id, actor: 'customer', clientKey: newId() },
        {
          ...{ workId: (await latest())?.id ?? '', seenHash: (await latest())?.contentHash ?? '', answer },
          ...{ name: 'Priya Raman', agreesToPrice: true, ...startRequest(startNowText), ...more },
        },
      ),
    onPhone: async (answer: 'agree' | 'decline', typed: Record<string, string> = {}) => {
      const fields: Record<string, string> = {
        ...{ work: (await latest())?.id ?? '', seenHash: (await latest())?.contentHash ?? '', signer: 'Priya Raman', signature },
        ...{ price: 'yes', start: startNowText, ...typed },
      }
      await decideOnPhone(services, own, (name) => fields[name] ?? '', answer)
    },
  }
}

const mostOf = async ({ services }: World, booked: Booked) => (await readStatement(services.db, await booked.read())).mostPence

const mailsOf = async (world: World) =>
  (await mailsTo(world, 'priya.raman@example.com')).filter(({ subject }) => /extra work/i.test(subject))

onOneEngine('Extra work', (engine, test) => {
  test('raises the most that is paid by exactly its sum once it is agreed, is emailed, and is in the history', async (world) => {
    const visit = await visitOf(world)
    const before = await mostOf(world, visit.booked)
    await visit.propose(urgent)
    expect(await mostOf(world, visit.booked)).toBe(before)
    expect((await mailsOf(world)).map(({ subject }) => subject.split(' (')[0])).toEqual(['Your engineer suggests extra work: up to £140'])
    const { mark: marked, mostPence, mostWithPence } = await readTrackView(world.services, visit.booked.token, { step: 'overview' })
    expect([mostPence, ...Object.values(mostWithPence)]).toEqual([before, before + 14_000])
    world.clock.advance(minutes(2))
    await visit.onPage('agree')
    expect((await readTrackView(world.services, visit.booked.token, { step: 'overview' })).mark).not.toBe(marked)
    expect(await mostOf(world, visit.booked)).toBe(before + 14_000)
    expect((await readAgreedWorkOf(world.services.db, [visit.booked.id])).get(visit.booked.id)).toMatchObject([
      { name: 'New stopcock', amountPence: 14_000, partsPence: 14_000, agreedAt: toInstant(world.clock.now()) },
    ])
    const told = (await mailsOf(world)).at(-1)
    expect(told?.subject).toMatch(/^Extra work agreed: up to £140/)
    expect(told?.message).toContain('no 14-day legal right to cancel')
    const { history, money } = await readBookingView(world.services, visit.booked.id)
    expect(history.map(({ by, what }) => `${by} ${what}`)).toContain(
      'The customer agreed to extra work: New stopcock, up to £140, as Priya Raman',
    )
    expect(money.statement.lines).toContainEqual({ label: 'Extra work: New stopcock', figure: '£140.00' })
    // On a free return visit nothing is added to it.
    const isAtCost = async () => (await readTrackView(world.services, visit.booked.token, { step: 'overview' })).isAtCost
    expect(await isAtCost()).toBe(true)
    await visit.booked.set({ estimatePence: 0, frozenTerms: JSON.stringify({ capPence: 0 }) })
    expect(await isAtCost()).toBe(false)
  })

  test('agreed on the engineer’s phone needs name and signature, and keeps both with when it was signed', async (world) => {
    const visit = await visitOf(world)
    const { id } = await visit.propose(urgent)
    for (const [typed, field] of [
      [{ signature: '' }, `signature-${id}`],
      [{ signature: '<svg onload=alert(1)>' }, `signature-${id}`],
      [{ signature: `M1 1${'L2 2'.repeat(2_000)}` }, `signature-${id}`],
      [{ signer: ' ' }, `signer-${id}`],
    ] as const)
      await expect(visit.onPhone('agree', typed)).rejects.toMatchObject({ code: 'invalid', fields: { [field]: expect.any(String) } })
    await visit.onPhone('agree', { signer: '<script>alert(1)</script> Priya' })
    expect(await visit.works()).toMatchObject([{ state: 'agreed', way: 'engineer_phone', signature, decidedBy: 'dan' }])
    expect(JSON.stringify(await visit.works())).not.toContain('<script')
  })

  test('that is not the urgent repair needs two ticks, and is emailed with the right to cancel and its form', async (world) => {
    const visit = await visitOf(world)
    const { id } = await visit.propose(other)
    await expect(visit.onPage('agree', { asksToStart: false })).rejects.toMatchObject({ fields: { [`start-${id}`]: expect.any(String) } })
    await expect(visit.onPage('agree', { agreesToPrice: false })).rejects.toMatchObject({ fields: { [`price-${id}`]: expect.any(String) } })
    expect(await mostOf(world, visit.booked)).toBe(14_250)
    await visit.onPage('agree')
    const startAskedAt = toInstant(world.clock.now())
    expect(await visit.works()).toMatchObject([{ state: 'agreed', startAskedAt, startText: startNowText }])
    for (const { message } of await mailsOf(world)) expect(message).toContain('hereby give notice')
  })

  test('is stored and emailed with the request to start as it was worded on the page, and without words that no page has', async (world) => {
    const visit = await visitOf(world)
    const [, earlier] = startNowTexts
    const { id } = await visit.propose(other)
    await expect(visit.onPhone('agree', { start: 'Start, and charge me nothing.' })).rejects.toMatchObject({
      fields: { [`start-${id}`]: expect.any(String) },
    })
    await visit.onPhone('agree', { start: earlier })
    await visit.propose({ ...other, sum: '96' })
    await visit.onPhone('agree', { start: 'yes' })
    expect(await visit.works()).toMatchObject([{ startText: earlier }, { startText: null, startAskedAt: expect.any(String) }])
    const mails = (await mailsOf(world)).filter(({ subject }) => subject.startsWith('Extra work agreed'))
    const mailAbout = (sum: string) => mails.find(({ subject }) => subject.includes(sum))?.message
    expect(mailAbout('£95')).toContain(earlier)
    expect(mailAbout('£96')).not.toContain('in these words')
  })

  test('that was changed meanwhile, declined, withdrawn or is of another booking cannot be agreed to; agreed twice is once', async (world) => {
    const visit = await visitOf(world)
    const stranger = await visitOf(world, { email: 'olu@example.com', phone: '07700 900222' })
    const first = await visit.propose(urgent)
    const seen = { workId: first.id, seenHash: first.contentHash }
    await expect(visit.onPage('agree', { seenHash: 'x' })).rejects.toMatchObject({ code: 'work_refused' })
    await expect(stranger.onPage('agree', seen)).rejects.toMatchObject({ code: 'not_found' })
    await expect(decideOnPhone(world.services, { ...stranger.own, bookingId: visit.booked.id }, () => '', 'agree')).rejects.toMatchObject({
      code: 'not_found',
    })
    await withdrawExtraWork(world.services, visit.own, () => first.id)
    await expect(visit.onPage('agree', seen)).rejects.toMatchObject({ message: expect.stringContaining('changed or withdrawn') })
    const second = await visit.propose({ ...urgent, sum: '150' })
    await visit.onPage('decline')
    await visit.onPage('decline')
    await expect(visit.onPage('agree')).rejects.toMatchObject({ message: expect.stringContaining('declined') })
    await expect(withdrawExtraWork(world.services, visit.own, () => second.id)).rejects.toMatchObject({ code: 'work_refused' })
    expect(await mostOf(world, visit.booked)).toBe(14_250)
    await visit.propose(urgent)
    await visit.onPage('agree')
    await visit.onPage('agree')
    await visit.onPhone('agree')
    await expect(visit.onPage('decline')).rejects.toMatchObject({ code: 'work_refused' })
    expect(await mostOf(world, visit.booked)).toBe(28_250)
    expect((await mailsOf(world)).filter(({ subject }) => subject.startsWith('Extra work agreed'))).toHaveLength(1)
  })

  test('is agreed in the words that an older version of the page shows, and keeps those', async (world) => {
    const visit = await visitOf(world)
    const work = await visit.propose(urgent)
    const lines = [{ label: 'Fixed price', amountPence: 14_000 }]
    const shown = (changes = {}) => ({ seenHash: '', seenText: contentTextOf(work.id, { ...work, lines, ...changes }) })
    await expect(visit.onPhone('agree', shown({ amountPence: 13_000 }))).rejects.toMatchObject({ code: 'work_refused' })
    await visit.onPhone('agree', shown())
    expect(await visit.works()).toMatchObject([{ state: 'agreed', lines, contentHash: hashOf(shown().seenText) }])
    expect((await mailsOf(world)).at(-1)?.message).toContain('Fixed price')
  })

  test('is suggested and agreed only while the engineer is there', async (world) => {
    const visit = await visitOf(world)
    await visit.propose(urgent)
    await visit.booked.become('completed')
    expect(await visit.works()).toMatchObject([{ state: 'expired' }])
    await expect(visit.onPage('agree')).rejects.toMatchObject({ message: expect.stringContaining('visit is over') })
    await expect(visit.onPhone('agree')).rejects.toMatchObject({ code: 'work_refused' })
    await expect(visit.propose(other)).rejects.toMatchObject({ code: 'work_refused' })
    expect(await mostOf(world, visit.booked)).toBe(14_250)
    expect(await mailsOf(world)).toEqual([])
  })

  test('pressed on page and phone at the same time is agreed once, and agreed and declined together is one of both', async () => {
    const world = await freshWorld(racing(engine))
    const visit = await visitOf(world)
    await visit.propose(urgent)
    const peers = openPeers(world, 4)
    await Promise.all(peers.map((peer) => visit.onPage('agree', {}, peer)))
    expect(await mostOf(world, visit.booked)).toBe(28_250)
    await visit.propose(other)
    const results = await Promise.allSettled(peers.map((peer, at) => visit.onPage(at % 2 ? 'agree' : 'decline', {}, peer)))
    const [, second] = await visit.works()
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
    expect(await mostOf(world, visit.booked)).toBe(second?.state === 'agreed' ? 37_750 : 28_250)
  })

  test('keeps its sum and loses who agreed with the erasure of its booking', async ({ world, services }) => {
    const visit = await visitOf(world)
    await visit.propose({ ...urgent, description: 'By the cot in Mia’s room' })
    await visit.onPhone('agree')
    await visit.booked.become('completed')
    await services.db.transaction().execute((tx) => eraseBooking(services, tx, visit.booked.id))
    expect(await visit.works()).toMatchObject([{ description: '', signerName: '', signature: '', amountPence: 14_000, state: 'agreed' }])
    expect(await mostOf(world, visit.booked)).toBe(28_250)
  })
})
