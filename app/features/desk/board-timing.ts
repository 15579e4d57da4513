import type { Feed } from '#app/platform/follow-feed.ts'

/** How the board hears of changes. */
export const boardFeed: Feed = { path: '/api/board', event: 'board', ended: 'ended', beatMs: 3_000, silenceMs: 8_000 }
/** The same for a wall screen, under the path of its cookie. */
export const wallFeed: Feed = { ...boardFeed, path: '/staff/wall/live' }
