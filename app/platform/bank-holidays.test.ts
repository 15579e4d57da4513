import { describe, expect, it, test } from 'vitest'
import { addDays } from '#app/values/day.ts'
import { isBankHoliday } from './bank-holidays.ts'

/** Typed from gov.uk's list for England and Wales, without the one-off days of 2020 and 2022. */
const published: Record<number, string> = {
  2023: '2 Jan, 7 Apr, 10 Apr, 1 May, 29 May, 28 Aug, 25 Dec, 26 Dec',
  2024: '1 Jan, 29 Mar, 1 Apr, 6 May, 27 May, 26 Aug, 25 Dec, 26 Dec',
  2025: '1 Jan, 18 Apr, 21 Apr, 5 May, 26 May, 25 Aug, 25 Dec, 26 Dec',
  2026: '1 Jan, 3 Apr, 6 Apr, 4 May, 25 May, 31 Aug, 25 Dec, 28 Dec',
  2027: '1 Jan, 26 Mar, 29 Mar, 3 May, 31 May, 30 Aug, 27 Dec, 28 Dec',
  2028: '3 Jan, 14 Apr, 17 Apr, 1 May, 29 May, 28 Aug, 25 Dec, 26 Dec',
}

const daysOf = (year: number) => {
  const days: string[] = []
  for (let day = `${year}-01-01`; day.startsWith(String(year)); day = addDays(day, 1)) days.push(day)
  return days
}
const isoOf = (text: string, year: string) => new Date(`${text} ${year} UTC`).toISOString().slice(0, 10)

describe('The bank holidays of England', () => {
  it.each(Object.entries(published))('of %s are those of gov.uk, and no other day', (year, text) => {
    expect(daysOf(Number(year)).filter(isBankHoliday)).toEqual(text.split(', ').map((each) => isoOf(each, year)))
  })

  // Christmas on a Saturday moves to Monday and its Boxing Day to Tuesday; Christmas on a Sunday moves to Tuesday, after Boxing Day.
  test.each([
    [2032, ['2032-12-27', '2032-12-28']],
    [2033, ['2033-12-26', '2033-12-27']],
    [2034, ['2034-12-25', '2034-12-26']],
  ])('at Christmas %i', (year, days) => {
    expect(
      daysOf(year)
        .filter(isBankHoliday)
        .filter((day) => day.slice(5, 7) === '12'),
    ).toEqual(days)
  })

  it('are eight weekdays in every year', () => {
    for (let year = 2000; year < 2100; year++) {
      const days = daysOf(year).filter(isBankHoliday)
      expect([year, days.length]).toEqual([year, 8])
      for (const day of days) expect([0, 6], day).not.toContain(new Date(day).getUTCDay())
    }
  })

  it.each([
    [2000, '2000-04-24'],
    [2011, '2011-04-25'],
    [2038, '2038-04-26'],
    [2049, '2049-04-19'],
  ])('have the Easter Monday of %i', (_, monday) => {
    expect(isBankHoliday(monday)).toBe(true)
    expect(isBankHoliday(addDays(monday, -3))).toBe(true)
    expect(isBankHoliday(addDays(monday, -7))).toBe(false)
  })
})
