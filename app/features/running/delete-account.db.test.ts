import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { authenticate } from '#app/features/accounts/authenticate.server.ts'
import { eraseEndedBookings } from '#app/features/booking/erase-bookings.server.ts'
import { readTrackedBooking } from '#app/features/booking/read-booking.server.ts'
import { BookingNotFound, KeyReused } from '#app/features/booking/refusals.ts'
import { newDraft, saveDraft } from '#app/features/intake/drafts.server.ts'
import { submitBooking } from '#app/features/intake/submit-booking.server.ts'
import { cancelBooking } from '#app/features/tracking/cancel-booking.server.ts'
import { messageStaff } from '#app/features/tracking/message-staff.server.ts'
import { checkAuditChain } from '#app/platform/audit.ts'
import type { Services } from '#app/platform/services.ts'
import { minutes } from '#app/values/clock.ts'
import { type AuthWorld, newPerson, openAuth, signedUp } from '#test/support/auth.ts'
import { bookOne } from '#test/support/booked.ts'
import { countOutcomes, openPeers, submissionOf } from '#test/support/fresh.ts'
import { bookingBody, onOneEngine, racing } from '#test/support/world.ts'
import { deleteAccount } from './delete-account.server.ts'

const caller = { clientKey: 'client', userAgent: 'node' }

/** A signed-in user. */
async function member(auth: AuthWorld, person = newPerson()) {
  const { client, session } = await signedUp(auth, person)
  const signedIn = await authenticate(auth.world.services, `Bearer ${session.access_token}`)
  return { person, client, signedIn, id: signedIn.account.user.id, token: session.access_token }
}

/** A user's visit, from the form to completion. */
async function visited(auth: AuthWorld, email: string) {
  const details = { address: '12 Commercial Street', accessNotes: 'Code 4711', siteContact: 'Ask for Sam', vulnerableOccupant: true }
  const booked = await bookOne(auth.world, { email, name: 'Priya Raman', ...details })
  const message = { bookingId: booked.id, actor: 'customer', clientKey: 'client', idempotencyKey: undefined }
  await messageStaff(auth.world.services, { ...message, text: 'The cat is called Ahab' })
  await booked.become('completed')
  await auth.letters()
  return booked
}

/** All rows of all tables except rate limit counts and the server's keys. */
async function rowsOf({ db }: Services): Promise<[string, unknown[]][]> {
  const tables = (await db.introspection.getTables())
    .map(({ name }) => name)
    .filter((name) => !/^(kysely_|rate_limits|signing_keys)/.test(name))
  return Promise.all(
    tables.map(async (name): Promise<[string, unknown[]]> => {
      const { rows } = await sql<object>`select * from ${sql.table(name)}`.execute(db)
      return [name, rows.map((row) => JSON.stringify(row)).sort()]
    }),
  )
}

/** The tables that contain this text. */
const tablesWith = async (services: Services, text: string) =>
  (await rowsOf(services)).flatMap(([name, rows]) => (JSON.stringify(rows).toLowerCase().includes(text.toLowerCase()) ? [name] : []))

