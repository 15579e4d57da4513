import { isBankHoliday } from '#app/platform/bank-holidays.ts'
import { londonHour } from '#app/platform/london.ts'
import type { Instant } from '#app/values/clock.ts'
import { weekdayOf } from '#app/values/day.ts'
import { poundsText } from '#content/money.ts'
import type { PriceList } from '#content/price-list.ts'
import type { Supplement } from './estimate.ts'

type Supplements = Pick<PriceList, 'supplements'>

/** The supplement for the start of a promised window, by London's clocks: the largest that applies; undefined if none does. */
export function supplementAt({ supplements }: Supplements, at: Date | Instant): Supplement | undefined {
  const { day, hour } = londonHour(at)
  const { nightPence, sundayPence, bankHolidayPence } = supplements
  const all = [
    { name: 'Bank holiday supplement', pence: isBankHoliday(day) ? bankHolidayPence : 0 },
    { name: 'Sunday supplement', pence: weekdayOf(day) === 0 ? sundayPence : 0 },
    { name: 'Night supplement', pence: hour < 8 || hour >= 22 ? nightPence : 0 },
  ]
  return all.filter(({ pence }) => pence > 0).sort((a, b) => b.pence - a.pence)[0]
}

/** Returns 'The most you’ll pay may go up by £20 at night (10pm to 8am), £30 on Sundays.'; '' if the owner has set no supplement. */
export function supplementsText({ supplements }: Supplements): string {
  const { nightPence, sundayPence, bankHolidayPence } = supplements
  const whens = [
    ['at night (10pm to 8am)', nightPence],
    ['on Sundays', sundayPence],
    ['on bank holidays', bankHolidayPence],
  ] as const
  const parts = whens.flatMap(([when, pence]) => (pence > 0 ? [`${poundsText(pence)} ${when}`] : []))
  return parts.length > 0 ? `The most you’ll pay may go up by ${parts.join(', ')}.` : ''
}
