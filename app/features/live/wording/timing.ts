/* How often `/api/live` is polled and how long its figures are fresh; separate from the schema, which would bring Zod into the islands. */

export const livePath = '/api/live'
/** The event of the stream whose data is a `LiveView` in JSON. */
export const liveEvent = 'live'
/** How often a device without a stream polls. */
export const livePollMs = 20_000
/** Older figures are not shown. */
export const liveStaleMs = 90_000
/** How long a visit counts as viewing after it was last seen. */
export const viewingMinutes = 5
export const viewingMs = viewingMinutes * 60_000
