import { type Kysely, sql } from 'kysely'

/** Where the browsers of engineers and staff take alerts (Web Push). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table push_subscriptions (
    id text primary key,
    user_id text not null references auth_users (id) on delete cascade,
    endpoint text not null unique,
    p256dh text not null,
    auth text not null,
    device text not null,
    created_at text not null,
    last_sent_at text,
    failed_at text
  )`.execute(db)
  await sql`create index push_subscriptions_user on push_subscriptions (user_id)`.execute(db)
}
