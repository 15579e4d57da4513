// @module-tag never-again
import { expect } from 'vitest'
import { StepRefused } from '#app/features/booking/refusals.ts'
import { submitBooking } from '#app/features/intake/submit-booking.server.ts'
import { messageStaff } from '#app/features/tracking/message-staff.server.ts'
import { bookOne } from '#test/support/booked.ts'
import { submissionOf } from '#test/support/fresh.ts'
import { bookingBody, onOneEngine, type World } from '#test/support/world.ts'
import { advanceBooking } from './advance-booking.server.ts'
import { assignEngineer } from './assign-engineer.server.ts'
import { editBooking } from './edit-booking.server.ts'
import { addEngineer, changeEngineer } from './save-engineer.server.ts'
import { takeBooking } from './take-booking.server.ts'
import { undoAct } from './undo-act.server.ts'

const words = 'I can smell gas and I feel dizzy'
const engineer = ({ services }: World, name: string, phone: string, gasSafeNumber = '') =>
  addEngineer(services, { staffId: 'owner', fields: { name, phone, gasSafeNumber, base: 'Stratford' } })

onOneEngine('A job whose customer wrote of gas', (_, test) => {
  test('is marked whichever way it came, and is given to no engineer without a Gas Safe number by any way', async ({ world, services }) => {
    const [plain, gasSafe] = [
      await engineer(world, 'Dave Okafor', '07700 900111'),
      await engineer(world, 'Ben Gas', '07700 900112', '1234567'),
    ]

    const online = await bookOne(world, { service: 'Other Emergency', description: words })
    expect((await online.read()).dangers).toBe('gas fumes')
    const taken = await takeBooking(services, {
      staffId: 'staff',
      idempotencyKey: 'phone',
      input: bookingBody({ service: 'Leak Repair', description: words }),
    })
    const byPhone = await services.db.selectFrom('bookings').select('dangers').where('id', '=', taken.id).executeTakeFirstOrThrow()
    expect(byPhone.dangers).toBe('gas fumes')
    await expect(assignEngineer(services, { ...(await online.act()), engineerId: plain })).rejects.toThrow(StepRefused)

    // The job is assigned first and gas is mentioned later, in a staff correction or a customer's message.
    const later = await bookOne(world, { service: 'Leak Repair', description: 'Tap drips' })
    await assignEngineer(services, { ...(await later.act()), engineerId: plain })
    const corrected = { ...bookingBody({ service: 'Leak Repair' }), description: words, borough: '', vulnerableOccupant: '' }
    await expect(editBooking(services, { ...(await later.act()), fields: corrected })).rejects.toThrow(StepRefused)
    await messageStaff(services, {
      bookingId: later.id,
      actor: 'customer',
      clientKey: 'a',
      text: 'Now it smells of gas',
      idempotencyKey: 'm',
    })
    expect((await later.read()).dangers).toBe('gas')
    await expect(advanceBooking(services, { ...(await later.act()), to: 'en_route' })).rejects.toThrow('has no Gas Safe number')

    // Undoing a reassignment and removing the Gas Safe number are refused too.
    await assignEngineer(services, { ...(await later.act()), engineerId: gasSafe })
    await expect(undoAct(services, await later.act())).rejects.toThrow(StepRefused)
    const fields = { name: 'Ben Gas', phone: '07700 900112', gasSafeNumber: '', base: 'Stratford' }
    await expect(changeEngineer(services, { staffId: 'owner', engineerId: gasSafe, fields, retired: false })).rejects.toThrow(StepRefused)
    await advanceBooking(services, { ...(await later.act()), to: 'en_route' })
  })

  test('is never refused, and its customer is told at once what to do first', async ({ services }) => {
    const body = bookingBody({ service: 'Other Emergency', description: words })
    const { reference, advice } = await submitBooking(services, submissionOf({ body, clientKey: 'gas' }))
    expect(reference).toMatch(/^BK-/)
    expect(advice?.join(' ')).toContain('0800 111 999')
    const harmless = bookingBody({ description: 'gas hob fitted last year, tap drips' })
    expect(await submitBooking(services, submissionOf({ body: harmless, clientKey: 'none' }))).not.toHaveProperty('advice')
  })
})
