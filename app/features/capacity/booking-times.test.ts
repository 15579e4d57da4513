import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { type Answers, levelOf } from '#app/features/booking/answers.ts'
import { statusNames } from '#app/features/booking/lifecycle.ts'
import { firstOpenStep, stepProblems } from '#app/features/intake/booking-form/form-steps.ts'
import { timeChangeOf } from '#app/features/tracking/page/time-change.ts'
import type { BookingStatus } from '#app/values/booking-status.ts'
import { billingTerms, changeCutoffMinutes } from '#content/fees.ts'
import { sample, tries } from '#test/support/depth.ts'
import { arrivalFor, arrivalNow, arrivalText, asapWindow, nextAvailableMinutes, type When } from './arrival-window.ts'
import { cancellationOf } from './cancellation.ts'
import { slotsOf } from './time-slots.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

// London time by law, without a time zone library: summer time runs from the last Sunday of March to that of October, 01:00 UTC.
const lastSunday = (year: number, month: number) => {
  const last = new Date(Date.UTC(year, month + 1, 0, 1))
  return last.getTime() - last.getUTCDay() * dayMs
}
const changes = new Map([2025, 2026, 2027, 2028, 2029].map((year) => [year, [lastSunday(year, 2), lastSunday(year, 9)] as const]))
const aheadMs = (ms: number) => {
  const [spring, autumn] = changes.get(new Date(ms).getUTCFullYear()) ?? [0, 0]
  return ms >= spring && ms < autumn ? hourMs : 0
}
/** The time in London: '2026-11-20T14:05'. */
const wall = (at: string | Date) => {
  const ms = new Date(at).getTime()
  return new Date(ms + aheadMs(ms)).toISOString().slice(0, 16)
}
/** The instant of a time in London (the later one in the hour that occurs twice). */
const londonTime = (day: string, time: string) => {
  const ms = Date.parse(`${day}T${time}:00Z`)
  return new Date(aheadMs(ms - hourMs) && aheadMs(ms) ? ms - hourMs : ms)
}
const dayAfter = (day: string, count = 1) => new Date(Date.parse(day) + count * dayMs).toISOString().slice(0, 10)

const allDays = Array.from({ length: 365 + 365 + 366 }, (_, index) => dayAfter('2026-01-01', index))
const changeDays = ['2026-03-29', '2026-10-25', '2027-03-28', '2027-10-31', '2028-03-26', '2028-10-29']
const timesOfDay = ['00:00', '23:59', '00:30', '06:30', '13:17', '06:31', '20:29', '22:31', '04:30'] as const

const standard = (changes: Partial<When> = {}): When => ({
  serviceLevel: 'standard',
  preferredDate: undefined,
  timeSlot: 'ASAP',
  submittedAt: undefined,
  ...changes,
})
const arrivalOf = (when: Partial<When>, now: Date | string) => {
  const decided = arrivalFor(standard(when), new Date(now))
  if ('problems' in decided) throw new Error(`refused: ${JSON.stringify(decided.problems)}`)
  return decided.arrival
}
const problemsFor = (when: Partial<When>, now: Date | string) => {
  const decided = arrivalFor(standard(when), new Date(now))
  return 'problems' in decided ? decided.problems : {}
}

