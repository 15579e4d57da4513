import { type Kysely, sql } from 'kysely'

/**
 * Complaints with how they reached us, the customer's words, and when they were acknowledged and answered. Until now they had only a
 * beginning and an end; how those reached us was not recorded. A named provider of dispute resolution was one that the owner belonged to.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [before, now] of [
    ['opened_at', 'received_at'],
    ['opened_by', 'received_by'],
    ['settled_at', 'closed_at'],
    ['settled_by', 'closed_by'],
    ['settlement', 'closing_note'],
  ] as const)
    await sql`alter table complaints rename column ${sql.raw(before)} to ${sql.raw(now)}`.execute(db)
  await sql`alter table complaints add column channel text check (channel in ('link', 'phone', 'email', 'post'))`.execute(db)
  for (const column of ['words', 'wish', 'answer', 'dispute_text'])
    await sql`alter table complaints add column ${sql.raw(column)} text not null default ''`.execute(db)
  for (const column of ['acknowledged_at', 'acknowledged_by', 'answered_at', 'answered_by'])
    await sql`alter table complaints add column ${sql.raw(column)} text`.execute(db)
  const { rows } = await sql<{ value: string }>`select value from owner_values where name = 'details'`.execute(db)
  for (const { value } of rows) {
    const details = JSON.parse(value)
    if (!details.disputeProvider) continue
    await sql`update owner_values set value = ${JSON.stringify({ ...details, disputeUse: 'yes' })} where name = 'details'`.execute(db)
  }
}
