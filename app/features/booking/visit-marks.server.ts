import type { ExpressionBuilder } from 'kysely'
import type { Tables } from '#db/tables.ts'

/** Columns of a booking that change with the parts of the visit that both customer and engineer see. */
export const visitMarks = (eb: ExpressionBuilder<Tables, 'bookings'>) =>
  [
    'startAskedAt' as const,
    ...(['bookingMessages', 'timeCorrections', 'callAttempts', 'photos'] as const).map((table) =>
      eb
        .selectFrom(table)
        .select(({ fn }) => fn.max('id').as('id'))
        .whereRef('bookingId', '=', 'bookings.id')
        .as(table),
    ),
    eb
      .selectFrom('extraWorks')
      .select(({ fn }) => fn.sum<number | string>('revision').as('count'))
      .whereRef('bookingId', '=', 'bookings.id')
      .as('extraWork'),
    eb
      .selectFrom('gasAppliances')
      .select(({ fn }) => fn.count<number | string>('id').as('count'))
      .whereRef('bookingId', '=', 'bookings.id')
      .where('removedAt', 'is', null)
      .as('gas'),
  ] as const

/** The same of its bill and payments. */
export const billMarks = (eb: ExpressionBuilder<Tables, 'bookings'>) =>
  [
    eb
      .selectFrom('payments')
      .select(({ fn }) => fn.max('id').as('id'))
      .whereRef('bookingId', '=', 'bookings.id')
      .as('payment'),
    eb
      .selectFrom('checkouts')
      .select(({ fn }) => fn.max('returnedAt').as('at'))
      .whereRef('bookingId', '=', 'bookings.id')
      .where('state', 'in', ['creating', 'open'])
      .as('paying'),
    eb
      .selectFrom('bills')
      .select(({ fn }) => fn.max('id').as('id'))
      .whereRef('bookingId', '=', 'bookings.id')
      .as('bill'),
    eb
      .selectFrom('creditNotes')
      .innerJoin('bills', 'bills.id', 'creditNotes.billId')
      .select(({ fn }) => fn.max('creditNotes.id').as('id'))
      .whereRef('bills.bookingId', '=', 'bookings.id')
      .as('credited'),
    eb
      .selectFrom('payments')
      .select(({ fn }) => fn.max('voidedAt').as('at'))
      .whereRef('bookingId', '=', 'bookings.id')
      .as('voided'),
    // A refund's progress doesn't change its booking; that of a dispute does.
    eb
      .selectFrom('refunds')
      .innerJoin('payments', 'payments.id', 'refunds.paymentId')
      .select((refund) => refund.fn.max(refund.fn.coalesce('refunds.doneAt', 'refunds.createdAt')).as('at'))
      .whereRef('payments.bookingId', '=', 'bookings.id')
      .as('refunded'),
  ] as const