/** The rules for a day's slots that are broken at `now`. */
function untrueOf(day: string, now: Date): string[] {
  const slots = slotsOf(day, now).map((slot) => ({ ...slot, from: wall(slot.startsAt), until: wall(slot.endsAt) }))
  const [tonight, twelve] = [slots.slice(0, -12), slots.slice(-12)]
  const today = wall(now).slice(0, 10)
  const bookable = (startsAt: Date) => startsAt.getTime() >= now.getTime() + 90 * minuteMs
  const bookableTonight = ['00:00', '02:00', '04:00', '06:00'].filter((time) => day === today && bookable(londonTime(day, time)))
  const claims = {
    'twelve slots, the first at 08:00': twelve.length === 12 && twelve[0]?.from === `${day}T08:00`,
    'no gap and no overlap': twelve.every(({ endsAt }, index) => index === 11 || endsAt === twelve[index + 1]?.startsAt),
    'the last ends at 08:00 next day': twelve[11]?.until === `${dayAfter(day)}T08:00`,
    'two hours on the clock': slots.every(({ from, until }) => Date.parse(`${until}Z`) - Date.parse(`${from}Z`) === 2 * hourMs),
    'the text is the clock': slots.every(
      ({ text, from, until }) => text.replace('Tonight ', '') === `${from.slice(11)} - ${until.slice(11)}`,
    ),
    'premium from 20:00 to 07:59': slots.every(({ from, premium }) => premium === (from.slice(11) >= '20:00' || from.slice(11) < '08:00')),
    'available from 90 minutes ahead': slots.every(({ startsAt, available }) => available === bookable(new Date(startsAt))),
    "'Tonight' is all that can be booked of today's small hours":
      tonight.map(({ text }) => text.slice(8, 13)).join() === bookableTonight.join(),
    "'Tonight' starts today": tonight.every(({ from }) => from.startsWith(today)),
    "'Tonight' says so, the others don't": slots.every(({ text }, index) => text.startsWith('Tonight ') === index < tonight.length),
  }
  return Object.entries(claims).flatMap(([claim, holds]) => (holds ? [] : [`${claim}: ${day} at ${now.toISOString()}`]))
}

/** The slots of a day that `arrivalFor` and the list disagree about. */
function misjudgedOf(day: string, now: Date): string[] {
  return slotsOf(day, now).flatMap(({ text, startsAt, endsAt, available }) => {
    const decided = arrivalFor(standard({ preferredDate: day, timeSlot: text }), now)
    const right = available
      ? 'arrival' in decided && isDeepStrictEqual(decided.arrival, slotArrival(day, startsAt, endsAt))
      : 'problems' in decided && Object.keys(decided.problems).join() === 'timeSlot'
    return right ? [] : [`${day} ${text} at ${now.toISOString()}: ${JSON.stringify(decided)}`]
  })
}

const slotArrival = (preferredDate: string, startsAt: string, endsAt: string) => ({
  preferredDate,
  slotStartsAt: startsAt,
  slotEndsAt: endsAt,
  promisedFrom: startsAt,
  promisedUntil: endsAt,
  late: false,
})

/** Moments of every day of a year: one of three times of day in turn, all three around a clock change. */
const momentsOf = (year: string) =>
  allDays.flatMap((day, index) => {
    if (!day.startsWith(year)) return []
    const near = changeDays.some((change) => Math.abs(Date.parse(change) - Date.parse(day)) <= dayMs)
    const times = near ? timesOfDay : [0, 1, 2].map((turn) => timesOfDay[(index + turn * 4) % timesOfDay.length] ?? '')
    return times.map((time) => ({ day, now: londonTime(day, time) }))
  })

/** The first, and a leap year; at full depth also the one between, whose clock changes are among the days below. */
const years = sample(['2028', '2026', '2027'], 1)

describe('time slots', { timeout: 60_000 }, () => {
  it.each(years)('are right on every day of %s, seen from many times of it', (year) => {
    const moments = momentsOf(year)
    expect(moments.length).toBeGreaterThan(3 * 365)
    expect(moments.flatMap(({ day, now }) => untrueOf(day, now))).toEqual([])
  })

  it.each(years)('are accepted where they are shown as available, with exactly their instants, on every day of %s', (year) => {
    const moments = momentsOf(year).filter(({ day }, index, all) => changeDays.includes(day) || day !== all[index - 1]?.day)
    expect(new Set(moments.map(({ day }) => day)).size).toBe(year === '2028' ? 366 : 365)
    expect(moments.flatMap(({ day, now }) => misjudgedOf(day, now))).toEqual([])
  })

  it.each(changeDays)('seen from the day before and the day after, hold on %s and its eve, whose small hours the change is in', (day) => {
    const eve = dayAfter(day, -1)
    const around = [-1, 1].flatMap((shift) => timesOfDay.map((time) => londonTime(dayAfter(day, shift), time)))
    expect(around.flatMap((now) => [...untrueOf(day, now), ...untrueOf(eve, now)])).toEqual([])
    expect(slotsOf(day, londonTime(eve, '23:59')).every(({ available }) => available)).toBe(true)
  })

  it('are available from the very second that is 90 minutes ahead', () => {
    const at = (now: string) => slotsOf('2026-07-01', new Date(now)).find(({ text }) => text === '14:00 - 16:00')
    expect(at('2026-07-01T11:30:00.000Z')).toMatchObject({ startsAt: '2026-07-01T13:00:00.000Z', available: true })
    expect(at('2026-07-01T11:30:00.001Z')).toMatchObject({ available: false })
  })
})

