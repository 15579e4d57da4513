/** Times shared by the board's page and its feed. */

export const boardPath = '/api/board'
/** The same for a wall screen, where its cookie is sent. */
export const wallLivePath = '/staff/wall/live'
/** The event that carries a mark: a new one whenever something has happened. */
export const boardEvent = 'board'
/** The session is over: no more events. */
export const boardEnded = 'ended'
/** The longest pause between two marks of the feed. */
export const boardBeatMs = 3_000
/** A page that has heard nothing for this long asks. */
export const boardSilenceMs = 8_000
