/* How `/api/live` is asked and how long its figures hold; apart from the schema, which brings Zod, for the islands. */

export const livePath = '/api/live'
/** The event of the stream whose data is a `LiveView` in JSON. */
export const liveEvent = 'live'
/** How often a device asks that has no stream. */
export const livePollMs = 20_000
/** A figure older than that is not shown. */
export const liveStaleMs = 90_000
/** A visit counts as viewing for so long after it was last seen. */
export const viewingMinutes = 5
export const viewingMs = viewingMinutes * 60_000