describe('the promise', () => {
  const minutesOf = (day: string) => {
    const start = londonTime(day, '00:00').getTime()
    const end = londonTime(dayAfter(day), '00:00').getTime()
    return Array.from({ length: (end - start) / minuteMs }, (_, index) => new Date(start + index * minuteMs + 34_567))
  }

  it.each(['2026-01-01', '2026-07-01', '2026-11-20', ...changeDays])('is 46 to 90 minutes away, all day, on %s', (day) => {
    const every = minutesOf(day)
    const minuteOfDay = (now: Date) => Number(wall(now).slice(11, 13)) * 60 + Number(wall(now).slice(14))
    expect(every.length).toBe(1440 + (day.includes('-03-') ? -60 : 0) + (day.includes('-10-') ? 60 : 0))
    expect(every.filter((now) => nextAvailableMinutes(now) !== 90 - (minuteOfDay(now) % 45))).toEqual([])
    expect([Math.min(...every.map(nextAvailableMinutes)), Math.max(...every.map(nextAvailableMinutes))]).toEqual([46, 90])
  })

  it('is a window of 45 minutes that ends at the figure, in whole minutes, the same for everyone of a cycle', () => {
    const windows = minutesOf('2026-10-25').map((now) => ({ now, ...asapWindow(now) }))
    const wrong = windows.filter(({ now, promisedFrom, promisedUntil }) => {
      const figure = Math.floor(now.getTime() / minuteMs) + nextAvailableMinutes(now)
      return Date.parse(promisedUntil) !== figure * minuteMs || Date.parse(promisedFrom) !== (figure - 45) * minuteMs
    })
    expect(wrong).toEqual([])
    // 32 cycles of 45 minutes a day; the repeated hour on this day adds parts of two more.
    expect(new Set(windows.map(({ promisedUntil }) => promisedUntil)).size).toBe(34)
  })
})

const now = '2026-11-20T10:20:00.000Z' // Friday, 10:20 in London; next available in 55 minutes
const asapNow = { promisedFrom: '2026-11-20T10:30:00.000Z', promisedUntil: '2026-11-20T11:15:00.000Z' }
const noSlot = { slotStartsAt: null, slotEndsAt: null }

