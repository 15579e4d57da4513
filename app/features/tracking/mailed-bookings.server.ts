import { type Kysely, sql } from 'kysely'
import type { Booking } from '#app/features/booking/read-booking.server.ts'
import { hours, later } from '#app/platform/clock.ts'
import type { Engine } from '#app/platform/database.ts'
import type { Services } from '#app/platform/services.ts'
import { answersTogether, oneFor } from '#app/platform/together.ts'
import type { Tables } from '#db/tables.ts'

/** How many bookings of one hour a mailbox is emailed about. */
const mailedPerHour = 3

/**
 * Whether a customer is emailed about their booking. Anyone can enter anyone's address: an address gets emails about its first three
 * bookings in an hour, and about all that staff have accepted. Staff are told of all. The answer never changes; `someone+tag@example.com`
 * is `someone@example.com`.
 */
export async function isMailed(
  { db, engine, config }: Pick<Services, 'db' | 'engine' | 'config'>,
  { id, email, createdAt, acceptedAt }: Pick<Booking, 'id' | 'email' | 'createdAt' | 'acceptedAt'>,
): Promise<boolean> {
  if (!email) return false
  if (acceptedAt) return true
  const most = Math.max(1, mailedPerHour * config.rateLimitScale)
  return (await countersOf(db)({ id, email, createdAt, engine, most })) < most
}

interface Asked extends Pick<Booking, 'id' | 'email' | 'createdAt'> {
  engine: Engine
  most: number
}

/** How many bookings of the previous hour came first, as far as it matters; one statement for concurrent calls. */
const countersOf = oneFor((db: Kysely<Tables>) =>
  answersTogether<Asked, number>(async (asked) => {
    const [{ engine, most } = { engine: 'sqlite', most: 1 } as const] = asked
    const values = asked.map(
      ({ id, email, createdAt }) => sql`(${id}, lower(${email.replace(/\+[^@]*@/, '@')}), ${later(createdAt, -hours(1))}, ${createdAt})`,
    )
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

/** The mailbox of a booking, word for word as the index on it has it (db/migrations/0041-mailboxes.ts). */
const mailboxSql = {
  sqlite: sql<string>`case when instr(email, '+') between 1 and instr(email, '@')
    then substr(lower(email), 1, instr(email, '+') - 1) || substr(lower(email), instr(email, '@'))
    else lower(email) end`,
  postgres: sql<string>`case when strpos(email, '+') between 1 and strpos(email, '@')
    then substr(lower(email), 1, strpos(email, '+') - 1) || substr(lower(email), strpos(email, '@'))
    else lower(email) end`,
} as const
