import type { ExpressionBuilder } from 'kysely'
import type { Tables } from '#db/tables.ts'

/** Columns of a booking that change with what the pages of its customer and of its engineer both show of the visit. */
export const visitMarks = (eb: ExpressionBuilder<Tables, 'bookings'>) =>
  [
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
