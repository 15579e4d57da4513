import { londonDay } from '#app/platform/london.ts'
import type { Services } from '#app/platform/services.ts'
import { spokenMoment } from '#app/platform/spoken-moment.ts'
import { days, later } from '#app/values/clock.ts'
import { type LondonDay, longDayText, longDayTextFrom } from '#app/values/day.ts'
import { rules, whatOf } from './privacy/kept-for.ts'
import { countDue } from './retention/delete-rows.server.ts'
import { KeptBookings, NightResults } from './retention/night.ts'

const mostNights = 30

/** The last nights' erasures, and the data that is kept and due now, in words for staff. */
export async function readRetention(services: Services) {
  const { db, clock, published } = services
  const rows = await db.selectFrom('retentionNights').selectAll().orderBy('night', 'desc').limit(mostNights).execute()
  const [last] = rows
  const kept = last?.doneAt ? KeptBookings.parse(JSON.parse(last.kept)) : undefined
  const tomorrow = new Date(later(clock.now(), days(1)))
  const due: { what: string; count: number }[] = kept && kept.dueNext > 0 ? [{ what: 'bookings', count: kept.dueNext }] : []
  for (const rule of rules) {
    if (rule.each !== 'night') continue
    const count = await countDue(services, rule, tomorrow)
    if (count > 0) due.push({ what: rule.what, count })
  }
  return {
    bookingDays: published.current().desk.bookingDays,
    countedAt: last?.doneAt ? spokenMoment(last.doneAt) : undefined,
    due,
    kept: Object.entries(kept?.reasons ?? {})
      .map(([what, { count, until, open }]) => ({ what, count, until: untilText(until, open, londonDay(clock.now())) }))
      .toSorted((a, b) => b.count - a.count),
    waiting: kept?.waiting ?? 0,
    open: kept?.open ?? 0,
    nights: rows.map(({ night, doneAt, results }) => ({
      night: longDayText(night),
      state: doneAt ? 'Finished' : night === londonDay(clock.now()) ? 'Under way' : 'Not finished',
      ...nightTexts(NightResults.parse(JSON.parse(results))),
    })),
  }
}

function nightTexts(results: NightResults) {
  const entries = Object.entries(results).map(([name, figures]) => ({ what: whatOf(name), ...figures }))
  const failed = entries.filter((each) => each.failed > 0)
  return {
    due: entries.reduce((sum, { due, failed: some }) => sum + Math.max(due, some), 0),
    done: entries.reduce((sum, each) => sum + each.done, 0),
    what: entries.flatMap(({ what, done }) => (done > 0 ? [`${what} ${done}`] : [])).join(', '),
    failed: failed.map(({ what }) => what).join(', '),
  }
}

/** The day until which the last of them is kept, and how many have no end yet. */
const untilText = (until: string | null, open: number, today: LondonDay) =>
  [...(until ? [longDayTextFrom(until, today)] : []), ...(open > 0 ? [`${open} not settled yet`] : [])].join(', ')
