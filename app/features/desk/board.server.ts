import { readDue } from '#app/features/aftercare/read-due.server.ts'
import { limitText } from '#app/features/capacity/online-pause.ts'
import { readOnCallHoles } from '#app/features/capacity/read-working-hours.server.ts'
import { readCallBacks } from '#app/features/red-line/read-call-backs.server.ts'
import { readCreditDoubts } from '#app/features/visit/credit-doubts.server.ts'
import { readFeeQuestions } from '#app/features/visit/fee-questions.server.ts'
import { readGasToReport } from '#app/features/visit/read-gas-record.server.ts'
import { instantOf, londonDay, momentText, windowText } from '#app/platform/london.ts'
import { readOnlineLimit } from '#app/platform/online-pause.ts'
import type { Services } from '#app/platform/services.ts'
import { phoneText } from '#app/platform/uk.ts'
import { toInstant } from '#app/values/clock.ts'
import { addDays } from '#app/values/day.ts'
import { lineEnd, lineStart, readLineStart } from './board/timeline.ts'
import { type BoardView, boardViewOf } from './board-view.ts'
import { readBoardMark, readBoardRows } from './read-board.server.ts'

/** The board as it is now; `wanted`: the start of the timeline from the page's address. */
export async function readBoardView(services: Services, wanted: string | null): Promise<BoardView> {
  const now = services.clock.now()
  const from = readLineStart(wanted, now) ?? lineStart(now)
  // Read before the data it marks: events in between are then read twice, never missed.
  const mark = await readBoardMark(services)
  return boardViewOf(await readBoardRows(services, { from, until: lineEnd(from) }), { now, from, mark })
}

/** The board, and everything else on its page. */
export async function readBoard(services: Services, wanted: string | null) {
  const now = services.clock.now()
  const view = await readBoardView(services, wanted)
  const callBacks = await readCallBacks(services)
  const limit = await readOnlineLimit(services.db, now)
  const holes = await readOnCallHoles(services.db, toInstant(now), instantOf(addDays(londonDay(now), 2), 0))
  return {
    onlineLimit: limit && { kind: limit.kind, text: limitText(limit, now) },
    view,
    /** When no one is on call, today or tomorrow. */
    onCallHoles: holes.map(({ startsAt, endsAt }) => windowText(startsAt, endsAt)),
    due: await readDue(services),
    gasToReport: await readGasToReport(services.db),
    moneyDoubts: [...(await readCreditDoubts(services.db)), ...(await readFeeQuestions(services.db))],
    callBacks: callBacks.map(({ id, reference, name, phone, service, postcode, borough, since }) => ({
      ...{ id, reference, name, phone, service },
      phoneText: phoneText(phone),
      place: [postcode, borough].filter(Boolean).join(', ') || 'No address',
      since: momentText(since),
    })),
  }
}