onOneEngine('Deleting an account', (engine) => {
  // erased-everywhere.db.test.ts proves that nothing of the person is found afterwards.
  test('ends every sign-in, keeps of bookings that are over what the books need, and sends a last email', async () => {
    const auth = await openAuth(engine)
    const { services } = auth.world
    const person = newPerson()
    const booked = await visited(auth, person.email)
    const before = await booked.read()
    await saveDraft(services, 'client', { ...newDraft(), answers: { email: ` ${person.email.toUpperCase()} `, name: 'Priya Raman' } })
    const { signedIn, id, token, client } = await member(auth, person)
    await deleteAccount(services, caller, signedIn, 'delete ')
    expect([await tablesWith(services, person.email), await tablesWith(services, before.reference)]).toEqual([[], ['bookings']])
    const kept = [
      'id',
      'reference',
      'status',
      'service',
      'serviceLevel',
      'borough',
      'promisedFrom',
      'estimatePence',
      'frozenTerms',
    ] as const
    const after = await booked.read()
    for (const field of kept) expect(after[field]).toBe(before[field])
    expect(after).toMatchObject({ name: 'Deleted customer', vulnerableOccupant: 0 })
    expect((await booked.history()).map(({ note, toStatus }) => [toStatus, note])).toEqual([
      ['received', ''],
      ['completed', ''],
    ])
    await expect(readTrackedBooking(services, booked.token)).rejects.toThrow(BookingNotFound)
    expect((await auth.ask('/user', { bearer: token })).json).toMatchObject({ code: 'user_not_found' })
    expect((await client.refreshSession()).data.session).toBeNull()
    const { text, subject } = await auth.letterTo(person.email)
    expect(subject).toBe('Your account is deleted')
    expect(text).not.toMatch(/https?:|still have/)
    const log = await services.db.selectFrom('auditLog').selectAll().where('action', '=', 'user.delete').execute()
    expect(log).toMatchObject([{ actor: id, subject: id, detail: '{"openBookings":0}' }])
    expect(await checkAuditChain(services)).not.toHaveProperty('broken')
  })

  test('leaves a visit that is to come as it is until it is over; then a chore does the rest', async () => {
    const auth = await openAuth(engine)
    const { services } = auth.world
    const { person, signedIn } = await member(auth)
    const booked = await bookOne(auth.world, { email: person.email, address: '12 Commercial Street' })
    await deleteAccount(services, caller, signedIn, 'DELETE')
    expect((await auth.letterTo(person.email, /deleted/)).text).toContain('You still have one booking.')
    expect(await eraseEndedBookings(services)).toBe(0)
    expect(await readTrackedBooking(services, booked.token)).toMatchObject({
      booking: { address: '12 Commercial Street', email: person.email },
    })
    await booked.become('completed')
    expect(await eraseEndedBookings(services)).toBe(1)
    expect(await booked.read()).toMatchObject({ name: 'Deleted customer', address: '', email: '' })
    await expect(readTrackedBooking(services, booked.token)).rejects.toThrow(BookingNotFound)
    expect(await eraseEndedBookings(services)).toBe(0)
  })

  test('leaves a booking until staff have been told that it is cancelled, and takes a message that comes in later', async () => {
    const auth = await openAuth(engine)
    const { services } = auth.world
    const { person, signedIn } = await member(auth)
    const booked = await bookOne(auth.world, { email: person.email, address: '12 Commercial Street' })
    await auth.letters()
    await cancelBooking(services, { ...(await booked.wish()), toldPence: 0 })
    await deleteAccount(services, caller, signedIn, 'DELETE')
    const message = { bookingId: booked.id, actor: 'customer', clientKey: 'client', idempotencyKey: undefined, text: 'The other number' }
    for (const [told, text] of [
      [/cancelled/i, '12 Commercial Street'],
      [/message/i, message.text],
    ] as const) {
      if (text === message.text) await messageStaff(services, message)
      expect(await eraseEndedBookings(services)).toBe(0)
      expect((await auth.letterTo('desk@localhost', told)).text).toContain(text)
      expect(await eraseEndedBookings(services)).toBe(1)
      expect(await tablesWith(services, text)).toEqual([])
    }
  })

  test('refuses a copy of an erased booking that waited on a device: it is neither answered nor booked again', async () => {
    const auth = await openAuth(engine)
    const { services } = auth.world
    const { person, signedIn } = await member(auth)
    const submission = submissionOf({ body: bookingBody({ email: person.email }), idempotencyKey: 'the same key' })
    await submitBooking(services, submission)
    await services.db.updateTable('bookings').set({ status: 'completed' }).execute()
    await auth.letters()
    await deleteAccount(services, caller, signedIn, 'DELETE')
    await expect(submitBooking(services, submission)).rejects.toThrow(KeyReused)
    expect(await services.db.selectFrom('bookings').select('name').execute()).toEqual([{ name: 'Deleted customer' }])
  })

  test('wants the word, and a proof of the last ten minutes', async () => {
    const auth = await openAuth(engine)
    const { services, clock } = auth.world
    const { signedIn } = await member(auth)
    await expect(deleteAccount(services, caller, signedIn, '')).rejects.toMatchObject({ code: 'not_confirmed' })
    clock.advance(minutes(10) + 1_000)
    await expect(deleteAccount(services, caller, signedIn, 'DELETE')).rejects.toMatchObject({ code: 'reauthentication_needed' })
    expect(await services.db.selectFrom('authUsers').select('id').execute()).toHaveLength(1)
  })

  test('is refused to a session that was ended meanwhile', async () => {
    const auth = await openAuth(engine)
    const { services } = auth.world
    const { signedIn, client } = await member(auth)
    await client.signOut({ scope: 'global' })
    await expect(deleteAccount(services, caller, signedIn, 'DELETE')).rejects.toMatchObject({ code: 'session_not_found' })
    expect(await services.db.selectFrom('authUsers').select('id').execute()).toHaveLength(1)
  })

  test('of two owners at once leaves one; the only one cannot', async () => {
    const auth = await openAuth(racing(engine))
    const [first, second] = [await member(auth), await member(auth)]
    const { services } = auth.world
    await services.db.updateTable('authUsers').set({ role: 'owner' }).execute()
    const peers = openPeers(auth.world, 2)
    const owners = await Promise.all([first, second].map(({ token }) => authenticate(services, `Bearer ${token}`)))
    const results = await Promise.allSettled(owners.map((owner, at) => deleteAccount(peers[at] ?? services, caller, owner, 'DELETE')))
    expect(countOutcomes(results)).toEqual({ AuthRefusal: 1, ok: 1 })
    expect(results.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'last_owner' } })
    expect(await services.db.selectFrom('authUsers').select('role').execute()).toEqual([{ role: 'owner' }])
  })

  test('done ten times at once is done once: one entry, one mail', async () => {
    const auth = await openAuth(racing(engine))
    const { services } = auth.world
    const { person, signedIn } = await member(auth)
    const booked = await visited(auth, person.email)
    const peers = openPeers(auth.world, 10)
    const results = await Promise.allSettled(peers.map((peer) => deleteAccount(peer, caller, signedIn, 'DELETE')))
    expect(countOutcomes(results)).toEqual({ ok: 10 })
    expect(await services.db.selectFrom('auditLog').selectAll().where('action', '=', 'user.delete').execute()).toHaveLength(1)
    expect((await auth.letters()).filter(({ subject }) => subject === 'Your account is deleted')).toHaveLength(1)
    expect(await booked.read()).toMatchObject({ name: 'Deleted customer', trackingRevocations: 1 })
  })

  test('and bookings that come in meanwhile: each is whole, and either goes on for the deleted account or is one without an account', async () => {
    const auth = await openAuth(racing(engine))
    const { services } = auth.world
    const { person, signedIn } = await member(auth)
    const peers = openPeers(auth.world, 9)
    const results = await Promise.allSettled([
      ...peers
        .slice(1)
        .map((peer, at) => submitBooking(peer, submissionOf({ body: bookingBody({ email: person.email }), clientKey: `${at}` }))),
      deleteAccount(peers[0] ?? services, caller, signedIn, 'DELETE'),
    ])
    expect(countOutcomes(results)).toEqual({ ok: 9 })
    const bookings = await services.db.selectFrom('bookings').selectAll().execute()
    expect(bookings).toHaveLength(8)
    for (const booking of bookings) expect(booking).toMatchObject({ name: 'Priya Raman', email: person.email, erasedAt: null })
    const entry = await services.db.selectFrom('auditLog').select('detail').where('action', '=', 'user.delete').executeTakeFirstOrThrow()
    expect(JSON.parse(entry.detail)).toEqual({ openBookings: bookings.filter(({ eraseAskedAt }) => eraseAskedAt).length })
    // The notified recipients and the remaining jobs stay the same to the end.
    await services.db.updateTable('bookings').set({ status: 'completed' }).execute()
    await auth.letters()
    await eraseEndedBookings(services)
    for (const { name, eraseAskedAt } of await services.db.selectFrom('bookings').selectAll().execute())
      expect(name).toBe(eraseAskedAt ? 'Deleted customer' : 'Priya Raman')
  })
})

