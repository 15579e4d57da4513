import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { describe, expect, it } from 'vitest'
import { postDate } from './post-date.ts'

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

describe('The date of a post', () => {
  it.each([
    ['2026-06-30T22:59:59.999Z', '30 Jun 2026'],
    ['2026-06-30T23:30:00.000Z', '01 Jul 2026'],
    ['2026-12-31T23:59:59.999Z', '31 Dec 2026'],
    ['2027-01-01T00:00:00.000Z', '01 Jan 2027'],
    // The clocks go forward at 01:00 on 29 March, and back at 01:00 UTC on 25 October.
    ['2026-03-28T23:59:00.000Z', '28 Mar 2026'],
    ['2026-03-29T23:00:00.000Z', '30 Mar 2026'],
    ['2026-10-24T23:00:00.000Z', '25 Oct 2026'],
    ['2026-10-25T23:00:00.000Z', '25 Oct 2026'],
  ])('is that of the day in London: %s is %s', (at, date) => {
    expect(postDate(at)).toBe(date)
  })

  it('is right at any moment', { timeout: 60_000 }, () => {
    const min = new Date('1972-01-01')
    const max = new Date('2099-12-31')
    fc.assert(
      fc.property(fc.date({ min, max, noInvalidDate: true }), (date) => {
        const { day, month, year } = Temporal.Instant.fromEpochMilliseconds(date.getTime()).toZonedDateTimeISO('Europe/London')
        expect(postDate(date.toISOString())).toBe(`${String(day).padStart(2, '0')} ${months[month - 1]} ${year}`)
      }),
    )
  })

  it.each(['', 'null', 'soon', '2026-13-01', '<script>'])('is nothing where there is none: %j', (at) => {
    expect(postDate(at)).toBe('')
  })
})
