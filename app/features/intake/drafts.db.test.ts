import { expect } from 'vitest'
import { readTrackedBooking } from '#app/features/booking/read-booking.server.ts'
import { TooManySubmits } from '#app/features/booking/refusals.ts'
import type { Visit } from '#app/platform/services.ts'
import { hours } from '#app/values/clock.ts'
import { hashOf, newToken } from '#app/values/ids.ts'
import { chores } from '#server/jobs.ts'
import { post, visitTo } from '#test/support/form-post.ts'
import { freshWorld, openPeers, readStored } from '#test/support/fresh.ts'
import { bookingBody, onOneEngine, type World } from '#test/support/world.ts'
import { trapName } from './booking-form/trap.ts'
import { type Draft, draftIdOf, newDraft, readDraft, saveDraft } from './drafts.server.ts'

const answersOf = (changes: Record<string, string> = {}) => ({ ...(bookingBody() as Record<string, string>), ...changes })
const save = ({ services }: Pick<World, 'services'>, draft: Draft) => saveDraft(services, newToken(), draft)

/** A draft with every question answered. */
async function completeDraft(world: World, changes: Record<string, string> = {}): Promise<Draft> {
  const draft = { ...newDraft(), answers: answersOf(changes) }
  await save(world, draft)
  return draft
}

const submit = (visit: Visit, draft: Draft, fields: Record<string, string> = {}) =>
  post(visit, { draft: draft.id, step: '4', go: 'submit', [trapName]: '', ...fields }, draft.id)

onOneEngine('A draft', (engine, test) => {
  test('keeps what was typed, right or wrong, to the last character', async (world) => {
    const typed = { name: ' <b>Zoë</b>\u0000 “😀” \ud800', phone: 'not yet', email: "x' or 1=1 --", description: 'two\nlines\u2028' }
    const draft = { ...newDraft(), answers: typed }
    await save(world, draft)
    expect(await readDraft(world.services, draft.id)).toEqual({ ...draft, savedAt: world.clock.now() })
  })

  test('is replaced by what is typed later, and stays one', async (world) => {
    const draft = newDraft()
    await save(world, { ...draft, answers: { name: 'A', phone: '1' } })
    await save(world, { ...draft, answers: { name: 'B' } })
    expect((await readDraft(world.services, draft.id))?.answers).toEqual({ name: 'B' })
    expect((await readStored(world.services)).bookingDrafts).toHaveLength(1)
  })

  test('is found by its id, and not by anyone who has only read the database', async (world) => {
    const draft = await completeDraft(world)
    const [row] = (await readStored(world.services)).bookingDrafts
    expect(row?.idHash).toBe(hashOf(draft.id))
    expect(JSON.stringify(row)).not.toContain(draft.id)
    for (const id of [undefined, '', String(row?.idHash), newToken(), draft.id.slice(1), `${draft.id} `, "' or 1=1 --", '%', '\u0000'])
      expect(await readDraft(world.services, id)).toBeUndefined()
  })

  test('is kept for 24 hours from the last time it was touched, then it is gone', async (world) => {
    const draft = await completeDraft(world)
    world.clock.advance(hours(20))
    await save(world, draft)
    const sweep = async () => {
      for (const chore of chores) await chore(world.services)
    }
    world.clock.advance(hours(24) - 1)
    await sweep()
    expect(await readDraft(world.services, draft.id)).toBeDefined()
    world.clock.advance(1)
    expect(await readDraft(world.services, draft.id)).toBeUndefined()
    await sweep()
    expect((await readStored(world.services)).bookingDrafts).toEqual([])
  })

  test.each([
    ['was never sent', false],
    ['became a booking', true],
  ])('whose day is over and which %s makes room for a new one in the same browser, swept or not', async (_, booked) => {
    const world = await freshWorld(engine)
    const old = await completeDraft(world, { name: 'Old Name' })
    if (booked) await submit(visitTo(world.services), old)
    world.clock.advance(hours(24))
    const answer = await post(visitTo(world.services), { step: '2', go: 'next', ...answersOf({ name: 'New Name' }) }, old.id)
    expect(answer).toMatchObject({ at: 'step', step: 3 })
    expect((await readDraft(world.services, answer.draft.id))?.answers).toMatchObject({ name: 'New Name' })
  })

  test('is limited to 60 posts a minute from one client', async (world) => {
    const results = await Promise.allSettled(Array.from({ length: 70 }, () => saveDraft(world.services, 'client', newDraft())))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(60)
    const draft = { ...newDraft(), answers: { name: 'Zoë' } }
    await expect(saveDraft(world.services, 'client', draft)).rejects.toBeInstanceOf(TooManySubmits)
    expect(await readDraft(world.services, draft.id)).toBeUndefined()
    // The visitor still sees what they typed.
    const answer = await post(visitTo(world.services), { step: '2', go: 'next', name: 'Zoë' })
    expect(answer).toMatchObject({ at: 'problem', step: 2, draft: { answers: { name: 'Zoë' } }, refusal: { status: 429 } })
    await saveDraft(world.services, 'another client', draft)
    world.clock.advance(60_000)
    await saveDraft(world.services, 'client', newDraft())
  })

  test('that has become a booking stays closed, whatever is saved into it afterwards', async (world) => {
    const draft = await completeDraft(world)
    const answer = await submit(visitTo(world.services), draft)
    if (answer.at !== 'booked') throw new Error('not booked')
    await save(world, draft)
    expect(await readDraft(world.services, draft.id)).toMatchObject({ answers: {}, confirmation: answer.trackingToken })
    const { bookingDrafts } = await readStored(world.services)
    expect(bookingDrafts).toMatchObject([{ answers: '{}' }])
    // Only the hash of a private link is stored.
    expect(JSON.stringify(bookingDrafts)).not.toContain(answer.trackingToken)
  })
})

