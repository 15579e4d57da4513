import { expect } from 'vitest'
import { readBooking } from '#app/features/booking/read-booking.server.ts'
import { readVisitPlan } from '#app/features/capacity/read-visit-plan.server.ts'
import { placesOf } from '#app/features/capacity/visit-plan.ts'
import type { FrozenTerms } from '#app/features/pricing/frozen-terms.ts'
import { readStatement } from '#app/features/visit/read-statement.server.ts'
import type { BookingStatus } from '#app/values/booking-status.ts'
import { minutes, toInstant } from '#app/values/clock.ts'
import { owedBy, type Remembered } from './ledger.ts'
import type { Day } from './run.ts'

/* Compares the database's rows with what the people in the simulation remember. */

const statusOf: Readonly<Record<Remembered['status'], BookingStatus>> = {
  unpaid: 'awaiting_payment',
  waiting: 'received',
  accepted: 'confirmed',
  assigned: 'assigned',
  'on the way': 'en_route',
  'at the door': 'arrived',
  done: 'completed',
  'no access': 'no_access',
  cancelled: 'cancelled',
  expired: 'expired',
}

/** Compares the rows with what is remembered. `withMoney`: also compares every statement. */
export async function expectSoundBooks(day: Day, withMoney: boolean): Promise<void> {
  const { world, ledger, now } = day
  const { db } = world.services
  const at = toInstant(new Date(now))
  const bookings = await db.selectFrom('bookings').select(['id', 'reference', 'status', 'engineerId', 'serviceLevel']).execute()
  expect(bookings.map(({ reference }) => reference).sort(), 'bookings are those that were acknowledged').toEqual(
    [...ledger.bookings.values()].map(({ reference }) => reference).sort(),
  )
  for (const { id, reference, status } of bookings) {
    const remembered = ledger.bookings.get(id)
    expect(status, `${at} ${reference}`).toBe(remembered && statusOf[remembered.status])
  }
  const credits = await db.selectFrom('credits').select(['bookingId', 'promise']).execute()
  expect(credits.map(({ bookingId, promise }) => `${bookingId} ${promise}`).sort(), `${at} missed promises`).toEqual(
    [...ledger.missed].sort(),
  )
  const rungs = await db.selectFrom('escalations').select(['bookingId', 'rung']).execute()
  // A rung that is raised again and again counts as one.
  const reached = new Set(rungs.map(({ bookingId, rung }) => `${bookingId} ${rung.split(':')[0]}`))
  expect([...reached].sort(), `${at} rungs of escalation`).toEqual([...ledger.rungs].sort())
  await expectFewRedLines(day)
  await expectAnsweredDoubts(day)
  if (withMoney) {
    await expectPennies(day)
    await expectOneMessageEach(day)
  }
}

/** Red Line is never sold more often than there are slots in the day. */
async function expectFewRedLines({ world: { services }, ledger }: Day): Promise<void> {
  const slots = await services.db.selectFrom('redlineSlots').select(['bookingId', 'heldUntil']).execute()
  const sold = new Set(slots.filter(({ heldUntil }) => heldUntil === null).map(({ bookingId }) => bookingId))
  const redLines = [...ledger.bookings.values()].filter(({ caller, status, setOutAt, paidAt }) => {
    const isBought = caller.serviceLevel === 'redline' && (caller.channel === 'phone' || paidAt !== undefined)
    return isBought && (status !== 'cancelled' || setOutAt !== undefined)
  })
  expect([...sold].sort(), 'sold slots').toEqual(redLines.map(({ id }) => id).sort())
  expect(sold.size).toBeLessThanOrEqual(5)
}

/** No engineer has two Red Lines at once or a job outside their hours, unless the history shows that a dispatcher confirmed it. */
async function expectAnsweredDoubts({ world: { services }, ledger, engineers }: Day): Promise<void> {
  const acts = await services.db
    .selectFrom('staffActs')
    .select(['bookingId', 'text', 'at'])
    .where('act', '=', 'assign')
    .orderBy('at')
    .execute()
  const given = (id: string) => acts.findLast(({ bookingId, text }) => bookingId === id && text.startsWith('gave the job'))
  for (const engineer of engineers) {
    const jobs = [...ledger.bookings.values()].filter(({ engineerId, status }) => engineerId === engineer.id && status === 'assigned')
    const redLines = jobs.filter(({ caller }) => caller.serviceLevel === 'redline')
    if (redLines.length > 1)
      expect(
        redLines.some(({ id }) => given(id)?.text.includes('another Red Line')),
        `${engineer.name} has two Red Lines`,
      ).toBe(true)
    for (const { id, reference, promisedUntil } of jobs)
      if (promisedUntil < engineer.from && !given(id)?.text.includes('off shift'))
        expect.fail(`${engineer.name} has ${reference} before their shift, and nobody was asked`)
  }
}

