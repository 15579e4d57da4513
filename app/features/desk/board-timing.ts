import type { Feed } from '#app/platform/follow-feed.ts'

/** How the board hears of changes. */
export const boardFeed: Feed = { path: '/api/board', event: 'board', ended: 'ended', beatMs: 3_000, silenceMs: 8_000 }
/** The same for a wall screen, where its cookie is sent. */
export const wallFeed: Feed = { ...boardFeed, path: '/staff/wall/live' }