onOneEngine('The form without JavaScript', (_, test) => {
  test('leads through its four steps to one booking, with what was typed in each', async (world) => {
    const visit = visitTo(world.services)
    const { name, phone, email, service, description, postcode } = answersOf()
    const first = await post(visit, { step: '1', go: 'next', serviceLevel: 'standard' })
    expect(first).toMatchObject({ at: 'step', step: 2 })
    const { id } = first.draft
    expect(await post(visit, { draft: id, step: '2', go: 'next', name, phone, email } as Record<string, string>)).toMatchObject({
      at: 'step',
      step: 3,
    })
    const third = await post(visit, { draft: id, step: '3', go: 'next', service, description, postcode } as Record<string, string>, id)
    expect(third).toMatchObject({ at: 'step', step: 4 })
    expect((await readStored(world.services)).bookings).toEqual([])
    const booked = await post(visit, { draft: id, step: '4', go: 'submit' }, id)
    if (booked.at !== 'booked') throw new Error(`not booked but ${JSON.stringify(booked)}`)
    const { booking } = await readTrackedBooking(world.services, booked.trackingToken)
    expect(booking).toMatchObject({ name, phone: '+447700900264', email, service, description, postcode, status: 'received' })
    expect((await readStored(world.services)).bookings).toHaveLength(1)
  })

  test('goes no further while a step is wrong, and says what', async (world) => {
    const visit = visitTo(world.services)
    const answer = await post(visit, { step: '2', go: 'next', name: 'A', phone: '07700', email: 'x' })
    expect(answer).toMatchObject({
      at: 'problem',
      step: 2,
      problems: {
        phone: 'Please enter a valid phone number. Enter a UK number, like 07700 900123.',
        email: 'Please enter a valid email address. Enter it in full, like name@example.com.',
      },
      draft: { answers: { name: 'A', phone: '07700', email: 'x' } },
    })
    expect(await post(visit, { draft: answer.draft.id, step: '2', go: 'previous' })).toMatchObject({ at: 'step', step: 1 })
  })

  test('cannot be sent by skipping to the last step', async (world) => {
    const answer = await post(visitTo(world.services), { step: '4', go: 'submit' })
    expect(answer).toMatchObject({ at: 'problem', problems: { name: expect.any(String) } })
    expect((await readStored(world.services)).bookings).toEqual([])
  })

  test('sent twice, by a double click or a reload, is one booking and the same confirmation', { races: true }, async (world) => {
    const draft = await completeDraft(world)
    const peers = openPeers(world, 3)
    const clicks = await Promise.all(Array.from({ length: 12 }, (_, each) => submit(visitTo(peers[each % 3] ?? world.services), draft)))
    const reload = await submit(visitTo(world.services), draft)
    const tokens = [...clicks, reload].map((answer) => (answer.at === 'booked' ? answer.trackingToken : JSON.stringify(answer)))
    expect(new Set(tokens).size).toBe(1)
    const { bookings, bookingDrafts } = await readStored(world.services)
    expect(bookings).toHaveLength(1)
    expect(bookingDrafts).toHaveLength(1)
  })

  test('opened afresh beside one that was sent is a new booking', async (world) => {
    const sent = await completeDraft(world)
    await submit(visitTo(world.services), sent)
    const fresh = await post(visitTo(world.services), { step: '2', go: 'next', ...answersOf({ name: 'Second Leak' }) }, sent.id)
    expect(fresh).toMatchObject({ at: 'step', step: 3 })
    expect(await submit(visitTo(world.services), fresh.draft)).toMatchObject({ at: 'booked' })
    expect((await readStored(world.services)).bookings.map(({ name }) => name).sort()).toEqual(['Priya Raman', 'Second Leak'])
  })

  test('keeps its answers through a limit, and is sent under the same key afterwards', async (world) => {
    for (let each = 0; each < 5; each++) await submit(visitTo(world.services), await completeDraft(world))
    const draft = await completeDraft(world, { name: 'Sixth Visitor' })
    expect(await submit(visitTo(world.services), draft)).toMatchObject({ at: 'problem', refusal: { status: 429 } })
    expect((await readDraft(world.services, draft.id))?.answers.name).toBe('Sixth Visitor')
    world.clock.advance(60_000)
    expect(await submit(visitTo(world.services), draft)).toMatchObject({ at: 'booked' })
  })

  test('offers the standard service where Red Line cannot be had, and books it', async (world) => {
    const draft = await completeDraft(world, { serviceLevel: 'redline' })
    expect(await submit(visitTo(world.services), draft)).toMatchObject({
      at: 'problem',
      step: 4,
      refusal: { code: 'payment_not_configured' },
    })
    expect((await readStored(world.services)).bookings).toEqual([])
    expect(await post(visitTo(world.services), { draft: draft.id, step: '4', go: 'standard' })).toMatchObject({ at: 'step', step: 4 })
    expect(await submit(visitTo(world.services), draft)).toMatchObject({ at: 'booked' })
    expect((await readStored(world.services)).bookings).toMatchObject([{ serviceLevel: 'standard', status: 'received' }])
  })

  test('marks a filled honeypot, and confirms as ever', async (world) => {
    expect(await submit(visitTo(world.services), await completeDraft(world), { [trapName]: 'Acme' })).toMatchObject({ at: 'booked' })
    expect((await readStored(world.services)).bookings).toMatchObject([{ suspectedSpam: 1 }])
  })

  test('takes files, books and unknown fields for what they are: nothing', async (world) => {
    const hostile = {
      name: new File(['x'], 'x.html'),
      description: 'x'.repeat(1_000_000),
      status: 'completed',
      ['__proto__']: 'x',
      step: '1e9',
      go: 'fly',
    }
    const answer = await post(visitTo(world.services), hostile, '../../etc/passwd')
    expect(answer.draft.id).toMatch(/^[\w-]{43}$/)
    const answers = (await readDraft(world.services, answer.draft.id))?.answers ?? {}
    expect(Object.keys(answers).sort()).toEqual(['description', 'name'])
    expect(answers.name).toBe('')
    expect(answers.description?.length).toBeLessThanOrEqual(5_000)
  })
})

