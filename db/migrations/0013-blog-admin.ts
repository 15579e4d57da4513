import { type Kysely, PostgresAdapter, sql } from 'kysely'

/** Writing posts: what each was made from, and those that are deleted; on PostgreSQL, word of every change, for the pages that show posts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table blog_posts add column made_from text`.execute(db)
  // Apart from the others, so that no question for posts can find one; its slug is free meanwhile.
  await sql`create table deleted_posts (
    id text primary key,
    deleted_at text not null,
    post text not null
  )`.execute(db)
  await sql`create index deleted_posts_newest on deleted_posts (deleted_at)`.execute(db)

  if (!(db.getExecutor().adapter instanceof PostgresAdapter)) return
  await sql`create function tell_blog_posts() returns trigger language plpgsql as $$
    begin
      perform pg_notify('blog_posts', '');
      return null;
    end
  $$`.execute(db)
  await sql`create trigger blog_posts_changed after insert or update or delete on blog_posts
    for each statement execute function tell_blog_posts()`.execute(db)
}