describe('arrivalFor', () => {
  it("takes ASAP for today as now when the visitor's clock still shows yesterday", () => {
    const now = new Date('2026-11-21T00:01:00.000Z')
    const behind = new Date('2026-11-20T23:59:00.000Z')
    const result = arrivalFor({ serviceLevel: 'standard', preferredDate: '2026-11-21', timeSlot: 'ASAP', submittedAt: behind }, now)
    expect(result).toMatchObject({ arrival: { slotStartsAt: null, late: false, ...asapWindow(now) } })
  })

  it.each(['ASAP', 'asap', 'As soon as possible', ''])('takes %j as the promise of this moment', (timeSlot) => {
    expect(arrivalOf({ timeSlot }, now)).toEqual({ ...asapNow, ...noSlot, preferredDate: null, late: false })
    expect(arrivalOf({ timeSlot, preferredDate: '2026-11-20' }, now)).toEqual({
      ...asapNow,
      ...noSlot,
      preferredDate: '2026-11-20',
      late: false,
    })
  })

  it("takes 'as soon as possible' on a later day as that day's first slot", () => {
    expect(arrivalOf({ preferredDate: '2026-11-21' }, now)).toMatchObject({
      slotStartsAt: '2026-11-21T08:00:00.000Z',
      slotEndsAt: '2026-11-21T10:00:00.000Z',
    })
    expect(arrivalOf({ preferredDate: '2026-07-02' }, '2026-07-01T22:59:00Z')).toMatchObject({
      slotStartsAt: '2026-07-02T07:00:00.000Z',
      late: false,
    })
  })

  it('refuses a day that is over in London, and takes today as today', () => {
    for (const [preferredDate, at] of [
      ['2026-11-19', now],
      ['2025-11-20', now],
      ['0000-01-01', now],
      ['2026-07-01', '2026-07-01T23:30:00Z'], // 00:30 on 2 July in London
      ['2026-10-24', '2026-10-24T23:00:00Z'], // midnight, the hour that comes twice still ahead
    ] as const)
      expect([preferredDate, at, Object.keys(problemsFor({ preferredDate }, at))]).toEqual([preferredDate, at, ['preferredDate']])
    for (const [preferredDate, at] of [
      ['2026-07-02', '2026-07-01T23:30:00Z'],
      ['2026-07-01', '2026-07-01T22:59:59Z'],
      ['2026-01-01', '2026-01-01T23:59:59Z'],
    ] as const)
      expect(arrivalOf({ preferredDate }, at)).toMatchObject({ preferredDate, ...noSlot, ...asapWindow(new Date(at)) })
  })

  it('goes 12 months ahead', () => {
    const problemsOn = (preferredDate: string) => Object.keys(problemsFor({ preferredDate }, now))
    expect(['2027-11-20', '2027-11-21', '9999-12-31'].map(problemsOn)).toEqual([[], ['preferredDate'], ['preferredDate']])
  })

  it('takes slots of the list alone, however the dash is written', () => {
    const notSlots = ['Tonight 12:00 - 14:00', '12:00 - 16:00', '13:00 - 15:00', '24:00 - 02:00', 'noon', '<>', '-']
    for (const timeSlot of [...notSlots, '12:00 - 14:00 x', 'constructor'])
      expect([timeSlot, Object.keys(problemsFor({ timeSlot }, now))]).toEqual([timeSlot, ['timeSlot']])
    for (const timeSlot of ['14:00 - 16:00', '14:00-16:00', '14:00 – 16:00'])
      expect(arrivalOf({ timeSlot }, now)).toMatchObject({ slotStartsAt: '2026-11-20T14:00:00.000Z', preferredDate: '2026-11-20' })
  })

  it("books 'Tonight' for this very morning, the same hours without it for the next one", () => {
    const at = '2026-07-01T23:30:00Z'
    expect(arrivalOf({ timeSlot: 'Tonight 02:00 - 04:00', preferredDate: '2026-07-02' }, at)).toMatchObject({
      slotStartsAt: '2026-07-02T01:00:00.000Z',
    })
    expect(arrivalOf({ timeSlot: '02:00 - 04:00', preferredDate: '2026-07-02' }, at)).toMatchObject({
      slotStartsAt: '2026-07-03T01:00:00.000Z',
    })
    expect(problemsFor({ timeSlot: 'Tonight 00:00 - 02:00' }, at)).toHaveProperty('timeSlot')
  })

  it.each(['2026-11-21', '2026-12-25'])("refuses 'Tonight' on %s, which has no such slot", (preferredDate) => {
    expect(slotsOf(preferredDate, new Date(now)).map(({ text }) => text)).not.toContain('Tonight 02:00 - 04:00')
    expect(problemsFor({ timeSlot: 'Tonight 02:00 - 04:00', preferredDate }, now)).toHaveProperty('timeSlot')
  })

  it.each([{}, { preferredDate: '1999-01-01' }, { preferredDate: '2030-01-01', timeSlot: 'noon' }])(
    'sends Red Line at once, whatever date or slot: %j',
    (when) => {
      expect(arrivalOf({ ...when, serviceLevel: 'redline' }, now)).toEqual({
        ...noSlot,
        preferredDate: null,
        promisedFrom: '2026-11-20T10:35:00.000Z',
        promisedUntil: '2026-11-20T10:50:00.000Z',
        late: false,
      })
    },
  )
})