onOneEngine('the form without JavaScript', (engine, test) => {
  const step1 = { step: '1', go: 'next', serviceLevel: 'standard' }
  const step2 = { step: '2', go: 'next', name: 'Priya Raman', phone: '07700 900264', email: 'priya.raman@example.com' }
  const step3 = { step: '3', go: 'next', service: 'Burst Pipe', postcode: 'E1 1FR' }
  const step4 = { step: '4', go: 'submit' }
  const send = ({ services }: World, fields: Record<string, string>, draft = '', cookieDraftId?: string) =>
    post(visitTo(services), { draft, ...fields }, cookieDraftId)

  const fillIn = async (world: World, emergency: Record<string, string>): Promise<string> => {
    const { draft } = await send(world, step1)
    await send(world, step2, draft.id)
    await send(world, { ...step3, ...emergency }, draft.id)
    return draft.id
  }

  test('as soon as possible still means now when midnight passes over the check of the answers', async () => {
    const world = await freshWorld(engine, { now: '2026-11-20T23:58:00.000Z' })
    const draftId = await fillIn(world, { preferredDate: '2026-11-20', timeSlot: 'ASAP' })
    world.clock.set('2026-11-21T00:02:00.000Z')
    expect((await send(world, step4, draftId)).at).toBe('booked')
    const booking = await world.services.db.selectFrom('bookings').selectAll().executeTakeFirstOrThrow()
    const promised = { promisedFrom: '2026-11-21T00:45:00.000Z', promisedUntil: '2026-11-21T01:30:00.000Z' }
    expect(booking).toMatchObject({ slotStartsAt: null, late: 0, ...promised })
  })

  test('a slot that began too soon while the answers were checked leads back to its step, with the words', async (world) => {
    const draftId = await fillIn(world, { preferredDate: '2026-11-20', timeSlot: '12:00 - 14:00' })
    world.clock.set('2026-11-20T10:31:00.000Z')
    const problems = { timeSlot: expect.stringMatching(/too soon/) }
    expect(await send(world, step4, draftId)).toMatchObject({ at: 'problem', step: 3, problems })
    expect(await world.services.db.selectFrom('bookings').selectAll().execute()).toEqual([])
  })

  test('keeps how the customer wants to hear from us; whatever else is sent means text and email', async (world) => {
    for (const contactBy of ['text', 'email', 'pigeon']) {
      const { draft } = await send(world, step1)
      // A refused step keeps it.
      await send(world, { ...step2, phone: '', contactBy }, draft.id)
      for (const step of [{ ...step2, contactBy }, step3, step4]) await send(world, step, draft.id)
    }
    const bookings = await world.services.db.selectFrom('bookings').select('contactBy').orderBy('id').execute()
    expect(bookings.map(({ contactBy }) => contactBy)).toEqual(['text', 'email', 'both'])
  })

  test('keeps nothing under an id that someone else put into the browser', async (world) => {
    const planted = 'A'.repeat(43)
    const request = (cookie: string) => new Request('https://www.plumbers.example/book', { headers: { cookie } })
    // A cookie set by another subdomain, or without https, can't have the prefix.
    expect(draftIdOf(request(`draft=${planted}`), 'https://www.plumbers.example')).toBeUndefined()
    expect(draftIdOf(request(`draft=${planted}; __Host-draft=mine`), 'https://www.plumbers.example')).toBe('mine')
    expect(draftIdOf(request('draft=mine'), 'http://localhost:3000')).toBe('mine')
    for (const hidden of ['', planted]) {
      const { draft } = await send(world, step2, hidden, planted)
      expect(draft.id).not.toBe(planted)
      expect(await readDraft(world.services, draft.id)).toMatchObject({ answers: { name: 'Priya Raman' } })
    }
    expect(await readDraft(world.services, planted)).toBeUndefined()
  })
})
