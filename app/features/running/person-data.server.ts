import type { Kysely } from 'kysely'
import type { Account } from '#app/features/accounts/account-rows.ts'
import { lockUser } from '#app/features/accounts/lock-accounts.server.ts'
import { addressKeysOf, mailAccount } from '#app/features/accounts/mail-account.server.ts'
import { readAccount } from '#app/features/accounts/read-accounts.server.ts'
import { readWhyKept } from '#app/features/booking/booking-tables.server.ts'
import { type Contact, dropDraftsOf, eraseBookingsOf, isOf } from '#app/features/booking/erase-bookings.server.ts'
import { hasEnded, statusFacts } from '#app/features/booking/lifecycle.ts'
import type { Booking } from '#app/features/booking/read-booking.server.ts'
import { folded } from '#app/features/booking/search-text.ts'
import { recordAudit } from '#app/platform/audit.ts'
import { normaliseEmail } from '#app/platform/email.ts'
import { recordErasure } from '#app/platform/erasures.ts'
import { CodedRefusal } from '#app/platform/errors.ts'
import { londonDay } from '#app/platform/london.ts'
import type { Services } from '#app/platform/services.ts'
import { normalisePhone } from '#app/platform/uk.ts'
import { longDayTextFrom } from '#app/values/day.ts'
import type { Tables } from '#db/tables.ts'
import { eraseAccount } from './delete-account.server.ts'
import { copyForRequest } from './export-data.server.ts'
import { deleteContact } from './privacy/delete-contact.server.ts'

/* An owner exports or erases someone's data at their request, after checking who they are. Routes check the owner. */

/** The contact that was typed. Throws `no_contact` if neither field has one. */
export function contactOf({ email, phone }: { email: string; phone: string }): Contact {
  const [address, number] = [normaliseEmail(email)?.toLowerCase(), normalisePhone(phone)]
  if ((email !== '' && !address) || (phone !== '' && !number) || (!address && !number))
    throw new CodedRefusal(422, 'no_contact', 'Neither an email address nor a phone number')
  return { emails: address ? [address] : [], phones: number ? [number] : [] }
}

/** The contact of a booking's customer; undefined if there is no such booking, or it is erased. */
export async function readContactOfBooking({ db }: Services, bookingId: string) {
  const booking = await db.selectFrom('bookings').select(['email', 'phone']).where('id', '=', bookingId).executeTakeFirst()
  return booking && (booking.email || booking.phone) ? { email: booking.email.toLowerCase(), phone: booking.phone } : undefined
}

/** All contacts of a customer's record (`customers.recordId`); none if there is no such record. */
export async function readContactOfCustomer({ db }: Services, recordId: string): Promise<Contact> {
  const rows = await db
    .selectFrom('bookings')
    .innerJoin('customers', 'customers.id', 'bookings.customerId')
    .select(['email', 'phone'])
    .distinct()
    .where('recordId', '=', recordId)
    .execute()
  const each = (values: readonly string[]) => [...new Set(values.filter((value) => value !== ''))]
  return { emails: each(rows.map(({ email }) => email.toLowerCase())), phones: each(rows.map(({ phone }) => phone)) }
}

type StoredBooking = Pick<Booking, 'id' | 'reference' | 'name' | 'email' | 'phone' | 'postcode'>

/** The data of someone, for the owner who is asked for it. */
export interface PersonView {
  bookings: (StoredBooking & {
    createdOn: string
    statusText: string
    isOpen: boolean
    /** `until`: the last day in words; null while the matter is open. */
    kept: { what: string; until: string | null }[]
  })[]
  /** 'team': someone who works for us, whose account is not erased here. */
  account: 'customer' | 'team' | null
  textsAndCalls: number
  /** They asked for no more texts. */
  hasStoppedTexts: boolean
  /** Messages that an owner chose to show: theirs by the contact, or maybe theirs, by the name of one of the bookings. */
  chosen: { id: string; text: string; isSure: boolean }[]
}

/** Reads the data of someone, newest booking first. */
export async function readPersonData({ db, clock }: Services, contact: Contact): Promise<PersonView> {
  const rows = await db
    .selectFrom('bookings')
    .select(['id', 'reference', 'name', 'email', 'phone', 'postcode', 'createdAt', 'status'])
    .where(isOf(contact))
    .orderBy('id', 'desc')
    .execute()
  const now = clock.now()
  const today = londonDay(now)
  const ids = rows.map(({ id }) => id)
  const kept = await readWhyKept(db, ids, now)
  const account = await findAccount(db, contact)
  const { phones } = contact
  const textsAndCalls = phones.length === 0 ? [] : await db.selectFrom('enquiries').select('id').where('phone', 'in', phones).execute()
  const stopped = await db
    .selectFrom('textNumbers')
    .select('phone')
    .where('stoppedAt', 'is not', null)
    .where('phone', 'in', ['', ...phones])
    .execute()
  return {
    bookings: rows.map(({ status, createdAt, ...row }) => ({
      ...{
        ...row,
        createdOn: longDayTextFrom(londonDay(createdAt), today),
        statusText: statusFacts(status).label,
        isOpen: !hasEnded(status),
      },
      kept: (kept.get(row.id) ?? []).map(({ what, until }) => ({ what, until: until && longDayTextFrom(until, today) })),
    })),
    account: account ? ((await isOfTeam(db, account)) ? 'team' : 'customer') : null,
    textsAndCalls: textsAndCalls.length,
    hasStoppedTexts: stopped.length > 0,
    chosen: await readChosenOf(db, contact, rows),
  }
}

