import { text } from 'node:stream/consumers'
import type { KyselyPlugin } from 'kysely'
import { TOTP } from 'otpauth'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { authenticate } from '#app/features/accounts/authenticate.server.ts'
import { mailAccount } from '#app/features/accounts/mail-account.server.ts'
import { messageStaff } from '#app/features/tracking/message-staff.server.ts'
import { addPhotoByStaff } from '#app/features/visit/store-photo.server.ts'
import { readWhole } from '#app/platform/file-places.ts'
import { enqueue } from '#app/platform/jobs.ts'
import type { Services } from '#app/platform/services.ts'
import { minutes } from '#app/values/clock.ts'
import { newId } from '#app/values/ids.ts'
import { newPerson, openAuth, signedUp } from '#test/support/auth.ts'
import { bookOne } from '#test/support/booked.ts'
import { withPlugin } from '#test/support/fresh.ts'
import { onOneEngine } from '#test/support/world.ts'
import { copyFile } from './copy-file.server.ts'
import { exportData } from './export-data.server.ts'
import { exportPerson } from './person-data.server.ts'

const caller = { clientKey: 'client', userAgent: 'node' }

onOneEngine('The copy of someone’s data', (engine) => {
  test('has all that is stored of them, and nothing of anyone else', async () => {
    const auth = await openAuth(engine)
    const { services } = auth.world
    const other = newPerson()
    const others = await bookOne(auth.world, { email: other.email, name: 'Nobody Else' })
    const person = newPerson()
    // Typed in capitals, before the account existed.
    const booked = await bookOne(auth.world, {
      email: person.email.toUpperCase(),
      address: '12 Commercial Street',
      accessNotes: 'Code 4711',
      contactBy: 'both',
    })
    const spam = await bookOne(auth.world, { email: person.email, company: 'filled in by a browser' })
    await messageStaff(services, {
      bookingId: booked.id,
      actor: 'customer',
      clientKey: 'client',
      text: 'It is getting worse',
      idempotencyKey: undefined,
    })
    await booked.become('confirmed')
    const { client } = await signedUp(auth, person)
    const { data } = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'my phone' })
    if (data?.type !== 'totp') throw new Error('no factor')
    await client.mfa.challengeAndVerify({ factorId: data.id, code: new TOTP({ secret: data.totp.secret }).generate() })
    await auth.letters()
    const session = (await client.getSession()).data.session
    const signedIn = await authenticate(services, `Bearer ${session?.access_token}`)

    const jpeg = await sharp({ create: { width: 50, height: 40, channels: 3, background: '#393' } })
      .jpeg()
      .toBuffer()
    for (const [kind, booking] of [
      ['problem', booked],
      ['receipt', booked],
      ['problem', others],
    ] as const)
      await addPhotoByStaff(services, { bookingId: booking.id, userId: 'staff' }, { kind, key: newId(), data: jpeg })

    const confirmed = '+447700900801'
    const { phone: unconfirmed, createdAt: at } = await booked.read()
    const calls = [unconfirmed, confirmed].map((phone) => ({ id: newId(), providerKey: phone, at, phone }))
    await services.db
      .insertInto('enquiries')
      .values(calls.map((call) => ({ ...call, kind: 'missed' as const, text: '' })))
      .execute()
    const copy = await exportData(services, caller, signedIn)
    // A booking may have anyone's number.
    expect(copy.textsAndCalls).toEqual([])
    const factors = signedIn.account.factors.map((factor) => ({ ...factor, phone: confirmed.slice(1) }))
    const withPhone = { ...signedIn, account: { ...signedIn.account, factors } }
    expect((await exportData(services, caller, withPhone)).textsAndCalls).toMatchObject([{ phone: confirmed, kind: 'missed' }])
    const [file] = await services.db
      .selectFrom('photos')
      .selectAll()
      .where('bookingId', '=', booked.id)
      .where('kind', '=', 'problem')
      .execute()
    expect(copy.bookings[0]?.photos).toMatchObject([{ kind: 'problem', takenBy: 'staff', width: 50 }])
    const written = JSON.parse(await text(copyFile(services, copy)))
    const picture = await readWhole(services.files, String(file?.file))
    expect(written.bookings[0].photos[0].picture).toBe(`data:image/jpeg;base64,${picture.toString('base64')}`)
    expect({ ...written, bookings: [] }).toEqual({ ...JSON.parse(JSON.stringify(copy)), bookings: [] })
    expect(copy.account).toMatchObject({ email: person.email, userMetadata: { full_name: person.name }, role: 'customer' })
    expect(copy.waysToSignIn).toMatchObject([{ provider: 'email', email: person.email }])
    expect(copy.secondSteps).toMatchObject([{ kind: 'totp', friendlyName: 'my phone', status: 'verified' }])
    expect(copy.devices).toMatchObject([{ id: signedIn.session.id, aal: 'aal2', onThisWebsite: [] }])
    expect(copy.bookings.map(({ id }) => id)).toEqual([booked.id, spam.id])
    expect(copy.bookings[0]).toMatchObject({
      address: '12 Commercial Street',
      accessNotes: 'Code 4711',
      phone: '+447700900264',
      frozenTerms: { estimate: { estimatePence: (await booked.read()).estimatePence } },
      history: [
        { toStatus: 'received', by: 'someone with the booking’s private link' },
        { toStatus: 'confirmed', note: 'for staff alone', by: 'our staff' },
      ],
      messages: [{ text: 'It is getting worse', sender: 'customer' }],
    })
    expect(copy.bookings[0]?.sent.map(({ kind }) => kind)).toContain('customer-confirmation')
    expect(copy.bookings[0]?.texts).toMatchObject([{ kind: 'customer-confirmation-text', channel: 'sms', segments: 1, state: 'delivered' }])
    expect(copy.mails.keptOnOurServer.map(({ subject }) => subject)).toContain('Confirm your email address')
    expect(copy.mails.aboutTheAccount.length).toBeGreaterThan(1)
    expect(copy.log.map(({ what, by }) => `${what}, by ${by}`)).toEqual(
      expect.arrayContaining(['The email address was confirmed, by you', 'Two-step verification was set up, by you', 'Signed in, by you']),
    )

    const whole = JSON.stringify(copy)
    expect(whole).not.toContain(other.email)
    expect(whole).not.toContain('Nobody Else')
    const { passwordHash, ...user } = signedIn.account.user
    const { trackingTokenHash, idempotencyKey, contentHash } = await booked.read()
    const letters = await auth.letters()
    for (const secret of [
      ...[passwordHash, data.totp.secret, session?.access_token, session?.refresh_token, booked.token],
      ...[trackingTokenHash, idempotencyKey, contentHash, signedIn.session.refreshTokenHash],
      ...letters.map(({ token }) => token),
    ])
      if (secret) expect(whole).not.toContain(secret)
    expect(passwordHash).toMatch(/^\$argon2id/)
    expect(whole).toContain(user.id)
  })

  test('wants a proof of the last ten minutes, and is written down', async () => {
    const auth = await openAuth(engine)
    const { services, clock } = auth.world
    const { session } = await signedUp(auth)
    const signedIn = await authenticate(services, `Bearer ${session.access_token}`)
    await exportData(services, caller, signedIn)
    const entry = { actor: signedIn.account.user.id, action: 'user.export-data', subject: signedIn.account.user.id }
    expect(await services.db.selectFrom('auditLog').selectAll().where('action', '=', 'user.export-data').execute()).toMatchObject([entry])
    clock.advance(minutes(10) + 1_000)
    await expect(exportData(services, caller, signedIn)).rejects.toMatchObject({ code: 'reauthentication_needed' })
  })

  test('is made for someone who asks an owner, and is signed in nowhere', async () => {
    // SQLite takes a list without entries, PostgreSQL doesn't.
    const auth = await openAuth('postgres')
    const { services } = auth.world
    const { person } = await signedUp(auth)
    await services.db.deleteFrom('authSessions').execute()
    const contact = { emails: [person.email], phones: [] }
    const copy = await exportPerson(services, { ownerId: 'owner', contact, isChecked: true })
    expect(copy).toMatchObject({ account: { email: person.email }, devices: [], bookings: [] })
  })

  test('has no bookings of an address that no one has confirmed', async () => {
    const auth = await openAuth(engine)
    const { services } = auth.world
    const { session, person } = await signedUp(auth)
    await bookOne(auth.world, { email: person.email })
    await services.db.updateTable('authUsers').set({ emailConfirmedAt: null }).where('email', '=', person.email).execute()
    const signedIn = await authenticate(services, `Bearer ${session.access_token}`)
    expect((await exportData(services, caller, signedIn)).bookings).toEqual([])
  })

  test('reads nothing of anyone else, however much there is, and finds what was added before jobs said what they are about', async () => {
    const auth = await openAuth(engine)
    const { services } = auth.world
    const person = newPerson()
    const booked = await bookOne(auth.world, { email: person.email })
    const { client } = await signedUp(auth, person)
    const session = (await client.getSession()).data.session
    const signedIn = await authenticate(services, `Bearer ${session?.access_token}`)
    const mine = await exportData(services, caller, signedIn)

    const others = Array.from({ length: 200 }, (_, at) => ({ kind: 'customer-confirmation', payload: { bookingId: `other ${at}` } }))
    const mails = others.map((_, at) => ({ kind: 'recovery' as const, email: `other-${at}@example.com` }))
    await services.db.transaction().execute(async (tx) => {
      await enqueue(tx, services.clock.now(), others)
      await mailAccount(services, tx, ...mails)
    })
    let rows = 0
    let opened = 0
    const counting: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        rows += result.rows.length
        return result
      },
    }
    const open: Services['secrets']['open'] = (purpose, sealed) => {
      opened += 1
      return services.secrets.open(purpose, sealed)
    }
    const counted = { ...withPlugin(services, counting), secrets: { ...services.secrets, open } }
    const copy = await exportData(counted, caller, signedIn)
    expect(rows).toBeLessThan(100)
    expect(opened).toBeLessThan(10)
    expect(copy.bookings.map(({ id, sent }) => [id, sent])).toEqual([[booked.id, mine.bookings[0]?.sent]])
    expect(copy.mails).toEqual(mine.mails)
    await services.db.updateTable('jobs').set({ about: null }).where('kind', '=', 'account-mail').execute()
    expect((await exportData(services, caller, signedIn)).mails).toEqual(mine.mails)
  })
})
