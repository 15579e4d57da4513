/** Sent with a booking but not part of it: the token, the time of sending, and the figures that are only compared. */
const besides = new Set([
  'csrfToken',
  'submittedAt',
  'sentAt',
  'estimatedPrice',
  'detectedBorough',
  'triggered_from',
  'shownMostPence',
  'callFirst',
  'shownEstimatePence',
  'shownFeePence',
  'shownDiscountPence',
])

/**
 * Returns the text that submissions of the same booking share, for device and server: everything about the booking itself. A page reloaded
 * while sending may send the same answers again before it knows their price: that must not become a second booking. The server stores its
 * hash, so it must not change for the same answers.
 */
export function contentOf(body: Record<string, unknown>): string {
  const sorted = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(sorted)
    if (typeof value !== 'object' || value === null) return value
    return Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, each]) => [name, sorted(each)])
  }
  return JSON.stringify(sorted(Object.fromEntries(Object.entries(body).filter(([name]) => !besides.has(name)))))
}
