import type { Kysely } from 'kysely'
import { readAfterVisits } from '#app/features/aftercare/read-after-visits.server.ts'
import { contactWays } from '#app/features/booking/answers.ts'
import { readNameOf } from '#app/features/booking/history.server.ts'
import { hasEnded } from '#app/features/booking/lifecycle.ts'
import type { Booking } from '#app/features/booking/read-booking.server.ts'
import { readReturnable } from '#app/features/dispatch/require-returnable.server.ts'
import { readBalances } from '#app/features/payments/bill-balance.server.ts'
import { type Photo, photoViews } from '#app/features/visit/read-photos.server.ts'
import { momentText } from '#app/platform/london.ts'
import type { Services } from '#app/platform/services.ts'
import { phoneText } from '#app/platform/uk.ts'
import { toInstant } from '#app/values/clock.ts'
import { newToken } from '#app/values/ids.ts'
import { exactPoundsText } from '#content/money.ts'
import type { Tables } from '#db/tables.ts'
import { readEngineerNames } from './board-queries.server.ts'
import { cardOf } from './card.ts'
import { readRecordId } from './read-records.server.ts'
import { readAlike, readDecisions, readHousehold } from './record/read-alike.server.ts'
import { readContacts } from './record/read-contacts.server.ts'

/** The most bookings of a customer that their page shows and reads anything of, the newest. */
const mostShown = 100

/**
 * Everything that staff see of one customer. `moved`: the id of the record that this one has been put on; undefined: there is no such
 * record.
 */
export async function readCustomer(services: Services, id: string): Promise<CustomerView | { moved: string } | undefined> {
  const { db, clock } = services
  const recordId = await readRecordId(db, id)
  if (!recordId) return undefined
  if (recordId !== id) return { moved: recordId }
  const customers = await db.selectFrom('customers').selectAll().where('recordId', '=', recordId).orderBy('id').execute()
  const bookings = await db
    .selectFrom('bookings')
    .selectAll()
    .where(
      'customerId',
      'in',
      customers.map((customer) => customer.id),
    )
    // So that the partial index is used.
    .where('customerId', 'is not', null)
    .orderBy('createdAt', 'desc')
    .limit(mostShown)
    .execute()
  if (bookings.length === 0) return undefined
  const now = clock.now()
  const ids = bookings.map((booking) => booking.id)
  const phones = distinct(bookings.map(({ phone }) => phone))
  const names = await readEngineerNames(db)
  const isOpen = ({ status }: Booking) => !hasEnded(status)
  const returnable = await readReturnableIds(db, bookings, now)
  return {
    id,
    name: bookings[0]?.name ?? '',
    facts: await readFacts(db, bookings),
    bookings: [...bookings.filter(isOpen), ...bookings.filter((booking) => !isOpen(booking))].map((booking) => ({
      card: cardOf(booking, { now, names }),
      isReturnable: returnable.has(booking.id),
      isReturn: booking.returnOf !== null,
      linkReplaced: booking.trackingRevocations,
    })),
    newestId: bookings[0]?.id,
    isMore: bookings.length === mostShown,
    ...(await readMoney(db, ids)),
    contacts: await readContacts(db, { bookingIds: ids, phones }),
    photos: await readNewestPhotos(db, ids, now),
    after: await readAfter(db, bookings),
    notes: await readNotesOf(db, customers, bookings),
    alike: await readAlike(db, { recordId, customers, bookings }),
    household: await readHousehold(db, { recordId, customers }),
    decisions: await readDecisions(db, customers),
    formKey: newToken(),
  }
}

/** The most finished visits for which a return visit is offered, the newest. */
const mostReturnable = 10

async function readReturnableIds(db: Kysely<Tables>, bookings: readonly Booking[], now: Date): Promise<Set<string>> {
  const ids = new Set<string>()
  for (const booking of bookings.filter(({ status }) => status === 'completed').slice(0, mostReturnable))
    if (!('refused' in (await readReturnable(db, booking, now)))) ids.add(booking.id)
  return ids
}

const distinct = (values: readonly string[]) => [...new Set(values.filter((value) => value !== ''))].slice(0, 20)

/** How to reach them and where they live, each from the newest booking on. */
async function readFacts(db: Kysely<Tables>, bookings: readonly Booking[]) {
  const phones = distinct(bookings.map(({ phone }) => phone))
  const emails = distinct(bookings.map(({ email }) => email.toLowerCase()))
  const stopped = await db.selectFrom('textNumbers').select(['phone', 'stoppedAt', 'failedAt']).where('phone', 'in', phones).execute()
  const confirmed = db.selectFrom('authUsers').select('email').where('emailConfirmedAt', 'is not', null)
  const accounts = emails.length === 0 ? [] : await confirmed.where('email', 'in', emails).execute()
  return {
    phones: phones.map((phone) => {
      const number = stopped.find((each) => each.phone === phone)
      const problem = number?.stoppedAt ? 'has asked for no more texts' : number?.failedAt ? 'our last text wasn’t delivered' : undefined
      return { phone, text: phoneText(phone), problem }
    }),
    emails: emails.map((email) => ({ email, hasAccount: accounts.some((account) => account.email === email) })),
    addresses: distinct(bookings.map(({ address, postcode, borough }) => [address, postcode || borough].filter(Boolean).join(', '))),
    access: distinct(bookings.map(({ accessNotes }) => accessNotes)).slice(0, 3),
    siteContacts: distinct(bookings.map(({ siteContact }) => siteContact)).slice(0, 3),
    contactBy: contactWays[bookings[0]?.contactBy ?? 'both'],
    isVulnerable: bookings.some(({ vulnerableOccupant }) => vulnerableOccupant === 1),
  }
}

