/* Times that the pages of engineers and their feed agree on. */

export const engineerLivePath = '/api/engineer'
/** Says a mark: another one where something about the engineer's jobs has changed. */
export const engineerLiveEvent = 'jobs'
/** The server no longer takes whoever listens for the engineer: nothing more comes. */
export const engineerLiveEnded = 'ended'
/** The feed says its mark at least so often; a page that has heard nothing for so long has no line. */
export const engineerBeatMs = 15_000
export const engineerSilenceMs = 40_000
/** How often a page reads itself again while it hears the feed, and while it does not. */
export const readWhileLiveMs = 60_000
export const readWithoutFeedMs = 10_000