/** Every statement follows from the terms to the penny, and the money held is the amount paid minus refunds. */
async function expectPennies({ world: { services }, ledger }: Day): Promise<void> {
  for (const remembered of ledger.bookings.values()) {
    const booking = await readBooking(services, remembered.id)
    const { offer, capPence = booking.estimatePence } = JSON.parse(booking.frozenTerms) as Partial<FrozenTerms>
    const { lines, mostPence, heldPence, leftPence } = await readStatement(services.db, booking)
    const priced = { capPence, discountPence: offer?.discountPence ?? 0, feePence: booking.priorityFeePence }
    const owed = owedBy(remembered, priced, (promise) => ledger.missed.has(`${remembered.id} ${promise}`))
    expect({ mostPence, heldPence, leftPence }, `${booking.reference}, ${booking.status}: ${JSON.stringify(lines)}`).toEqual({
      ...owed,
      leftPence: owed.mostPence - owed.heldPence,
    })
    expect(lines.reduce((sum, { amountPence }) => sum + amountPence, 0)).toBe(mostPence)
  }
  const failed = await services.db.selectFrom('refunds').select('id').where('state', '=', 'failed').execute()
  expect(failed).toEqual([])
}

/** Every event was announced once, and each of its messages was queued and sent once. */
async function expectOneMessageEach({ world: { services }, ledger }: Day): Promise<void> {
  const jobs = await services.db.selectFrom('jobs').select(['kind', 'payload', 'state']).execute()
  expect(new Set(jobs.map(({ kind, payload }) => `${kind} ${payload}`)).size, 'a job twice').toBe(jobs.length)
  expect(jobs.filter(({ state }) => state !== 'done')).toEqual([])
  const announced = jobs.filter(({ kind }) => kind === 'announce').map(({ payload }) => JSON.parse(payload) as { occasion: string })
  const count = (occasion: string) => announced.filter((each) => each.occasion === occasion).length
  const remembered = [...ledger.bookings.values()]
  expect({
    created: count('created'),
    completed: count('completed'),
    noAccess: count('no_access'),
    cancelled: count('cancelled'),
    escalated: count('escalated'),
    paid: count('paid'),
  }).toEqual({
    created: remembered.length,
    completed: remembered.filter(({ status }) => status === 'done').length,
    noAccess: remembered.filter(({ status }) => status === 'no access').length,
    cancelled: remembered.filter(({ status }) => status === 'cancelled').length,
    escalated: ledger.rungs.size,
    paid: remembered.filter(({ paidAt }) => paidAt !== undefined).length,
  })
  const mails = await services.db.selectFrom('localMail').select(['recipient', 'message']).execute()
  expect(new Set(mails.map(({ recipient, message }) => `${recipient} ${message}`)).size, 'an email twice').toBe(mails.length)
}

/**
 * Every new booking can be kept: the plan of all bookings has a place for it in its window and in an engineer's working hours, unless a
 * dispatcher confirmed taking that place in the same minute.
 */
export async function expectWindowsKept({ world: { services }, ledger, now, engineers, overruled }: Day): Promise<void> {
  const sold = [...ledger.bookings.values()].filter(
    ({ bookedAt, caller, status }) =>
      bookedAt === now && caller.serviceLevel === 'standard' && (status === 'waiting' || status === 'accepted'),
  )
  for (const { id, reference } of sold) {
    if (overruled.has(reference)) continue
    const { promisedFrom, promisedUntil, toAgree } = await readBooking(services, id)
    // No promised time: we call to agree one.
    if (toAgree === 1) continue
    const plan = await readVisitPlan(services.db, new Date(now), { from: promisedFrom, until: promisedUntil })
    const places = plan ? placesOf(plan) : []
    const place = places.find(({ bookingId }) => bookingId === id)
    const told = `${reference}, sold at ${toInstant(new Date(now))} for ${promisedFrom} to ${promisedUntil}: ${JSON.stringify(place)}`
    if (!place) expect.fail(told)
    else {
      expect(place.arrivesAt, told).toBeLessThanOrEqual(Date.parse(promisedUntil))
      const others = places.filter(({ bookingId, engineerId }) => bookingId !== id && engineerId === place.engineerId)
      expect(
        others.filter(({ arrivesAt, endsAt }) => arrivesAt < place.endsAt && endsAt > place.arrivesAt),
        told,
      ).toEqual([])
      const engineer = engineers.find((each) => each.id === place.engineerId)
      const isToday = place.arrivesAt < (engineer?.from ?? 0) + minutes(12 * 60)
      if (isToday) expect(place.arrivesAt, told).toBeLessThanOrEqual(engineer?.until ?? 0)
    }
  }
}
