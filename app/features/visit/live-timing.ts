/* Times shared by the pages of engineers and their feed. */

export const engineerLivePath = '/api/engineer'
/** The event that carries a mark: a new one when something about the engineer's jobs has changed. */
export const engineerLiveEvent = 'jobs'
/** The session is no longer the engineer's: no more events. */
export const engineerLiveEnded = 'ended'
/** The longest pause between two marks; a page that has heard nothing for this long asks. */
export const engineerBeatMs = 15_000
export const engineerSilenceMs = 40_000
/** How often a page reloads its data without a new mark: some of it depends on the time. */
export const readAgainMs = 60_000
