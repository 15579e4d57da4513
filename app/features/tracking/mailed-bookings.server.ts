import { type Kysely, sql } from 'kysely'
import { mailboxOf, mailboxSql } from '#app/features/booking/mailbox.ts'
import { isProven } from '#app/features/booking/proof.ts'
import type { Booking } from '#app/features/booking/read-booking.server.ts'
import { answersTogether, oneFor } from '#app/platform/batches.ts'
import type { Engine } from '#app/platform/database.ts'
import type { Services } from '#app/platform/services.ts'
import { hours, later } from '#app/values/clock.ts'
import type { Tables } from '#db/tables.ts'

/** The most unproven bookings in a day that a mailbox is emailed about. */
const mailedPerDay = 3

/**
 * Returns true if a customer is emailed about their booking. Anyone can enter anyone's address: an address gets emails about its first
 * three bookings in a day, and about all proven ones. Staff are told of all. The result for a booking never changes;
 * `someone+tag@example.com` counts as `someone@example.com`.
 */
export async function isMailed(
  { db, engine, config }: Pick<Services, 'db' | 'engine' | 'config'>,
  booking: Pick<Booking, 'id' | 'email' | 'createdAt' | 'acceptedAt' | 'provenAt' | 'callSettledAt'>,
): Promise<boolean> {
  const { id, email, createdAt } = booking
  if (!email) return false
  if (isProven(booking)) return true
  const most = Math.max(1, mailedPerDay * config.rateLimitScale)
  return (await countersOf(db)({ id, email, createdAt, engine, most })) < most
}

interface Asked extends Pick<Booking, 'id' | 'email' | 'createdAt'> {
  engine: Engine
  most: number
}

/** The number of earlier bookings in the previous 24 hours, as far as it matters; one statement for concurrent calls. */
const countersOf = oneFor((db: Kysely<Tables>) =>
  answersTogether<Asked, number>(async (asked) => {
    const [{ engine, most } = { engine: 'sqlite', most: 1 } as const] = asked
    const values = asked.map(({ id, email, createdAt }) => sql`(${id}, ${mailboxOf(email)}, ${later(createdAt, -hours(24))}, ${createdAt})`)
    const { rows } = await sql<{ id: string; before: number | string }>`
      with asked(id, mailbox, since, until) as (values ${sql.join(values)})
      select asked.id, (
        select count(*) from (
          select 1 from bookings
          where ${mailboxSql[engine]} = asked.mailbox and created_at > asked.since and created_at <= asked.until
            and bookings.id < asked.id
          limit ${Math.ceil(most)}
        ) as earlier
      ) as before
      from asked`.execute(db)
    const byId = new Map(rows.map(({ id, before }) => [id, Number(before)]))
    return asked.map(({ id }) => byId.get(id) ?? 0)
  }),
)
