import type { Kysely } from 'kysely'
import type { Booking } from '#app/features/booking/read-booking.server.ts'
import { momentText } from '#app/platform/london.ts'
import { dueDayText } from '#app/platform/spoken-moment.ts'
import { poundsText } from '#content/money.ts'
import type { Tables } from '#db/tables.ts'
import { readSatisfaction, type SatisfactionRequest } from './read-satisfaction.server.ts'
import { satisfactionDue } from './satisfaction-dates.ts'
import { factRows } from './staff/fact-rows.ts'
import { readWho } from './staff/read-who.server.ts'

/** The request of a customer who isn't satisfied, for their booking's page in the staff area; undefined if there was no visit. */
export async function readStaffSatisfaction(db: Kysely<Tables>, booking: Booking, now: Date) {
  const satisfaction = await readSatisfaction(db, booking, now)
  if (!satisfaction) return undefined
  const { request, isOver } = satisfaction
  const isOpen = request !== undefined && request.decidedAt === null
  return {
    asked: request && (await factsOf(db, request)),
    isDecidable: isOpen && request.wish === 'refund',
    toBook: isOpen && request.wish === 'put_right' && !request.returnId,
    isOver,
  }
}

export type StaffSatisfactionView = NonNullable<Awaited<ReturnType<typeof readStaffSatisfaction>>>

async function factsOf(db: Kysely<Tables>, request: SatisfactionRequest) {
  const { askedAt, askedBy, wish, words, returnId, decidedAt, decidedBy, creditedPence, refundPence, reasons } = request
  const who = await readWho(db, [askedBy, decidedBy])
  const due = returnId || decidedAt ? '' : `. Due by ${dueDayText(satisfactionDue(askedAt), askedAt)}`
  return factRows([
    ['Asked', `${momentText(askedAt)}, by ${who(askedBy)}`],
    ['They’d like', `${wish === 'refund' ? 'A refund' : 'It put right for free'}${returnId ? ': return visit booked' : due}`],
    ['What wasn’t right', words],
    ['Decided', decidedAt ? `${momentText(decidedAt)}, by ${who(decidedBy)}` : ''],
    ['Refund', decidedAt ? `${poundsText(creditedPence ?? 0)} off the bill, of which they had paid ${poundsText(refundPence ?? 0)}` : ''],
    ['Reasons', reasons],
  ])
}
