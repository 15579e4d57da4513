import type { Feed } from '#app/platform/follow-feed.ts'

/** How the page of a private link hears of changes; it then fetches itself again. Its path is completed by `?link={token}`. */
export const linkFeed: Feed = { path: '/api/track', event: 'booking', ended: 'ended', beatMs: 15_000, silenceMs: 40_000 }
/** How often a page fetches itself without an event: some of its content depends on the time. */
export const readAgainMs = 60_000
