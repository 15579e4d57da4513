import { type Kysely, sql } from 'kysely'

/**
 * What staff find bookings by, the dangers that a customer wrote of, why a booking was closed by us without a visit, the booking that it is
 * a duplicate or a return visit of, which messages of customers are read and answered, and complaints. Acts of staff are no longer
 * limited to a list by the database: the code's own list of them grows with what staff can do.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table bookings add column search_text text not null default ''`.execute(db)
  await sql`alter table bookings add column dangers text not null default ''`.execute(db)
  await sql`alter table bookings add column closed_as text check (closed_as in ('duplicate', 'spam'))`.execute(db)
  await sql`alter table bookings add column duplicate_of text references bookings (id)`.execute(db)
  await sql`alter table bookings add column return_of text references bookings (id)`.execute(db)
  await fillSearchText(db)
  // All that a search reads, newest last: it never touches the rows of what it does not find.
  await sql`create index bookings_search on bookings (created_at, id, engineer_id, search_text)`.execute(db)
  await sql`create index bookings_duplicate_of on bookings (duplicate_of) where duplicate_of is not null`.execute(db)
  await sql`create index bookings_return_of on bookings (return_of) where return_of is not null`.execute(db)

  await sql`alter table booking_messages add column read_at text`.execute(db)
  await sql`alter table booking_messages add column read_by text`.execute(db)
  await sql`alter table booking_messages add column answered_at text`.execute(db)
  await sql`update booking_messages set answered_at = (
      select min(reply.at) from booking_messages as reply
      where reply.booking_id = booking_messages.booking_id and reply.sender = 'staff' and reply.id > booking_messages.id
    ) where sender = 'customer'`.execute(db)
  await sql`update booking_messages set read_at = answered_at where answered_at is not null`.execute(db)
  await sql`create index booking_messages_unread on booking_messages (id) where sender = 'customer' and read_at is null`.execute(db)
  await sql`create index booking_messages_sender on booking_messages (sender, id)`.execute(db)

  await sql`create table complaints (
    id text primary key,
    booking_id text not null references bookings (id) on delete cascade,
    opened_at text not null,
    opened_by text not null,
    settled_at text,
    settled_by text,
    settlement text check (length(settlement) between 1 and 1000),
    check ((settled_at is null) = (settled_by is null))
  )`.execute(db)
  await sql`create unique index complaints_open on complaints (booking_id) where settled_at is null`.execute(db)
  await sql`create index complaints_of_booking on complaints (booking_id, id)`.execute(db)

  await sql`create table staff_acts_of_any_kind (
    id text primary key,
    booking_id text not null references bookings (id) on delete cascade,
    version integer not null,
    at text not null,
    actor text not null,
    act text not null,
    text text not null,
    before text not null,
    after text not null,
    press_hash text not null,
    undone_at text,
    unique (booking_id, version)
  )`.execute(db)
  const columns = sql.raw('id, booking_id, version, at, actor, act, text, before, after, press_hash, undone_at')
  await sql`insert into staff_acts_of_any_kind (${columns}) select ${columns} from staff_acts`.execute(db)
  await sql`drop table staff_acts`.execute(db)
  await sql`alter table staff_acts_of_any_kind rename to staff_acts`.execute(db)
}

interface Found {
  id: string
  reference: string
  name: string
  phone: string
  email: string
  address: string
  postcode: string
  siteContact: string
}

/** As bookings are written from now on (`booking/search-text.ts` of that time). */
async function fillSearchText(db: Kysely<unknown>): Promise<void> {
  for (let after = '', rows: Found[] = []; ; after = rows.at(-1)?.id ?? '') {
    ;({ rows } = await sql<Found>`select id, reference, name, phone, email, address, postcode, site_contact as "siteContact"
      from bookings where id > ${after} and erased_at is null order by id limit 500`.execute(db))
    for (const row of rows) await sql`update bookings set search_text = ${searchTextOf(row)} where id = ${row.id}`.execute(db)
    if (rows.length < 500) return
  }
}

const fold = (text: string) =>
  text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/ø/g, 'o')
    .replace(/ł/g, 'l')
    .replace(/đ/g, 'd')
    .replace(/æ/g, 'ae')
    .replace(/œ/g, 'oe')
    .replace(/ß/g, 'ss')
    .replace(/['’]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

const nationalDigits = (text: string) => text.replace(/\D/g, '').replace(/^(?:0044|44)0?/, '0')

function searchTextOf({ reference, name, phone, email, address, postcode, siteContact }: Found): string {
  const phones = (siteContact.match(/\+?\d[\d ()-]{5,}\d/g) ?? []).map(nationalDigits)
  const parts = [fold(reference).replace(' ', ''), nationalDigits(phone), fold(name), fold(siteContact), ...phones]
  return [...parts, fold(postcode), fold(postcode).replace(/ /g, ''), fold(address), fold(email)].filter(Boolean).join(' ').slice(0, 800)
}