async function readChosenOf(db: Kysely<Tables>, { emails, phones }: Contact, bookings: readonly Pick<Booking, 'name'>[]) {
  const names = new Set(bookings.map(({ name }) => folded(name)))
  const rows = await db
    .selectFrom('chosenMessages')
    .select(['id', 'text', 'consentBy', 'consentContact'])
    .where('consentContact', 'in', ['', ...emails, ...phones])
    .orderBy('id')
    .execute()
  return rows
    .filter(({ consentBy, consentContact }) => consentContact !== '' || names.has(folded(consentBy)))
    .map(({ id, text, consentBy, consentContact }) => ({ id, text: `${consentBy}: ${text}`, isSure: consentContact !== '' }))
}

const isOfTeam = async (db: Kysely<Tables>, { user: { id, role } }: Account) =>
  role !== 'customer' || (await db.selectFrom('engineers').select('id').where('userId', '=', id).executeTakeFirst()) !== undefined

/** The account of one of these addresses, if it is confirmed. */
async function findAccount(db: Kysely<Tables>, { emails }: Contact): Promise<Account | undefined> {
  const user = await db
    .selectFrom('authUsers')
    .select('id')
    .where('email', 'in', ['', ...emails])
    .where('emailConfirmedAt', 'is not', null)
    .executeTakeFirst()
  return user && readAccount(db, user.id)
}

interface Request {
  /** The id of the owner's account. */
  ownerId: string
  contact: Contact
  /** The owner has said that they know who asks. */
  isChecked: boolean
  /**
   * These bookings, and chosen messages, since others with the contact are someone else's; what is stored under an address or number that
   * one of the others has is left alone too.
   */
  only?: readonly string[]
}

/** Everything about someone, by the code of their own copy (`exportData`), and written down. Throws `not_checked`, `nobody_found`. */
export async function exportPerson(services: Services, { ownerId, contact: asked, isChecked, only }: Request) {
  requireChecked(isChecked)
  const { db, clock } = services
  const contact = contactWithout(asked, only ? await readOthers(db, asked, only) : [])
  const account = await findAccount(db, contact)
  const copy = await copyForRequest(services, { bookings: { ...asked, ...(only && { among: only }) }, contact, account })
  const subject = account?.user.id ?? copy.bookings.at(-1)?.id
  if (!subject && copy.textsAndCalls.length === 0) throw nobodyFound()
  const detail = { bookings: copy.bookings.length, identityChecked: true }
  await recordAudit(db, clock.now(), { actor: ownerId, action: 'person.export', subject: subject ?? 'contact', detail })
  return copy
}

/**
 * Erases everything about someone that the law doesn't keep, in one transaction: now, or once their open bookings, complaints and disputes
 * have ended. Repeating it is harmless. Throws `not_checked`, `nobody_found`, `of_team`.
 */
export async function erasePerson(services: Services, { only, ...request }: Request): Promise<void> {
  const { ownerId, isChecked } = request
  requireChecked(isChecked)
  const { bookings: found, account: kind, textsAndCalls, chosen } = await readPersonData(services, request.contact)
  const bookings = found.filter(({ id }) => !only || only.includes(id))
  const contact = contactWithout(request.contact, only ? found.filter(({ id }) => !only.includes(id)) : [])
  if (kind === 'team') throw new CodedRefusal(409, 'of_team', 'The account is of someone who works for us')
  if (bookings.length === 0 && kind === null && textsAndCalls === 0 && chosen.length === 0) throw nobodyFound()
  await services.db.transaction().execute(async (tx) => {
    const account = await findAccount(tx, contact)
    const user = account && (await lockUser(tx, account.user.id))
    const openBookings = await eraseBookingsOf(services, tx, request.contact, only && { among: only })
    if (account && user) {
      await eraseAccount(services, tx, { ...account, user })
      if (user.email) await mailAccount(services, tx, { kind: 'deleted', email: user.email, openBookings })
    }
    await dropDraftsOf(tx, contact)
    await deleteContact(
      tx,
      contact,
      contact.emails.flatMap((email) => addressKeysOf(services, email)),
    )
    for (const each of [...contact.emails, ...contact.phones]) await recordErasure(services, tx, 'contact', each)
    const subject = user?.id ?? bookings[0]?.id ?? 'contact'
    const maybe = chosen.filter(({ id, isSure }) => !isSure && only?.includes(id)).map(({ id }) => id)
    if (maybe.length > 0) await tx.deleteFrom('chosenMessages').where('id', 'in', maybe).execute()
    const detail = { bookings: bookings.length, left: found.length - bookings.length, openBookings, identityChecked: true }
    await recordAudit(tx, services.clock.now(), { actor: ownerId, action: 'person.erase', subject, detail })
  })
  services.jobsAdded()
  services.pagesChanged()
}

/** The bookings with a contact that aren't among those of someone. */
const readOthers = (db: Kysely<Tables>, contact: Contact, only: readonly string[]) =>
  db.selectFrom('bookings').select(['email', 'phone']).where(isOf(contact)).where('id', 'not in', only).execute()

/** The addresses and numbers that none of the other bookings has. */
const contactWithout = ({ emails, phones }: Contact, others: readonly Pick<Booking, 'email' | 'phone'>[]): Contact => ({
  emails: emails.filter((each) => !others.some(({ email }) => email.toLowerCase() === each)),
  phones: phones.filter((each) => !others.some(({ phone }) => phone === each)),
})

function requireChecked(isChecked: boolean): void {
  if (!isChecked) throw new CodedRefusal(422, 'not_checked', 'The identity was not checked')
}

const nobodyFound = () => new CodedRefusal(404, 'nobody_found', 'Nothing is stored under that address or number')
