import { peekViewer } from '#app/features/accounts/site-session.server.ts'
import { readEngineerMarks } from '#app/features/visit/engineer-marks.server.ts'
import { engineerFeed } from '#app/features/visit/live-timing.ts'
import { hasEngineersPassword, readOwnEngineer } from '#app/features/visit/own-engineer.server.ts'
import { CodedRefusal } from '#app/platform/errors.ts'
import type { Services } from '#app/platform/services.ts'
import type { Admit, MarkFeed } from '../http/mark-stream.ts'

/** For one session: a few tabs. */
const mostPerSession = 8
/** For one account, on all its devices. */
const mostPerAccount = 16

/** GET /api/engineer notifies an engineer's phone of changes to their jobs. */
export function engineerMarks(services: Services): MarkFeed {
  /** Engineers only. Listening doesn't count as activity of the session. Throws a refusal for others. */
  const admit: Admit = async ({ cookies }) => {
    const viewer = await peekViewer(services, cookies)
    if (!viewer) throw new CodedRefusal(401, 'signed_out', 'Please sign in.')
    const engineer = await readOwnEngineer(services, viewer)
    if (!engineer || !hasEngineersPassword(viewer)) throw new CodedRefusal(403, 'forbidden', 'This is only for engineers.')
    const counted = [
      { key: `session ${viewer.session.id}`, most: mostPerSession },
      { key: `account ${viewer.account.user.id}`, most: mostPerAccount },
    ]
    return { counted, topic: engineer.id }
  }

  return {
    at: [[engineerFeed, admit]],
    readMarks: (engineerIds) => readEngineerMarks(services.db, engineerIds, services.clock.now()),
    pollMs: 1_000,
    // With each beat.
    checkAgainMs: 0,
    retryMs: 2_000,
    most: 500,
    texts: {
      tooMany: 'You have too many of these pages open. Close some.',
      foreign: 'Only engineers’ pages can use this.',
      unread: 'engineers’ jobs could not be read',
    },
  }
}
