import type { Feed } from '#app/platform/follow-feed.ts'

/*
 * How the page of a private link hears of changes: `/api/track?link={token}` reports that there are some, and the page fetches itself
 * again.
 */

export const followPath = '/api/track'
/** The event of the stream whose data is `{"mark":"…"}`, and the one after which nothing follows. */
export const followEvent = 'booking'
export const followEnded = 'ended'
/** The longest pause between two marks; a page that has heard nothing for this long asks. */
export const followBeatMs = 15_000
const silenceMs = 40_000
/** How often a page fetches itself without an event: some of its content depends on the time. */
export const readAgainMs = 60_000

/** The feed at an address of `followPath`. */
export const followAt = (path: string): Feed => ({ path, event: followEvent, ended: followEnded, silenceMs })
