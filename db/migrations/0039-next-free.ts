import { type Kysely, sql } from 'kysely'

/** Staff can also say from when an engineer is free again, instead of pausing online booking. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table online_pauses add column kind text not null default 'paused' check (kind in ('paused', 'next_free'))`.execute(db)
}
