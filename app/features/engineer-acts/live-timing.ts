/* Times shared by the pages of engineers and their feed. */

export const engineerLivePath = '/api/engineer'
/** The event that carries a mark: a new one when something about the engineer's jobs has changed. */
export const engineerLiveEvent = 'jobs'
/** The session is no longer the engineer's: no more events. */
export const engineerLiveEnded = 'ended'
/** The longest pause between two marks; a page that has heard nothing for this long has no connection. */
export const engineerBeatMs = 15_000
export const engineerSilenceMs = 40_000
/** How often a page reloads its data with the feed, and without. */
export const readWhileLiveMs = 60_000
export const readWithoutFeedMs = 10_000