describe('a booking that waited in a queue', () => {
  const moment = fc.date({ min: new Date('2026-01-01T00:00:00Z'), max: new Date('2028-12-31T00:00:00Z'), noInvalidDate: true })
  const waitMs = fc.oneof(fc.integer({ min: 0, max: 3 * hourMs }), fc.integer({ min: 0, max: 400 * dayMs }))

  it('is never refused where it would have been accepted when it was made, and is late once its slot has begun', () => {
    fc.assert(
      fc.property(moment, fc.nat(30), fc.nat(15), waitMs, (submittedAt, ahead, choice, wait) => {
        const preferredDate = dayAfter(wall(submittedAt).slice(0, 10), ahead)
        const open = slotsOf(preferredDate, submittedAt).filter(({ available }) => available)
        const slot = open[choice % open.length]
        fc.pre(slot !== undefined)
        const later = new Date(submittedAt.getTime() + wait)
        const decided = arrivalFor(standard({ preferredDate, timeSlot: slot.text, submittedAt }), later)
        expect(decided).toMatchObject({
          arrival: {
            preferredDate,
            slotStartsAt: slot.startsAt,
            slotEndsAt: slot.endsAt,
            late: Date.parse(slot.startsAt) <= later.getTime(),
          },
        })
      }),
      { numRuns: tries(75, 300) },
    )
  })

  it.each([
    ['standard', '2026-11-20T11:14:59.999Z', false],
    ['standard', '2026-11-20T11:15:00.000Z', true],
    ['redline', '2026-11-20T10:49:59.999Z', false],
    ['redline', '2026-11-20T10:50:00.000Z', true],
    ['standard', '2026-11-22T23:00:00.000Z', true],
  ] as const)('as soon as possible (%s) is late at %s: %s, and gets a promise that can be kept', (serviceLevel, at, late) => {
    const arrival = arrivalOf({ serviceLevel, submittedAt: new Date(now), preferredDate: '2026-11-20' }, at)
    expect(arrival).toMatchObject({ ...noSlot, late })
    expect(Date.parse(arrival.promisedUntil)).toBeGreaterThan(Date.parse(at))
  })

  it.each([
    ['2026-11-20T13:59:59.999Z', false],
    ['2026-11-20T14:00:00.000Z', true],
    ['2026-11-20T15:59:59.999Z', true],
    ['2026-12-24T00:00:00.000Z', true],
  ])('for the slot from 14:00, is taken at %s; late: %s', (at, late) => {
    const when = { submittedAt: new Date(now), preferredDate: '2026-11-20', timeSlot: '14:00 - 16:00' }
    expect(arrivalOf(when, at)).toEqual({ ...slotArrival('2026-11-20', '2026-11-20T14:00:00.000Z', '2026-11-20T16:00:00.000Z'), late })
  })

  it('may not ask for what had already passed when it was made', () => {
    const submittedAt = new Date(now)
    expect(problemsFor({ submittedAt, preferredDate: '2026-11-19' }, '2026-11-20T12:00:00Z')).toHaveProperty('preferredDate')
    expect(problemsFor({ submittedAt, timeSlot: '10:00 - 12:00' }, '2026-11-20T12:00:00Z')).toHaveProperty('timeSlot')
  })

  it('made in the future, by its clock, is judged as made now', () => {
    const ahead = { submittedAt: new Date('2027-03-01T00:00:00Z') }
    expect(arrivalOf(ahead, now)).toEqual(arrivalOf({}, now))
    expect(arrivalOf({ ...ahead, preferredDate: '2026-11-20', timeSlot: '14:00 - 16:00' }, now)).toMatchObject({ late: false })
    expect(problemsFor({ ...ahead, preferredDate: '2026-11-19' }, now)).toHaveProperty('preferredDate')
    expect(problemsFor({ ...ahead, preferredDate: '2028-01-01' }, now)).toHaveProperty('preferredDate')
  })
})

describe("the form's steps", () => {
  const contact = { name: 'Priya Raman', phone: '07700 900264', email: 'priya@example.com' }
  const complete: Answers = { serviceLevel: 'standard', ...contact, service: 'Burst Pipe' }
  const at = new Date(now)

  test.each<[Answers, number]>([
    [{}, 1],
    [{ serviceLevel: 'gold' }, 1],
    [{ serviceLevel: 'standard' }, 2],
    [{ serviceLevel: 'standard', ...contact, email: 'nobody' }, 2],
    [{ serviceLevel: 'standard', ...contact }, 3],
    [{ ...complete, preferredDate: '2026-11-19' }, 3],
    [{ ...complete, timeSlot: '08:00 - 10:00' }, 3],
    [{ ...complete, serviceLevel: 'redline', preferredDate: '2026-11-19', timeSlot: 'noon' }, 4],
    [{ ...complete, preferredDate: '', timeSlot: '', postcode: '' }, 4],
    [complete, 4],
  ])('%j leads to step %i', (answers, step) => {
    expect(firstOpenStep(answers, at)).toBe(step)
  })

  it('each name all that is missing in them, and nothing of the others', () => {
    const missing = (step: 1 | 2 | 3 | 4, answers: Answers = {}) => Object.keys(stepProblems(step, answers, at))
    expect([missing(1), missing(2), missing(3)]).toEqual([['serviceLevel'], ['name', 'phone', 'email'], ['service']])
    for (const preferredDate of ['20/11/2026', '2026-11-19'])
      expect(missing(3, { service: 'Burst Pipe', preferredDate })).toEqual(['preferredDate'])
    expect(stepProblems(4, {}, at)).toEqual({})
  })

  it('take standard as the level until Red Line is chosen', () => {
    expect([{}, { serviceLevel: 'gold' }, { serviceLevel: 'redline' }].map(levelOf)).toEqual(['standard', 'standard', 'redline'])
  })
})

