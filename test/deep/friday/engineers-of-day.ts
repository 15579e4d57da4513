import type { VisitStep } from '#app/features/booking/lifecycle.ts'
import { readBooking } from '#app/features/booking/read-booking.server.ts'
import { AnswerNeeded } from '#app/features/booking/refusals.ts'
import { versionOf } from '#app/features/booking/version.ts'
import { driveMinutes, outcodeOf } from '#app/features/capacity/drive-minutes.ts'
import { jobMinutes } from '#app/features/capacity/job-minutes.ts'
import { recordAbsence } from '#app/features/dispatch/absences.server.ts'
import { advanceBooking } from '#app/features/dispatch/advance-booking.server.ts'
import { JobsAtStake } from '#app/features/dispatch/refusals.ts'
import { readOwnDay } from '#app/features/visit/read-own-jobs.server.ts'
import { timeText } from '#app/platform/london.ts'
import { minutes } from '#app/values/clock.ts'
import { noteOverruled } from './dispatchers-of-day.ts'
import { ask, dayOf, type Engineer, type Row, type Run } from './run.ts'

/** An engineer goes home ill, after finishing a visit in progress. A dispatcher records it, and their jobs wait to be reassigned. */
export async function goHome(run: Run, engineer: Engineer | undefined): Promise<void> {
  const { world, now, ledger } = run
  if (!engineer || engineer.until <= now) return
  const away = (jobsSeen: readonly string[] = []) =>
    recordAbsence(world.services, {
      ...{ staffId: 'dispatcher-1', personId: engineer.id, jobsSeen },
      fields: { kind: 'sickness', firstDay: dayOf, fromTime: timeText(new Date(now)), lastDay: dayOf, untilTime: '' },
    })
  let answer = await ask(run, 'dispatcher-1', `send ${engineer.name} home`, () => away())
  if ('refused' in answer && answer.refused instanceof JobsAtStake) {
    const [jobs, unkept] = [answer.refused.jobs.map(({ id }) => id), answer.refused.unkept]
    const seen = [...jobs, ...unkept.map(({ id }) => id)]
    answer = await ask(run, 'dispatcher-1', `send ${engineer.name} home, without ${jobs.length} jobs`, () => away(seen))
    if ('done' in answer) {
      noteOverruled(run, unkept.map(({ reference }) => reference).join(' '))
      for (const id of jobs) {
        const booking = ledger.bookings.get(id)
        if (booking) Object.assign(booking, { status: 'accepted', engineerId: undefined, isDisturbed: true })
      }
    }
  }
  if ('refused' in answer) run.later.push({ at: now + minutes(5), act: () => goHome(run, engineer) })
  else engineer.until = now
}

export async function work(run: Run, engineer: Engineer, rows: readonly Row[]): Promise<void> {
  const { now, chance, settings, ledger } = run
  const { job } = engineer
  const vary = (least: number, most: number) => (settings.isQuiet ? 1 : chance.between(least, most))
  if (!job) {
    const next = await nextJob(run, engineer, rows)
    if (next && (await step(run, next.id, 'en_route')))
      engineer.job = { id: next.id, doing: 'drives', until: now + minutes(Math.round(next.drive * vary(0.7, 1.4))) }
    return
  }
  const [row, booking] = [rows.find(({ id }) => id === job.id), ledger.bookings.get(job.id)]
  if (!row || !booking || row.engineerId !== engineer.id || (row.status !== 'en_route' && row.status !== 'arrived')) {
    engineer.job = undefined
    return
  }
  if (job.until > now) return
  if (job.doing === 'drives') {
    if (now < Date.parse(row.promisedFrom) || !(await step(run, row.id, 'arrived'))) return
    engineer.outcode = outcodeOf(row.postcode)
    engineer.job = booking.caller.isOut
      ? { ...job, doing: 'waits', until: now + minutes(30) }
      : { ...job, doing: 'works', until: now + minutes(Math.round(jobMinutes(row.service) * vary(0.5, 1.3))) }
  } else {
    const end = job.doing === 'waits' ? 'no_access' : vary(0, 100) > 90 ? 'made_safe' : 'completed'
    if (await step(run, row.id, end)) engineer.job = undefined
  }
}

/** The next job to set off for: Red Line before others, else the first on the engineer's phone. */
async function nextJob({ world, now }: Run, engineer: Engineer, rows: readonly Row[]): Promise<{ id: string; drive: number } | undefined> {
  if (now < engineer.from) return undefined
  const own = rows.filter(({ engineerId, status }) => engineerId === engineer.id && status === 'assigned')
  if (own.length === 0) return undefined
  const { jobs } = await readOwnDay(world.services, { engineerId: engineer.id, userId: engineer.id }, '')
  const listed = jobs.flatMap(({ id }) => own.find((row) => row.id === id) ?? [])
  const next = listed.find(({ serviceLevel }) => serviceLevel === 'redline') ?? listed[0]
  if (!next) return undefined
  const drive = driveMinutes(engineer.outcode, outcodeOf(next.postcode), new Date(now))
  return next.serviceLevel === 'redline' || now + minutes(drive) >= Date.parse(next.promisedFrom) ? { id: next.id, drive } : undefined
}

/** A dispatcher enters a step that an engineer reports by phone. Returns whether it succeeded. */
async function step(run: Run, bookingId: string, to: VisitStep): Promise<boolean> {
  const { world, ledger, now } = run
  const booking = ledger.bookings.get(bookingId)
  const row = await readBooking(world.services, bookingId)
  const press = (confirmed?: string) => () =>
    advanceBooking(world.services, {
      bookingId,
      staffId: 'dispatcher-2',
      seen: versionOf(row),
      to,
      confirmed,
      gasReason: 'Written on paper',
    })
  let answer = await ask(run, 'dispatcher-2', `${to} of ${row.reference}`, press())
  if ('refused' in answer && answer.refused instanceof AnswerNeeded)
    answer = await ask(run, 'dispatcher-2', `${to} of ${row.reference} all the same`, press(answer.refused.message))
  if ('refused' in answer || !booking) return false
  if (to === 'en_route') Object.assign(booking, { status: 'on the way', setOutAt: booking.setOutAt ?? now })
  else if (to === 'arrived') Object.assign(booking, { status: 'at the door', arrivedAt: booking.arrivedAt ?? now })
  else booking.status = to === 'no_access' ? 'no access' : 'done'
  return true
}
