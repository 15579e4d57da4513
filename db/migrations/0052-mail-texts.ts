import { type Kysely, sql } from 'kysely'

/** The emails about a change, as they were when their texts became separate. */
const changes = [
  ...['rescheduled', 'cancelled', 'paid', 'refunded', 'called_off', 'joined', 'reopened', 'reply', 'set_out', 'not_yet', 'completed'],
  ...['no_access', 'at_door', 'another_time', 'not_over', 'promised'],
]

/** What the owner adds to emails is kept for each of them: what was added to every email about a change is the end of each. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ value: string; updated_at?: string; updatedAt?: string }>`
    select value, updated_at from owner_values where name = 'mails'`.execute(db)
  for (const { value, updated_at: snake, updatedAt = snake } of rows)
    for (const [kind, closing] of Object.entries(JSON.parse(value) as Record<string, string>)) {
      const ids = kind === 'customer-change' ? changes.map((change) => `change-${change}`) : [kind]
      for (const id of ids)
        await sql`insert into owner_values (name, value, revision, updated_at)
          values (${`mail-${id}`}, ${JSON.stringify({ closing })}, 1, ${updatedAt})`.execute(db)
    }
  await sql`delete from owner_values where name = 'mails'`.execute(db)
}
