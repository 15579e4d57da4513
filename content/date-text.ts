import type { LondonDay } from '#app/values/day.ts'

/** '20 November 2026'. */
export const dateText = (day: LondonDay): string =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString('en-GB', { timeZone: 'UTC', day: 'numeric', month: 'long', year: 'numeric' })
