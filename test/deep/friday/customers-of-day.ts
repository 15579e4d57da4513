import { readBooking } from '#app/features/booking/read-booking.server.ts'
import { versionOf } from '#app/features/booking/version.ts'
import { readSlots } from '#app/features/capacity/take-place.server.ts'
import { takeBooking } from '#app/features/dispatch/take-booking.server.ts'
import { submitBooking } from '#app/features/intake/submit-booking.server.ts'
import { openCheckout } from '#app/features/red-line/open-checkout.server.ts'
import { payAtSandbox } from '#app/features/red-line/pay-at-sandbox.server.ts'
import { cancelBooking } from '#app/features/tracking/cancel-booking.server.ts'
import { rescheduleBooking } from '#app/features/tracking/reschedule-booking.server.ts'
import { londonDay } from '#app/platform/london.ts'
import { minutes } from '#app/values/clock.ts'
import { addDays } from '#app/values/day.ts'
import { newId, newToken } from '#app/values/ids.ts'
import { submissionOf } from '#test/support/fresh.ts'
import { bodyOfVisitor } from '#test/support/world.ts'
import type { Remembered } from './ledger.ts'
import type { Caller } from './plan-of-day.ts'

import { ask, type Run } from './run.ts'

export async function book(run: Run, caller: Caller, tries = 3): Promise<void> {
  const { world, ledger, now } = run
  const { services } = world
  const when = await chooseTime(run, caller)
  const body = bodyOfVisitor(caller.number, {
    ...{ name: caller.name, service: caller.service, postcode: caller.postcode, serviceLevel: caller.serviceLevel, ...when },
    ...(caller.number % 9 === 4 && { vulnerableOccupant: 'yes' }),
  })
  const key = newToken()
  const press = async () =>
    caller.channel === 'phone'
      ? (await takeBooking(services, { staffId: 'dispatcher-0', idempotencyKey: key, input: body })).reference
      : // Everyone is signed in: who isn't has a test of their own (unproven-places.db.test.ts).
        (
          await submitBooking(
            services,
            submissionOf({
              body,
              idempotencyKey: key,
              clientKey: newId(),
              provenEmail: typeof body.email === 'string' ? body.email : undefined,
            }),
          )
        ).reference
  const answers = await Promise.all(
    Array.from({ length: caller.isDoubled ? 2 : 1 }, () => ask(run, `caller ${caller.number}`, `book ${JSON.stringify(when)}`, press)),
  )
  const references = new Set(answers.flatMap((answer) => ('done' in answer ? [answer.done] : [])))
  if (references.size > 1) throw new Error(`Pressed twice and booked twice: ${[...references].join(' ')}`)
  const [reference] = references
  if (!reference) {
    if (tries > 1) await book(run, { ...caller, serviceLevel: 'standard', slot: caller.slot + 1 }, tries - 1)
    return
  }
  const row = await services.db.selectFrom('bookings').selectAll().where('reference', '=', reference).executeTakeFirstOrThrow()
  const isByPhone = caller.channel === 'phone'
  const remembered: Remembered = {
    ...{ id: row.id, reference, caller, bookedAt: now, waitsSince: now, isAccepted: isByPhone, isSlot: row.slotStartsAt !== null },
    ...(isByPhone && { calledAt: now }),
    status: isByPhone ? 'accepted' : caller.serviceLevel === 'redline' ? 'unpaid' : 'waiting',
    ...{ promisedUntil: Date.parse(row.promisedUntil), dueAt: Date.parse(row.promisedUntil) },
  }
  ledger.bookings.set(row.id, remembered)
  const follow = (after: number | undefined, act: () => Promise<void>) =>
    void (after !== undefined && run.later.push({ at: now + minutes(Math.max(1, after)), act }))
  if (remembered.status === 'unpaid') follow(caller.paysAfter, () => pay(run, remembered))
  follow(caller.cancelsAfter, () => cancel(run, remembered))
  follow(caller.movesAfter, () => move(run, remembered))
}

/** As soon as possible, or one of the free slots. */
async function chooseTime(
  { world: { services }, now }: Run,
  caller: Pick<Caller, 'serviceLevel' | 'slot' | 'service' | 'postcode'>,
  exceptId?: string,
) {
  if (caller.serviceLevel === 'redline' || caller.slot === 0) return undefined
  const today = londonDay(new Date(now))
  const on = async (day: string) =>
    (await readSlots(services.db, day, new Date(now), caller, exceptId)).flatMap(({ available, text }) =>
      available ? [{ preferredDate: day, timeSlot: text }] : [],
    )
  const free = (await on(today)).filter(({ timeSlot }) => Number.parseInt(timeSlot, 10) < 22)
  return (free.length > 0 ? free : await on(addDays(today, 1)))[(caller.slot - 1) % Math.max(1, free.length)]
}

async function pay(run: Run, booking: Remembered): Promise<void> {
  const { services } = run.world
  const who = `payer of ${booking.reference}`
  const opened = await ask(run, who, 'open the payment page', () => openCheckout(services, booking.id, 'http://localhost:3000/track/x'))
  if (!('done' in opened)) return
  const id = opened.done.split('/').at(-1) ?? ''
  await ask(run, who, 'pay', () => payAtSandbox(services, { id, amountPence: 2_999 }))
  const paid = await services.db
    .selectFrom('payments')
    .select('outcome')
    .where('bookingId', '=', booking.id)
    .where('outcome', '=', 'confirmed')
    .executeTakeFirst()
  if (!paid) return
  booking.paidAt = run.now
  if (booking.status !== 'unpaid' && booking.status !== 'expired') return
  booking.status = 'waiting'
  booking.promisedUntil = booking.dueAt = run.now + minutes(30)
}

async function cancel(run: Run, booking: Remembered): Promise<void> {
  const { services } = run.world
  const { setOutAt, isSlot, dueAt, caller, bookedAt, paidAt } = booking
  const [now, isOnTheWay] = [run.now, booking.status === 'on the way']
  const seen = versionOf(await readBooking(services, booking.id))
  const act = { bookingId: booking.id, actor: 'customer', clientKey: newId(), seen, toldPence: 4_900 }
  const answer = await ask(run, `customer of ${booking.reference}`, 'cancel', () => cancelBooking(services, act))
  if (!('done' in answer)) return
  const since = caller.channel === 'phone' ? bookedAt : paidAt
  const isSent = setOutAt !== undefined && since !== undefined
  booking.cancelledFor = {
    chargePence: isOnTheWay && !isSlot && now <= dueAt ? 4_900 : 0,
    keepsFee: caller.serviceLevel === 'redline' && isSent && setOutAt <= since + minutes(15),
  }
  booking.status = 'cancelled'
}

async function move(run: Run, booking: Remembered): Promise<void> {
  const { services } = run.world
  const row = await readBooking(services, booking.id)
  const when = await chooseTime(run, { ...booking.caller, slot: 1 + (booking.caller.slot % 4) }, booking.id)
  if (!when) return
  const act = { bookingId: booking.id, actor: 'customer', clientKey: newId(), seen: versionOf(row), ...when }
  const answer = await ask(run, `customer of ${booking.reference}`, `move to ${when.timeSlot}`, () => rescheduleBooking(services, act))
  if (!('done' in answer)) return
  const { promisedUntil } = await readBooking(services, booking.id)
  Object.assign(booking, { status: 'waiting', isAccepted: false, waitsSince: run.now, isSlot: true, engineerId: undefined })
  booking.promisedUntil = booking.dueAt = Date.parse(promisedUntil)
}
