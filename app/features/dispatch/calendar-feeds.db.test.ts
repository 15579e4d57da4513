import { expect } from 'vitest'
import { endWithChange } from '#app/features/accounts/change-access.server.ts'
import { endEngineerAccess } from '#app/features/accounts/invite-engineer.server.ts'
import { EntryNotFound } from '#app/features/booking/refusals.ts'
import { days, hours, later, toInstant } from '#app/values/clock.ts'
import { newId } from '#app/values/ids.ts'
import { addRow } from '#test/support/add-row.ts'
import { bookOne } from '#test/support/booked.ts'
import { colleague } from '#test/support/colleague.ts'
import { onEachEngine } from '#test/support/world.ts'
import { makeFeed, readCalendarFeed, readFeeds, revokeFeed } from './calendar-feeds.server.ts'
import { addEngineer, changeEngineer } from './save-engineer.server.ts'

const tokenIn = (address: string) => /\/calendar\/([\w-]{43})\.ics$/.exec(address)?.[1] ?? ''
const summaries = (calendar = '') => [...calendar.replaceAll('\r\n ', '').matchAll(/SUMMARY:(.*)\r/g)].map(([, text]) => text).toSorted()

onEachEngine('A calendar feed', (_, test) => {
  test('shows an engineer their own jobs with the address, staff all of them by district, and no one a name, a number or a note', async (world) => {
    const { services, clock } = world
    const { db } = services
    const dana = await colleague(world, 'Dana Price', 'staff')
    const danFields = { name: 'Dan Okoro', phone: '07700 900111', gasSafeNumber: '', base: 'Bow' }
    const dan = await addEngineer(services, { staffId: dana, fields: danFields })
    const mia = await addEngineer(services, { staffId: dana, fields: { ...danFields, name: 'Mia Novak', phone: '07700 900112' } })
    const place = {
      address: '41 Quillfeather Lane',
      postcode: 'E1 1FR',
      accessNotes: 'Ask Mrs Thistlewood',
      siteContact: 'Ade 07700 900333',
    }
    const own = await bookOne(world, place)
    const hers = await bookOne(world, { ...place, service: 'Leak Repair', postcode: 'N16 8JN' })
    const [cancelled, old] = [await bookOne(world, place), await bookOne(world, place)]
    await db.updateTable('bookings').set({ engineerId: dan }).where('id', '!=', hers.id).execute()
    await hers.set({ engineerId: mia })
    await cancelled.become('cancelled')
    await old.set({ promisedFrom: later(clock.now(), -days(62)) })
    const startsAt = toInstant(clock.now())
    await addRow(db, 'shifts', [
      { id: newId(), engineerId: dan, startsAt, endsAt: later(startsAt, hours(8)), kind: 'shift' },
      { id: newId(), engineerId: mia, startsAt, endsAt: later(startsAt, hours(8)), kind: 'on-call' },
      { id: newId(), userId: dana, startsAt, endsAt: later(startsAt, hours(8)), kind: 'on-call' },
    ])

    const [danToken, allToken] = [
      tokenIn(await makeFeed(services, { userId: dana, engineerId: dan })),
      tokenIn(await makeFeed(services, { userId: dana })),
    ]
    expect(JSON.stringify(await db.selectFrom('calendarFeeds').selectAll().execute())).not.toMatch(new RegExp(`${danToken}|${allToken}`))
    const [danCalendar, allJobs] = [await readCalendarFeed(services, danToken), await readCalendarFeed(services, allToken)]
    const { reference } = await own.read()
    expect(summaries(danCalendar)).toEqual([`Burst Pipe (${reference})`, 'On shift'])
    expect(danCalendar).toContain('Quillfeather')
    expect(summaries(allJobs)).toEqual([
      'Burst Pipe\\, E1: Dan Okoro',
      'Dispatcher on call: Dana Price',
      'Leak Repair\\, N16: Mia Novak',
      'On call: Mia Novak',
      'On shift: Dan Okoro',
    ])
    expect(allJobs).not.toMatch(/Quillfeather|1FR|8JN/)
    for (const calendar of [danCalendar, allJobs]) {
      expect(calendar?.replaceAll('\r\n ', '')).not.toMatch(/Priya|07700 9|\+447|ceiling|Thistlewood|Ade/)
      expect(calendar?.split('\r\n').filter((line) => line.includes('\n') || Buffer.byteLength(line) > 75)).toEqual([])
    }
    // The ETag stays the same until something has changed.
    clock.advance(hours(1))
    expect(await readCalendarFeed(services, danToken)).toBe(danCalendar)
  })

  test('is gone once its address is replaced or revoked, and once its engineer or member of staff has left', async (world) => {
    const { services } = world
    const { db } = services
    const dana = await colleague(world, 'Dana Price', 'staff')
    const fields = { name: 'Dan Okoro', phone: '07700 900111', gasSafeNumber: '', base: 'Bow' }
    const dan = await addEngineer(services, { staffId: dana, fields })
    const phone = await colleague(world, 'Dan Okoro', 'staff')
    const customer = await colleague(world, 'Sam Wu', 'staff')
    await db.updateTable('authUsers').set({ role: 'customer' }).where('id', 'in', [phone, customer]).execute()
    const signIn = () => db.updateTable('engineers').set({ userId: phone }).where('id', '=', dan).execute()
    await signIn()
    const make = async (userId = phone) => tokenIn(await makeFeed(services, { userId, engineerId: dan }))
    const works = async (token: string) => (await readCalendarFeed(services, token)) !== undefined

    const first = await make()
    const second = await make(dana)
    expect([await works(first), await works(second)]).toEqual([false, true])
    for (const engineerId of [dan, undefined])
      for (const act of [makeFeed, revokeFeed])
        await expect(act(services, { userId: customer, engineerId })).rejects.toMatchObject({ code: 'not_staff' })
    await revokeFeed(services, { userId: phone, engineerId: dan })
    expect(await works(second)).toBe(false)

    const beforeEnd = await make()
    await endEngineerAccess(services, { staffId: dana, engineerId: dan })
    expect(await works(beforeEnd)).toBe(false)
    await signIn()
    const beforeLeaving = await make()
    await changeEngineer(services, { staffId: dana, engineerId: dan, fields, retired: true })
    expect(await works(beforeLeaving)).toBe(false)
    await expect(make()).rejects.toThrow(EntryNotFound)

    const allJobs = tokenIn(await makeFeed(services, { userId: dana }))
    expect(await readFeeds(db, dana)).toEqual({ engineerIds: [], hasAllJobs: true })
    await db.transaction().execute((tx) => endWithChange(services, tx, 'role lowered', { userId: dana }))
    expect(await works(allJobs)).toBe(false)
  })
})
