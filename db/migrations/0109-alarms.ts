import { type Kysely, sql } from 'kysely'

/** The jobs of alarms until now, and the alarm of each. */
const alarmOf: Record<string, string> = {
  'phone-first-email': 'phone_first',
  'backup-late-email': 'backup_late',
  'details-missing-email': 'details_missing',
  'payment-differences-email': 'payment_differences',
  'book-differences-email': 'book_differences',
  'rota-hole-email': 'rota_hole',
  'rota-hole-text': 'rota_hole',
}

/** Which alerts an account takes, and when its phone is quiet; alarms that wait for the end of that; the provider's id of a call. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table auth_users add column alert_kinds text`.execute(db)
  await sql`alter table auth_users add column quiet_from text`.execute(db)
  await sql`alter table auth_users add column quiet_until text`.execute(db)
  await sql`alter table reach_attempts add column call_id text`.execute(db)
  await sql`create table held_alarms (
    id text primary key,
    owner_id text not null references auth_users (id) on delete cascade,
    alarm text not null,
    at text not null
  )`.execute(db)
  await sql`create index held_alarms_owner on held_alarms (owner_id)`.execute(db)
  const { rows } = await sql<{ id: string; kind: string; payload: string }>`
    select id, kind, payload from jobs where kind in (${sql.join(Object.keys(alarmOf))})`.execute(db)
  for (const { id, kind, payload } of rows) {
    const { ownerId, ...alarm } = JSON.parse(payload)
    const now = JSON.stringify({ ...(ownerId && { ownerId }), alarms: [{ kind: alarmOf[kind], ...alarm }] })
    await sql`update jobs set kind = ${kind.endsWith('-text') ? 'alarm-text' : 'alarm-email'}, payload = ${now} where id = ${id}`.execute(
      db,
    )
  }
}
