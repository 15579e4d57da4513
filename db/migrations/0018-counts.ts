import { type Kysely, sql } from 'kysely'

/** What happened on the site's pages, as sums of a day: how often, on which page, by which way visitors came. Nothing of who. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table counts (
    day text not null,
    event text not null,
    label text not null,
    path text not null,
    area text not null,
    channel text not null,
    count integer not null check (count > 0),
    primary key (day, event, label, path, channel)
  )`.execute(db)
  await sql`create table count_days (
    day text primary key,
    row_count integer not null
  )`.execute(db)
}
