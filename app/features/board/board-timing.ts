/** Times that the board's page and its feed agree on. */

export const boardPath = '/api/board'
/** The same for a wall screen, where its cookie is sent. */
export const wallLivePath = '/staff/wall/live'
/** Says a mark: another one where something has happened. */
export const boardEvent = 'board'
/** The session is over: nothing more comes. */
export const boardEnded = 'ended'
/** The feed says its mark at least so often. */
export const boardBeatMs = 3_000
/** A page that has heard nothing for so long is not live (10 s at most, with what it takes to see it). */
export const boardSilenceMs = 8_000
