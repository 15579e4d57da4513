import { momentText, spokenTimeAt } from '#app/platform/london.ts'
import { dayText } from '#app/values/day.ts'
import type { EndpointHistory, EndpointNow, readBookingWay, UptimeCell } from './uptime-reads.server.ts'
import { endpointNames, responseText, shareText, stateOf, sumOf, type UptimeNow, type UptimeSpan, uptimeStates } from './uptime-rounds.ts'

export const stateWords: Record<UptimeNow, string> = { up: 'Up', degraded: 'Slow', down: 'Down', unknown: 'Not known' }

/** A cell of the strip in words: 'Fri 20 Nov: up 287, not known 1'. */
const cellText = ({ day, from, counts }: UptimeCell, span: UptimeSpan) => {
  const when = span === 1 ? `${dayText(day)}, from ${spokenTimeAt(from)}` : dayText(day)
  const parts = uptimeStates.filter((state) => counts[state] > 0).map((state) => `${stateWords[state].toLowerCase()} ${counts[state]}`)
  return `${when}: ${parts.join(', ') || 'nothing yet'}`
}

/** An endpoint on the page, in words and cells. */
export function endpointView(now: EndpointNow, history: EndpointHistory, span: UptimeSpan) {
  const { counts, cells } = history
  const seen = sumOf(counts) - counts.unknown
  return {
    endpoint: now.endpoint,
    name: endpointNames[now.endpoint],
    status: now.status,
    checked: now.checkedAt ? momentText(now.checkedAt) : undefined,
    now: responseText(now.responseMs),
    error: now.error,
    upShare: shareText(counts.up, seen),
    row: [
      ...(['up', 'degraded', 'down'] as const).map((state) => shareText(counts[state], seen)),
      shareText(counts.unknown, sumOf(counts)),
      responseText(history.p50Ms),
      responseText(history.p95Ms),
    ],
    cells: cells.map((cell) => ({ id: cell.from, state: stateOf(cell.counts), text: cellText(cell, span) })),
    /** The periods that were not up, for people who can't see the strip. */
    stretches: cells.filter(({ counts: { degraded, down } }) => degraded + down > 0).map((cell) => cellText(cell, span)),
    begins: cells[0] && (span === 1 ? spokenTimeAt(cells[0].from) : dayText(cells[0].day)),
  }
}

export type EndpointView = ReturnType<typeof endpointView>

/** The state of test bookings, in words. */
export function bookingWayView({ state, phoneFirstSince, runs }: Awaited<ReturnType<typeof readBookingWay>>) {
  return {
    state: ({ works: 'up', failing: 'down', unknown: 'unknown' } as const)[state],
    phoneFirstSince: phoneFirstSince ? momentText(phoneFirstSince) : undefined,
    runs: runs.map(({ id, at, outcome, responseMs, error }) => ({
      id,
      cells: [momentText(at), outcome === 'ok' ? 'Worked' : 'Failed', responseText(responseMs), error],
    })),
  }
}

export type BookingWayView = ReturnType<typeof bookingWayView>