it('tells in words a promise from a slot, in London time', () => {
  const window = {
    serviceLevel: 'standard' as const,
    promisedFrom: '2026-07-01T22:30:00.000Z',
    promisedUntil: '2026-07-01T23:15:00.000Z',
  }
  expect(arrivalText({ ...window, slotStartsAt: null })).toBe('As soon as possible: Wednesday 1 July, 11.30pm to 12.15am')
  expect(arrivalText({ ...window, slotStartsAt: window.promisedFrom })).toBe('Wednesday 1 July, 11.30pm to 12.15am')
  expect(arrivalText({ ...window, slotStartsAt: null }, new Date(Date.parse(window.promisedFrom) + 365 * dayMs))).toMatch(/ 1 July \d{4}, /)
  expect(arrivalText({ ...window, serviceLevel: 'redline', slotStartsAt: null })).toMatch(/^Now: Wednesday 1 July/)
  const promised = /11\.30pm/
  expect(arrivalNow({ ...window, slotStartsAt: null, status: 'received', toAgree: 0 })).toMatch(promised)
  // No window was promised.
  expect(arrivalNow({ ...window, slotStartsAt: null, status: 'received', toAgree: 1 })).not.toMatch(promised)
  expect(arrivalNow({ ...window, serviceLevel: 'redline', slotStartsAt: null, status: 'expired', toAgree: 0 })).not.toMatch(promised)
})

type Changeable = Parameters<typeof cancellationOf>[0]
type StatusChange = Parameters<typeof cancellationOf>[1][number]

/** A booking made at an instant with these form fields, as stored. */
const bookedAt = (at: string, when: Partial<When> = {}, changes: Partial<Changeable> = {}): Changeable => ({
  status: 'received',
  serviceLevel: when.serviceLevel ?? 'standard',
  ...arrivalOf(when, at),
  lateAfter: null,
  priorityFeePence: when.serviceLevel === 'redline' ? 2_999 : 0,
  ...{ email: 'priya@example.com', forBusiness: 0, startAskedAt: null },
  frozenTerms: JSON.stringify({ billing: billingTerms }),
  createdAt: new Date(at).toISOString(),
  ...changes,
})
const history = (...steps: [at: string, toStatus: BookingStatus][]): StatusChange[] =>
  steps.map(([at, toStatus], index) => ({ at: new Date(at).toISOString(), toStatus, fromStatus: steps[index - 1]?.[1] ?? null }))
const mayMove = (booking: Changeable, ms: number) => 'until' in timeChangeOf(booking, new Date(ms))

/** Slots around both clock changes and around midnight, as the form sends them, with their start. */
const slotsToMove: [day: string, timeSlot: string, startsAt: string][] = [
  ['2026-11-24', '14:00 - 16:00', '2026-11-24T14:00:00Z'],
  ['2026-07-14', '14:00 - 16:00', '2026-07-14T13:00:00Z'],
  ['2026-11-24', '22:00 - 00:00', '2026-11-24T22:00:00Z'],
  ['2026-11-24', '00:00 - 02:00', '2026-11-25T00:00:00Z'],
  ['2026-07-14', '00:00 - 02:00', '2026-07-14T23:00:00Z'],
  ['2027-03-27', '00:00 - 02:00', '2027-03-28T00:00:00Z'],
  ['2027-03-27', '02:00 - 04:00', '2027-03-28T01:00:00Z'],
  ['2026-10-24', '00:00 - 02:00', '2026-10-24T23:00:00Z'],
  ['2026-10-24', '02:00 - 04:00', '2026-10-25T02:00:00Z'],
]

