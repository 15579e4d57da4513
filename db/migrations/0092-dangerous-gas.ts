import { type Kysely, sql } from 'kysely'

/** Whatever was immediately dangerous is put to an owner, also if the engineer didn't flag it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`update gas_appliances set is_reportable = 1
    where outcome = 'immediately_dangerous' and reported_at is null and removed_at is null`.execute(db)
}
