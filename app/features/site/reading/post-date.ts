import type { Instant } from '#app/values/clock.ts'

const london = new Intl.DateTimeFormat('en-US', { timeZone: 'Europe/London', day: '2-digit', month: 'short', year: 'numeric' })

/** 'dd MMM yyyy' of the day in London, '05 Nov 2026'; light enough for a phone. */
export function postDate(at: Instant): string {
  const time = new Date(at)
  if (Number.isNaN(time.getTime())) return ''
  const part = Object.fromEntries(london.formatToParts(time).map(({ type, value }) => [type, value]))
  return `${part.day} ${part.month} ${part.year}`
}