describe('Changing the time', () => {
  test.each(slotsToMove)(
    'of the slot of %s, %s is possible until an hour before it begins, to the millisecond',
    (day, timeSlot, startsAt) => {
      const booking = bookedAt('2026-06-01T10:00:00Z', { preferredDate: day, timeSlot })
      const start = Date.parse(startsAt)
      expect(booking.promisedFrom).toBe(new Date(start).toISOString())
      const cutoff = start - changeCutoffMinutes * minuteMs
      for (let minute = -180; minute <= 180; minute++)
        expect(mayMove(booking, start + minute * minuteMs), `${minute} min`).toBe(minute <= -changeCutoffMinutes)
      expect([mayMove(booking, cutoff), mayMove(booking, cutoff + 1)]).toEqual([true, false])
      expect(timeChangeOf(booking, new Date(cutoff))).toEqual({ until: new Date(cutoff).toISOString() })
    },
  )

  test('of a visit as soon as possible is possible while its window lasts, at every minute of a day', () => {
    for (let minute = 0; minute < 1440; minute += 7) {
      const made = Date.parse('2026-11-20T00:00:00Z') + minute * minuteMs
      const booking = bookedAt(new Date(made).toISOString())
      const until = Date.parse(booking.promisedUntil)
      expect([made, until, until + 1].map((ms) => mayMove(booking, ms))).toEqual([true, true, false])
    }
  })

  test('depends on the status of the booking, and is never possible for Red Line', () => {
    const now = new Date('2026-11-20T10:21:00Z')
    const made = '2026-11-20T10:20:00Z'
    for (const status of statusNames) {
      const may = ['received', 'confirmed', 'assigned'].includes(status)
      if (status !== 'awaiting_payment')
        expect([status, 'until' in timeChangeOf(bookedAt(made, {}, { status }), now)]).toEqual([status, may])
      expect(timeChangeOf(bookedAt(made, { serviceLevel: 'redline' }, { status }), now)).toHaveProperty('refused')
    }
  })
})

