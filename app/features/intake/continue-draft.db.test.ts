import { expect, it } from 'vitest'
import type { Visit } from '#app/platform/services.ts'
import { onOneEngine, openWorld, type World } from '#test/support/world.ts'
import { type Continued, continueDraft } from './continue-draft.server.ts'
import { draftIdOf } from './draft-cookie.server.ts'
import { readDraft } from './drafts.server.ts'

const post = async (world: World, fields: Record<string, string>, draftId = '', cookieDraftId?: string) => {
  const form = new FormData()
  for (const [name, value] of Object.entries({ draft: draftId, ...fields })) form.set(name, value)
  const visit: Visit = {
    services: world.services,
    cookies: null,
    clientKey: 'a visitor',
    userAgent: '',
    nonce: '',
    sameOrigin: true,
    isOnThisMachine: false,
    headers: {},
    scheme: 'http',
  }
  return continueDraft(visit, { form, cookieDraftId })
}
const step1 = { step: '1', go: 'next', serviceLevel: 'standard' }
const step2 = { step: '2', go: 'next', name: 'Priya Raman', phone: '07700 900264', email: 'priya.raman@example.com' }
const step3 = { step: '3', go: 'next', service: 'Burst Pipe', postcode: 'E1 1FR' }

const fillIn = async (world: World, emergency: Record<string, string>): Promise<Continued> => {
  const { draft } = await post(world, step1)
  await post(world, step2, draft.id)
  return post(world, { ...step3, ...emergency }, draft.id)
}

onOneEngine('the form without JavaScript', (engine) => {
  it('as soon as possible still means now when midnight passes over the check of the answers', async () => {
    const world = await openWorld(engine, { now: '2026-11-20T23:58:00.000Z' })
    const { draft } = await fillIn(world, { preferredDate: '2026-11-20', timeSlot: 'ASAP' })
    world.clock.set('2026-11-21T00:02:00.000Z')
    const sent = await post(world, { step: '4', go: 'submit' }, draft.id)
    expect(sent.at).toBe('booked')
    const booking = await world.services.db.selectFrom('bookings').selectAll().executeTakeFirstOrThrow()
    expect(booking).toMatchObject({
      slotStartsAt: null,
      late: 0,
      promisedFrom: '2026-11-21T00:45:00.000Z',
      promisedUntil: '2026-11-21T01:30:00.000Z',
    })
    await world.close()
  })

  it('a slot that began too soon while the answers were checked leads back to its step, with the words', async () => {
    const world = await openWorld(engine, { now: '2026-11-20T10:20:00.000Z' })
    const { draft } = await fillIn(world, { preferredDate: '2026-11-20', timeSlot: '12:00 - 14:00' })
    world.clock.set('2026-11-20T10:31:00.000Z')
    const sent = await post(world, { step: '4', go: 'submit' }, draft.id)
    expect(sent).toMatchObject({ at: 'problem', step: 3 })
    expect(sent.at === 'problem' && sent.problems.timeSlot).toMatch(/too soon/)
    expect(await world.services.db.selectFrom('bookings').selectAll().execute()).toEqual([])
    await world.close()
  })

  it('keeps how the customer wants to hear from us; whatever else is sent means text and email', async () => {
    const world = await openWorld(engine)
    for (const contactBy of ['text', 'email', 'pigeon']) {
      const { draft } = await post(world, step1)
      // A refused step keeps it.
      await post(world, { ...step2, phone: '', contactBy }, draft.id)
      await post(world, { ...step2, contactBy }, draft.id)
      await post(world, step3, draft.id)
      await post(world, { step: '4', go: 'submit' }, draft.id)
    }
    const bookings = await world.services.db.selectFrom('bookings').select('contactBy').orderBy('id').execute()
    expect(bookings.map(({ contactBy }) => contactBy)).toEqual(['text', 'email', 'both'])
    await world.close()
  })

  it('keeps nothing under an id that someone else put into the browser', async () => {
    const world = await openWorld(engine)
    const planted = 'A'.repeat(43)
    const request = (cookie: string) => new Request('https://www.plumbers.example/book', { headers: { cookie } })
    // A cookie set by another subdomain, or without https, can't have the prefix.
    expect(draftIdOf(request(`draft=${planted}`), 'https://www.plumbers.example')).toBeUndefined()
    expect(draftIdOf(request(`draft=${planted}; __Host-draft=mine`), 'https://www.plumbers.example')).toBe('mine')
    expect(draftIdOf(request('draft=mine'), 'http://localhost:3000')).toBe('mine')
    for (const hidden of ['', planted]) {
      const { draft } = await post(world, step2, hidden, planted)
      expect(draft.id).not.toBe(planted)
      expect(await readDraft(world.services, draft.id)).toMatchObject({ answers: { name: 'Priya Raman' } })
    }
    expect(await readDraft(world.services, planted)).toBeUndefined()
    await world.close()
  })

  it('a name of two lines cannot forge a line of the mail to staff', async () => {
    const world = await openWorld(engine)
    const { draft } = await post(world, step1)
    await post(world, { ...step2, name: 'Jo\nPhone: 0901 000 0000' }, draft.id)
    await post(world, step3, draft.id)
    await post(world, { step: '4', go: 'submit' }, draft.id)
    const booking = await world.services.db.selectFrom('bookings').select('name').executeTakeFirstOrThrow()
    expect(booking.name).toBe('Jo Phone: 0901 000 0000')
    await world.close()
  })
})
