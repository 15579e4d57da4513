import { mayActAs } from '#app/features/accounts/roles.ts'
import { peekViewer } from '#app/features/accounts/site-session.server.ts'
import { boardFeed, wallFeed } from '#app/features/desk/board-timing.ts'
import { readBoardMark } from '#app/features/desk/read-board.server.ts'
import { readScreen } from '#app/features/desk/screen-cookie.server.ts'
import { CodedRefusal } from '#app/platform/errors.ts'
import type { Services } from '#app/platform/services.ts'
import { minutes } from '#app/values/clock.ts'
import type { Admit, MarkFeed } from '../http/mark-stream.ts'

/** For one session or one wall screen: a few tabs. */
const mostPerSession = 12
/** For one account, on all its devices. */
const mostPerAccount = 24
/** All boards show the same. */
const topic = 'board'

/** GET /api/board notifies staff's open boards of changes, and GET /staff/wall/live wall screens. */
export function boardMarks(services: Services): MarkFeed {
  /** Staff only. Listening doesn't count as activity of the session. Throws a refusal for others. */
  const admitStaff: Admit = async ({ cookies }) => {
    const viewer = await peekViewer(services, cookies)
    if (!viewer) throw new CodedRefusal(401, 'signed_out', 'Please sign in.')
    if (!mayActAs(viewer.account.user, 'staff')) throw new CodedRefusal(403, 'forbidden', 'This is only for staff.')
    const counted = [
      { key: `session ${viewer.session.id}`, most: mostPerSession },
      { key: `account ${viewer.account.user.id}`, most: mostPerAccount },
    ]
    return { counted, topic }
  }

  /** A wall screen by its cookie, or staff who look at the wall. */
  const admitToWall: Admit = async (asker) => {
    const screen = await readScreen(services, asker.cookies)
    return screen ? { counted: [{ key: `screen ${screen.id}`, most: mostPerSession }], topic } : admitStaff(asker)
  }

  return {
    at: [
      [boardFeed, admitStaff],
      [wallFeed, admitToWall],
    ],
    // A few reads at the ends of indexes, whichever instance wrote the rows: a booking's own transaction needn't notify anyone.
    readMarks: async () => new Map([[topic, await readBoardMark(services)]]),
    pollMs: 500,
    checkAgainMs: minutes(1),
    retryMs: 1_500,
    most: 500,
    texts: {
      tooMany: 'You have too many boards open. Close some.',
      foreign: 'Only the board can use this.',
      unread: 'the board could not be read',
    },
  }
}
