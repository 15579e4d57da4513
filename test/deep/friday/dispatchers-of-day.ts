import { AnswerNeeded } from '#app/features/booking/refusals.ts'
import { versionOf } from '#app/features/booking/version.ts'
import { readBookingView } from '#app/features/desk/board-booking.server.ts'
import { recordCall } from '#app/features/desk/record-call.server.ts'
import { acceptBooking } from '#app/features/dispatch/accept-booking.server.ts'
import { assignEngineer } from '#app/features/dispatch/assign-engineer.server.ts'
import { minutes } from '#app/values/clock.ts'

import { ask, type Day, type Row, type Run } from './run.ts'

/** Each free dispatcher takes one booking. Sometimes two of them take the same one. */
export function dispatch(run: Run, rows: readonly Row[]): Promise<void>[] {
  const { now, chance, settings, asleep } = run
  const waiting = rows
    .filter(({ id, status }) => (status === 'received' || status === 'confirmed') && (asleep.get(id) ?? 0) <= now)
    .toSorted((a, b) => (a.serviceLevel === b.serviceLevel ? (a.createdAt < b.createdAt ? -1 : 1) : a.serviceLevel === 'redline' ? -1 : 1))
  const free = run.dispatchers.filter(({ busyUntil }) => busyUntil <= now)
  return free.flatMap((dispatcher, each) => {
    const row = chance.percent(15) && !settings.isQuiet ? waiting[0] : waiting[each]
    if (!row) return []
    dispatcher.busyUntil = now + minutes(settings.isQuiet ? 1 : chance.whole(1, 4))
    return [takeUp(run, dispatcher.id, row, chance.percent(25) && row.serviceLevel === 'standard')]
  })
}

async function takeUp(run: Run, staffId: string, row: Row, acceptsOnly: boolean): Promise<void> {
  const { world, ledger, now, asleep, begins, chance } = run
  const { services } = world
  const booking = ledger.bookings.get(row.id)
  if (!booking) return
  if (booking.calledAt === undefined && (run.settings.isQuiet || chance.percent(90))) {
    const call = { bookingId: row.id, staffId, outcome: 'spoken', key: '0' } as const
    const answer = await ask(run, staffId, `call the customer of ${row.reference}`, () => recordCall(services, call))
    if ('done' in answer) booking.calledAt = now
  }
  const act = { bookingId: row.id, staffId, seen: versionOf(row) }
  if (acceptsOnly && row.status === 'received') {
    const answer = await ask(run, staffId, `accept ${row.reference}`, () => acceptBooking(services, act))
    if ('done' in answer) Object.assign(booking, { status: 'accepted', isAccepted: true })
    return
  }
  const [best] = (await readBookingView(services, row.id)).choices
  if (!best || best.refused || best.doubts.length > 0) {
    const doubts = best ? [best.refused ?? '', ...best.doubts].filter(Boolean) : ['nobody']
    ledger.unassignable.push({ ...{ id: row.id, reference: row.reference, doubts }, minute: Math.round((now - begins) / minutes(1)) })
  }
  if (!best || best.refused) {
    asleep.set(row.id, now + minutes(10))
    return
  }
  const assign = (confirmed?: string) => () => assignEngineer(services, { ...act, engineerId: best.id, confirmed })
  let answer = await ask(run, staffId, `give ${row.reference} to ${best.name}`, assign())
  if ('refused' in answer && answer.refused instanceof AnswerNeeded) {
    const { message: questions, confirms } = answer.refused
    answer = await ask(run, staffId, `give ${row.reference} to ${best.name} all the same`, assign(confirms))
    if ('done' in answer) noteOverruled(run, questions)
  }
  if ('done' in answer) Object.assign(booking, { status: 'assigned', isAccepted: true, engineerId: best.id })
}

/** Notes the bookings that a confirmed question names. */
export const noteOverruled = ({ overruled }: Day, question: string) => {
  for (const [reference] of question.matchAll(/BK-\w+/g)) overruled.add(reference)
}
