import type { Kysely } from 'kysely'
import type { Booking } from '#app/features/booking/read-booking.server.ts'
import { cancellationRefundDay } from '#app/features/capacity/cancellation-right.ts'
import { momentText } from '#app/platform/london.ts'
import { dueDayText } from '#app/platform/spoken-moment.ts'
import { poundsText } from '#content/money.ts'
import type { Tables } from '#db/tables.ts'
import { contractView } from './contract-view.ts'
import { type OwnContract, readContracts } from './read-contracts.server.ts'
import { factRows } from './staff/fact-rows.ts'
import { readWho } from './staff/read-who.server.ts'

/** The contracts of a booking that its customer has cancelled, or may cancel, by their legal right: for its page in the staff area. */
export async function readStaffCancellations(db: Kysely<Tables>, booking: Booking, now: Date) {
  const contracts = await readContracts(db, booking, now)
  const who = await readWho(
    db,
    contracts.flatMap(({ cancellation }) => [cancellation?.receivedBy, cancellation?.settledBy]),
  )
  const open = contracts.filter(({ right, cancellation, isByBooking }) => right.may && !cancellation && !isByBooking)
  if (open.length === 0 && contracts.every(({ cancellation }) => !cancellation)) return undefined
  return {
    cancelled: contracts.flatMap((contract) => (contract.cancellation ? [cancelledOf(contract, contract.cancellation, who)] : [])),
    open: open.map(contractView),
  }
}

export type StaffCancellationsView = NonNullable<Awaited<ReturnType<typeof readStaffCancellations>>>

function cancelledOf({ name }: OwnContract, row: NonNullable<OwnContract['cancellation']>, who: (id: string | null) => string) {
  const facts = [
    ['What', name],
    ['Cancelled', `${momentText(row.receivedAt)}, by ${who(row.receivedBy)}`],
    ['Form', [row.name, row.address].filter(Boolean).join(', ')],
    ['Refund due', row.settledAt ? '' : `By ${dueDayText(cancellationRefundDay(row.receivedAt), row.receivedAt)}`],
    ['Settled', row.settledAt ? `${momentText(row.settledAt)}, by ${who(row.settledBy)}` : ''],
    ['They pay', row.settledAt ? `${poundsText(row.keptPence ?? 0)}. Refunded: ${poundsText(row.refundPence ?? 0)}` : ''],
    ['Reasons', row.reasons],
  ] as const
  return {
    id: row.id,
    isOpen: row.settledAt === null,
    most: poundsText(row.mostPence),
    mayKeep: row.mostPence > 0,
    facts: factRows(facts),
  }
}
