import { type Kysely, sql } from 'kysely'

/**
 * Payments that a customer disputes with their bank, as the provider reports them, and the money that it took, returned and charged for
 * them. A dispute may be reported before its payment is recorded, so it refers to that by the provider's id.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table disputes (
    id text primary key,
    provider text not null,
    provider_dispute_id text not null,
    provider_payment_id text,
    amount_pence integer not null check (amount_pence >= 0),
    currency text not null,
    reason text not null,
    state text not null check (state in ('inquiry', 'open', 'won', 'lost', 'closed')),
    evidence_due_at text,
    opened_at text not null,
    reported_at text not null,
    unique (provider, provider_dispute_id)
  )`.execute(db)
  await sql`create index disputes_payment on disputes (provider, provider_payment_id)`.execute(db)
  await sql`create index disputes_unsettled on disputes (state) where state in ('inquiry', 'open', 'lost')`.execute(db)

  await sql`create table dispute_movements (
    dispute_id text not null references disputes (id),
    provider_movement_id text not null,
    kind text not null check (kind in ('money', 'fee')),
    pence integer not null check (pence <> 0),
    at text not null,
    primary key (dispute_id, provider_movement_id, kind)
  )`.execute(db)
}
