/* How the page of a private link hears of changes: `/api/track?link={token}` tells it that there are some, and it reads itself again. */

export const followPath = '/api/track'
/** The event of the stream whose data is `{"mark":"…"}`, and the one after which there is nothing more to hear. */
export const followEvent = 'booking'
export const followEnded = 'ended'
/** How often a page reads itself again where nothing was heard: some of what it says is true for a time only. */
export const readAgainMs = 60_000
/** The same where there is no stream. */
export const readWithoutStreamMs = 20_000
