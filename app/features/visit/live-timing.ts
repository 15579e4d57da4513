import type { Feed } from '#app/platform/follow-feed.ts'

/** The feed that engineers' pages follow. */
export const engineerFeed: Feed = { path: '/api/engineer', event: 'jobs', ended: 'ended', beatMs: 15_000, silenceMs: 40_000 }
/** A page reloads its data this often without a new mark: some of it depends on the time. */
export const readAgainMs = 60_000
