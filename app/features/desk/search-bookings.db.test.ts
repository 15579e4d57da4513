import { expect } from 'vitest'
import { eraseBooking } from '#app/features/booking/erase-bookings.server.ts'
import { assignEngineer } from '#app/features/dispatch/assign-engineer.server.ts'
import { editBooking } from '#app/features/dispatch/edit-booking.server.ts'
import { addEngineer } from '#app/features/dispatch/save-engineer.server.ts'
import { bookOne } from '#test/support/booked.ts'
import { bookingBody, onEachEngine, type World } from '#test/support/world.ts'
import { readBookingsOfCustomer, searchBookings } from './search-bookings.server.ts'

const foundBy = async ({ services }: World, typed: string) => (await searchBookings(services, typed)).map(({ id }) => id)

const person = {
  name: 'Raman Ångström O’Hara 100%',
  phone: '07700 900555',
  email: 'Zadie@Example.com',
  postcode: 'SE5 8TR',
  address: 'Flat 3, 12 Łódź Street',
  siteContact: 'Tomasz, 07700 900 987',
  description: 'Leak',
}

onEachEngine('The search of staff', (_, test) => {
  test('finds a booking by any part of what people know of it, in any order, accent and spacing', async ({ world, services }) => {
    const mine = await bookOne(world, person)
    await bookOne(world, { name: 'Somebody Else', phone: '07700 900556', postcode: 'N1 9AG', siteContact: 'Nobody', description: '' })
    const { reference } = await mine.read()
    const engineerId = await addEngineer(services, {
      staffId: 'owner',
      fields: { name: 'Zoë Kéita', phone: '07700 900111', gasSafeNumber: '', base: 'Bow' },
    })
    await assignEngineer(services, { ...(await mine.act()), engineerId })
    for (const typed of [
      ...[reference, reference.slice(3).toLowerCase(), reference.slice(0, 7)],
      ...['07700900555', '+44 7700 900555', '0044 7700 900555', '900555', '900 555', '00555'],
      ...['zadie@example.com', 'ZADIE@', 'se5 8tr', 'se58tr', 'SE5'],
      ...['angstrom raman', 'ÅNGSTRÖM', 'ohara', 'o’hara angs', '100%'],
      ...['lodz', '12 łódź', 'tomasz', '900987', 'tomasz 900'],
      ...['keita', 'zoe keita', 'raman zoe se5', '07700 900111', '900111'],
    ])
      expect([typed, await foundBy(world, typed)]).toEqual([typed, [mine.id]])
    for (const typed of ['', ' ', 'x', '%', '%%', '__', '_a', "'; drop table bookings", 'BK-AAAAAAAA', 'raman absent', 'zzzzz\0zzzzz'])
      expect([typed, await foundBy(world, typed)]).toEqual([typed, []])
    expect(await foundBy(world, 'angstrom '.repeat(2_000))).toEqual([mine.id])
    expect(await foundBy(world, '<script>'.repeat(2_000))).toEqual([])
  })

  test('follows what staff correct, and forgets what was erased', async ({ world, services }) => {
    const mine = await bookOne(world, person)
    const fields = { ...bookingBody(person), name: 'Priya Shah', borough: '' }
    await editBooking(services, { ...(await mine.act()), fields })
    expect([await foundBy(world, 'shah'), await foundBy(world, 'angstrom')]).toEqual([[mine.id], []])
    await services.db.transaction().execute((tx) => eraseBooking(services, tx, mine.id))
    expect([await foundBy(world, 'shah'), await foundBy(world, '900555'), (await mine.read()).searchText]).toEqual([[], [], ''])
  })

  test('knows the bookings of one customer by phone or email, and no strangers to each other', async ({ world, services }) => {
    const first = await bookOne(world, person)
    const samePhone = await bookOne(world, { ...person, email: 'other@example.com' })
    const sameEmail = await bookOne(world, { ...person, phone: '07700 900600', email: 'zadie@example.com' })
    await bookOne(world, { ...person, phone: '07700 900601', email: 'stranger@example.com' })
    const ids = (await readBookingsOfCustomer(services, await first.read())).map(({ id }) => id)
    expect(ids.toSorted()).toEqual([first.id, samePhone.id, sameEmail.id].toSorted())
    expect(await readBookingsOfCustomer(services, { phone: '', email: '' })).toEqual([])
  })
})
