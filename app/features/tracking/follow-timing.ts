/*
 * How the page of a private link hears of changes: `/api/track?link={token}` reports that there are some, and the page fetches itself
 * again.
 */

export const followPath = '/api/track'
/** The event of the stream whose data is `{"mark":"…"}`, and the one after which nothing follows. */
export const followEvent = 'booking'
export const followEnded = 'ended'
/** How often a page fetches itself without an event: some of its content depends on the time. */
export const readAgainMs = 60_000
/** The same without a stream. */
export const readWithoutStreamMs = 20_000