/** Their bills, newest first, and what all bookings together leave owed, in pence: negative if we owe the customer. */
async function readMoney(db: Kysely<Tables>, ids: readonly string[]) {
  const bills = await db
    .selectFrom('bills')
    .select(['id', 'reference', 'bookingId', 'totalPence', 'issuedAt'])
    .where('bookingId', 'in', ids)
    .orderBy('issuedAt', 'desc')
    .execute()
  const balances = await readBalances(db, distinct(bills.map(({ bookingId }) => bookingId)))
  const owedPence = [...balances.values()].reduce((sum, balance) => sum + balance.owedPence, 0)
  return {
    owed: { pence: owedPence, text: exactPoundsText(Math.abs(owedPence)) },
    bills: bills.map(({ id, reference, bookingId, totalPence, issuedAt }) => {
      const pence = balances.get(bookingId)?.owedPence ?? 0
      const state = pence > 0 ? `${exactPoundsText(pence)} owed` : pence < 0 ? `we owe ${exactPoundsText(-pence)}` : 'paid'
      return { id, reference, bookingId, text: `${exactPoundsText(totalPence)}, ${momentText(issuedAt)}`, state, isOwed: pence !== 0 }
    }),
  }
}

const mostPhotos = 8

async function readNewestPhotos(db: Kysely<Tables>, ids: readonly string[], now: Date) {
  const photos: Photo[] = await db
    .selectFrom('photos')
    .selectAll()
    .where('bookingId', 'in', ids)
    .orderBy('takenAt', 'desc')
    .limit(mostPhotos)
    .execute()
  return photos.flatMap((photo) => {
    const under = `/staff/bookings/${photo.bookingId}/photos`
    return photoViews([photo], { under, now: toInstant(now), reader: 'us', mayRemove: () => false })
  })
}

/** Complaints, requests, faults and reviews after their visits, with each booking's reference. */
async function readAfter(db: Kysely<Tables>, bookings: readonly Booking[]) {
  const references = new Map(bookings.map(({ id, reference }) => [id, reference]))
  const rows = await readAfterVisits(db, [...references.keys()])
  return rows.map(({ at, bookingId, ...row }) => ({ ...row, bookingId, reference: references.get(bookingId) ?? '', at: momentText(at) }))
}

/** Staff's notes about the customer and about their bookings, newest first. */
async function readNotesOf(db: Kysely<Tables>, customers: readonly { id: string }[], bookings: readonly Booking[]) {
  const own = await db
    .selectFrom('customerNotes')
    .select(['id', 'at', 'actor', 'text'])
    .where(
      'customerId',
      'in',
      customers.map(({ id }) => id),
    )
    .orderBy('id', 'desc')
    .limit(50)
    .execute()
  const references = new Map(bookings.map(({ id, reference }) => [id, reference]))
  const ofBookings = await db
    .selectFrom('bookingNotes')
    .select(['id', 'at', 'actor', 'text', 'bookingId'])
    .where('bookingId', 'in', [...references.keys()])
    .orderBy('id', 'desc')
    .limit(20)
    .execute()
  const all = [...own.map((note) => ({ ...note, bookingId: '' })), ...ofBookings].sort((a, b) => (a.id < b.id ? 1 : -1))
  const nameOf = await readNameOf(
    db,
    all.map(({ actor }) => actor),
  )
  return all.map(({ id, at, actor, text, bookingId }) => ({
    ...{ id, text, at: momentText(at), by: nameOf(actor) },
    about: bookingId === '' ? undefined : { bookingId, reference: references.get(bookingId) ?? '' },
  }))
}

type Resolved<Read extends (...args: never[]) => unknown> = Awaited<ReturnType<Read>>

export interface CustomerView {
  id: string
  /** As on the newest booking. */
  name: string
  facts: Resolved<typeof readFacts>
  bookings: { card: ReturnType<typeof cardOf>; isReturnable: boolean; isReturn: boolean; linkReplaced: number }[]
  newestId?: string
  /** There are older ones. */
  isMore: boolean
  owed: Resolved<typeof readMoney>['owed']
  bills: Resolved<typeof readMoney>['bills']
  contacts: Resolved<typeof readContacts>
  photos: Resolved<typeof readNewestPhotos>
  after: Resolved<typeof readAfter>
  notes: Resolved<typeof readNotesOf>
  alike: Resolved<typeof readAlike>
  household: Resolved<typeof readHousehold>
  decisions: Resolved<typeof readDecisions>
  formKey: string
}