test('A deletion whose instance dies in the middle has done nothing, and is done by the next press', async () => {
  const auth = await openAuth('postgres')
  const { services } = auth.world
  const { person, signedIn } = await member(auth)
  const booked = await visited(auth, person.email)
  const [dying = services] = openPeers(auth.world, 1)
  // Another transaction locks a row that is deleted late: the deletion waits, with the booking erased but nothing committed.
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const { promise: held, resolve: hold } = Promise.withResolvers<void>()
  const holding = services.db.transaction().execute(async (tx) => {
    await tx.updateTable('authIdentities').set({ providerId: 'held' }).execute()
    hold()
    await released
  })
  onTestFinished(() => holding)
  await held
  const deletion = deleteAccount(dying, caller, signedIn, 'DELETE')
  const failed = expect(deletion).rejects.toThrow()
  await expect
    .poll(
      async () => {
        const { rows } = await sql<{ ended: boolean }>`select pg_terminate_backend(pid) as ended from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like '%auth_users%'`.execute(services.db)
        return rows.length
      },
      { timeout: 30_000 },
    )
    .toBeGreaterThan(0)
  release()
  await Promise.all([failed, holding])
  expect(await booked.read()).toMatchObject({ name: 'Priya Raman', eraseAskedAt: null })
  expect(await services.db.selectFrom('authUsers').select('id').execute()).toHaveLength(1)
  await deleteAccount(services, caller, signedIn, 'DELETE')
  expect(await booked.read()).toMatchObject({ name: 'Deleted customer' })
})
