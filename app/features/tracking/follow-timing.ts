import type { Feed } from '#app/platform/follow-feed.ts'

/** The feed of a private link's page, which fetches itself again at a change. Its path is completed by `?link={token}`. */
export const linkFeed: Feed = { path: '/api/track', event: 'booking', ended: 'ended', beatMs: 15_000, silenceMs: 40_000 }
/** A page fetches itself this often without an event: some of its content depends on the time. */
export const readAgainMs = 60_000
