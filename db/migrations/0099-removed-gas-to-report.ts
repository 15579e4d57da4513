import { type Kysely, sql } from 'kysely'

/** The index of appliances to report has those too that their engineer removed as a mistake: an owner still decides about them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop index gas_appliances_to_report`.execute(db)
  await sql`create index gas_appliances_to_report on gas_appliances (recorded_at) where is_reportable = 1 and reported_at is null`.execute(
    db,
  )
}
