import { addDays, isWeekend, type LondonDay, weekdayOf } from '#app/values/day.ts'

/** Days added or moved by proclamation in one year, which the general rule doesn't include. None is announced. */
const proclaimed: readonly LondonDay[] = []

/**
 * Returns true on bank holidays of England and Wales, as listed on gov.uk/bank-holidays. If Christmas, Boxing or New Year's Day falls on a
 * weekend, the substitute weekday counts instead.
 */
export function isBankHoliday(day: LondonDay): boolean {
  const year = Number(day.slice(0, 4))
  const known = byYear.get(year) ?? bankHolidaysOf(year)
  byYear.set(year, known)
  return known.has(day)
}

/** The day `count` working days after `day`: Mondays to Fridays that aren't bank holidays of England and Wales. */
export function addWorkingDays(day: LondonDay, count: number): LondonDay {
  const next = addDays(day, 1)
  if (isWeekend(next) || isBankHoliday(next)) return addWorkingDays(next, count)
  return count > 1 ? addWorkingDays(next, count - 1) : next
}

const byYear = new Map<number, ReadonlySet<LondonDay>>()

function bankHolidaysOf(year: number): ReadonlySet<LondonDay> {
  const easter = easterOf(year)
  return new Set([
    onWeekday(`${year}-01-01`),
    addDays(easter, -2),
    addDays(easter, 1),
    mondayFrom(`${year}-05-01`),
    mondayFrom(`${year}-05-25`),
    mondayFrom(`${year}-08-25`),
    ...christmasOf(year),
    ...proclaimed.filter((day) => day.startsWith(`${year}-`)),
  ])
}

const onWeekday = (day: LondonDay): LondonDay => (isWeekend(day) ? onWeekday(addDays(day, 1)) : day)
const mondayFrom = (day: LondonDay) => addDays(day, (8 - weekdayOf(day)) % 7)

/** Returns the weekdays of Christmas and Boxing Day. If both have the same substitute, Boxing Day gets the next weekday. */
function christmasOf(year: number): LondonDay[] {
  const christmas = onWeekday(`${year}-12-25`)
  const boxing = onWeekday(`${year}-12-26`)
  return [christmas, boxing === christmas ? onWeekday(addDays(boxing, 1)) : boxing]
}

/** Easter Sunday of the Gregorian calendar, by the rule of Meeus, Jones and Butcher. */
function easterOf(year: number): LondonDay {
  const golden = year % 19
  const century = Math.floor(year / 100)
  const ofCentury = year % 100
  const leapCenturies = Math.floor(century / 4)
  const moonCorrection = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3)
  const epact = (19 * golden + century - leapCenturies - moonCorrection + 15) % 30
  const toSunday = (32 + 2 * (century % 4) + 2 * Math.floor(ofCentury / 4) - epact - (ofCentury % 4)) % 7
  const late = Math.floor((golden + 11 * epact + 22 * toSunday) / 451)
  const sinceMarch = epact + toSunday - 7 * late + 21
  return addDays(`${year}-03-01`, sinceMarch)
}