describe('Cancelling', () => {
  const made = '2026-11-20T10:20:00Z'
  const minuteLater = new Date('2026-11-20T10:21:00Z')

  test.each<[BookingStatus, number | 'refused']>([
    ['awaiting_payment', 0],
    ['received', 0],
    ['confirmed', 0],
    ['assigned', 0],
    ['en_route', 4_900],
    ['arrived', 'refused'],
    ['completed', 'refused'],
    ['cancelled', 'refused'],
    ['no_access', 'refused'],
    ['expired', 'refused'],
  ])('a %s visit as soon as possible comes to %s', (status, outcome) => {
    const cancellation = cancellationOf(bookedAt(made, {}, { status }), [], minuteLater)
    if (outcome === 'refused') expect(cancellation).toEqual({ refused: expect.stringMatching(/call/i) })
    else expect(cancellation).toEqual({ chargePence: outcome, refundPence: 0, keptFeePence: 0, freesSlot: status !== 'en_route' })
  })

  test('costs what the terms frozen with the booking say, whatever the rate card says by then', () => {
    const frozenTerms = JSON.stringify({ billing: { ...billingTerms, noAccessPence: 3_300 } })
    expect(cancellationOf(bookedAt(made, {}, { status: 'en_route', frozenTerms }), [], minuteLater)).toMatchObject({ chargePence: 3_300 })
  })

  test('is free again once the window has passed, to the millisecond', () => {
    const booking = bookedAt(made, {}, { status: 'en_route' })
    const charge = (ms: number) => (cancellationOf(booking, [], new Date(ms)) as { chargePence: number }).chargePence
    const until = Date.parse(booking.promisedUntil)
    for (let minute = -40; minute <= 40; minute++) expect(charge(until + minute * minuteMs), `${minute} min`).toBe(minute <= 0 ? 4_900 : 0)
    expect([charge(until), charge(until + 1)]).toEqual([4_900, 0])
  })

  // The 14th day ends at midnight in London, on either side of a clock change.
  test.each([
    ['2026-11-20T12:00:00Z', '2026-12-05T00:00:00Z'],
    ['2026-11-20T23:59:59Z', '2026-12-05T00:00:00Z'],
    ['2026-11-21T00:00:00Z', '2026-12-06T00:00:00Z'],
    ['2026-10-20T22:59:59Z', '2026-11-04T00:00:00Z'],
    ['2026-10-20T23:00:00Z', '2026-11-05T00:00:00Z'],
    ['2027-03-20T12:00:00Z', '2027-04-03T23:00:00Z'],
  ])('a visit for later, confirmed at %s, is free until %s even when the engineer has set out', (confirmed, ends) => {
    const created = new Date(Date.parse(confirmed) - hourMs).toISOString()
    const visitDay = wall(new Date(Date.parse(ends) + 2 * dayMs)).slice(0, 10)
    const booking = bookedAt(created, { preferredDate: visitDay, timeSlot: '14:00 - 16:00' }, { status: 'en_route' })
    const events = history([created, 'received'], [confirmed, 'confirmed'], [ends, 'en_route'])
    const charge = (ms: number) => (cancellationOf(booking, events, new Date(ms)) as { chargePence: number }).chargePence
    const end = Date.parse(ends)
    expect([-2 * hourMs, -minuteMs, -1, 0, minuteMs].map((ms) => charge(end + ms))).toEqual([0, 0, 0, 4_900, 4_900])
  })

  test('Red Line gives the whole fee back unless we dispatched within 15 minutes of the payment, to the millisecond', () => {
    const at = (ms: number) => new Date(Date.parse(made) + ms).toISOString()
    const booking = bookedAt(made, { serviceLevel: 'redline' })
    const paidAt = 5 * minuteMs
    const fee = (dispatchedMs: number | undefined) => {
      const events = history(
        [made, 'awaiting_payment'],
        [at(paidAt), 'received'],
        ...(dispatchedMs === undefined ? [] : [[at(dispatchedMs), 'en_route'] as [string, BookingStatus]]),
      )
      const status = dispatchedMs === undefined ? 'received' : 'en_route'
      const { refundPence, keptFeePence, freesSlot } = cancellationOf({ ...booking, status }, events, new Date(at(hourMs)), {
        paidAt: at(paidAt),
        leftPence: 2_999,
      }) as Exclude<ReturnType<typeof cancellationOf>, { refused: string }>
      return [refundPence, keptFeePence, freesSlot]
    }
    expect(fee(undefined)).toEqual([2_999, 0, true])
    for (let minute = 0; minute <= 30; minute++)
      expect(fee(paidAt + minute * minuteMs), `${minute} min`).toEqual(minute <= 15 ? [0, 2_999, false] : [2_999, 0, false])
    expect(fee(paidAt + 15 * minuteMs + 1)).toEqual([2_999, 0, false])
  })

  test('Red Line gives back what is left of the fee, by what was paid: staff can receive a booking without money', () => {
    const events = history([made, 'awaiting_payment'], [made, 'received'])
    const booking = bookedAt(made, { serviceLevel: 'redline' })
    expect(cancellationOf(booking, events, minuteLater, { paidAt: made, leftPence: 1_999 })).toMatchObject({ refundPence: 1_999 })
    expect(cancellationOf(booking, events, minuteLater)).toMatchObject({ refundPence: 0, keptFeePence: 0 })
  })

  test('Red Line that was never paid for gives nothing back', () => {
    const redLine = { serviceLevel: 'redline' } as const
    const unpaid = cancellationOf(bookedAt(made, redLine, { status: 'awaiting_payment' }), history([made, 'awaiting_payment']), minuteLater)
    expect(unpaid).toEqual({ chargePence: 0, refundPence: 0, keptFeePence: 0, freesSlot: true })
    // By phone the fee is on the bill: it's due only if we were on time.
    const byPhone = bookedAt(made, redLine, { status: 'en_route', priorityFeePence: 9_500 })
    const sent = (at: string) => cancellationOf(byPhone, history([made, 'received'], [at, 'en_route']), new Date('2026-11-20T10:40:00Z'))
    expect(sent('2026-11-20T10:35:00Z')).toMatchObject({ refundPence: 0, keptFeePence: 9_500 })
    expect(sent('2026-11-20T10:36:00Z')).toMatchObject({ refundPence: 0, keptFeePence: 0 })
  })
})
