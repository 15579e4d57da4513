import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { addDays, dayText, isDay } from '#app/values/day.ts'
import { instantOf, londonDay, londonMinuteOfDay, momentText, timeText, windowText } from './london.ts'

describe('an instant in London', () => {
  test.each([
    ['2026-07-01T22:59:59.999Z', '2026-07-01', '23:59'],
    ['2026-07-01T23:00:00.000Z', '2026-07-02', '00:00'], // midnight in summer
    ['2026-07-01T23:30:00.000Z', '2026-07-02', '00:30'],
    ['2026-03-29T01:00:00.000Z', '2026-03-29', '02:00'], // the clock goes forward
    ['2026-10-25T01:00:00.000Z', '2026-10-25', '01:00'], // the clock goes back
    ['2026-10-25T01:30:00.000Z', '2026-10-25', '01:30'],
  ])('%s is on %s at %s', (at, day, time) => {
    const [hour, minute] = time.split(':').map(Number)
    for (const each of [at, new Date(at)]) {
      expect([londonDay(each), timeText(each)]).toEqual([day, time])
      expect(londonMinuteOfDay(each)).toBe((hour ?? 0) * 60 + (minute ?? 0))
    }
  })

  it("is what the language's own calendar says of it", () => {
    const parts = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/London', dateStyle: 'short', timeStyle: 'short' })
    fc.assert(
      fc.property(fc.date({ min: new Date('2020-01-01'), max: new Date('2040-01-01'), noInvalidDate: true }), (at) => {
        expect(`${londonDay(at)} ${timeText(at)}`).toBe(parts.format(at))
      }),
    )
  })
})

describe('instantOf', () => {
  test.each([
    ['2026-07-01', 0, '2026-06-30T23:00:00.000Z'],
    ['2026-03-29', 2, '2026-03-29T01:00:00.000Z'],
    ['2026-10-25', 0, '2026-10-24T23:00:00.000Z'],
    ['2026-10-25', 2, '2026-10-25T02:00:00.000Z'],
    ['2026-10-25', 22, '2026-10-25T22:00:00.000Z'],
  ])('of %s at %i is %s', (day, hour, at) => {
    expect(instantOf(day, hour)).toBe(at)
    expect([londonDay(at), londonMinuteOfDay(at)]).toEqual([day, hour * 60])
  })
})

test.each([
  ['2026-03-28', 1, '2026-03-29'],
  ['2028-02-28', 1, '2028-02-29'],
  ['2027-02-28', 1, '2027-03-01'],
  ['2027-01-01', -1, '2026-12-31'],
])('%s and %i days make %s', (day, count, sum) => {
  expect(addDays(day, count)).toBe(sum)
})

test('a day is one of the calendar, written in full', () => {
  expect(['2026-11-20', '2028-02-29', '1000-01-01', '2999-12-31'].every(isDay)).toBe(true)
  const wrong = ['', '2026-02-29', '2026-04-31', '2026-00-10', '2026-13-01', '2026-1-1', '20261120', '2026-11-20T00:00', 'today']
  expect([...wrong, ' 2026-11-20', '2026-11-20\n', '-000001-01-01', '0999-12-31', '9999-12-31', '٢٠٢٦-١١-٢٠'].filter(isDay)).toEqual([])
})

test('days, moments and windows read as in a British diary', () => {
  expect(['2026-11-20', '2026-11-22', '2027-01-04'].map(dayText)).toEqual(['Fri 20 Nov', 'Sun 22 Nov', 'Mon 4 Jan'])
  expect(momentText('2026-07-01T23:05:00.000Z')).toBe('Thu 2 Jul, 12.05am')
  expect(windowText('2026-11-20T14:05:00.000Z', '2026-11-20T14:50:00.000Z')).toBe('Fri 20 Nov, 2.05pm to 2.50pm')
  expect(windowText('2026-11-20T22:00:00.000Z', '2026-11-21T00:00:00.000Z')).toBe('Fri 20 Nov, 10pm to midnight')
  const far = ['2029-11-20T22:00:00.000Z', '2029-11-21T06:00:00.000Z'] as const
  expect(windowText(...far, new Date('2026-11-20T10:00:00.000Z'))).toBe('Tue 20 Nov 2029, 10pm to Wed 21 Nov 2029, 6am')
  expect(windowText(...far, new Date('2029-11-19T10:00:00.000Z'))).toBe('Tue 20 Nov, 10pm to Wed 21 Nov, 6am')
  expect(windowText('2026-07-01T22:30:00.000Z', '2026-07-01T23:30:00.000Z')).toBe('Wed 1 Jul, 11.30pm to Thu 2 Jul, 12.30am')
})
