import type { Transaction } from 'kysely'
import { type Instant, toInstant } from '#app/values/clock.ts'
import { hashOf, newId } from '#app/values/ids.ts'
import type { Tables } from '#db/tables.ts'
import type { Booking } from './read-booking.server.ts'
import { folded } from './search-text.ts'

type Contact = Pick<Booking, 'name' | 'phone' | 'email'>

/**
 * One customer's bookings share phone and email, or phone and name if there is no email. A shared phone alone is only a reason to ask
 * staff, since households and offices share phones.
 */
const matchKeyOf = ({ name, phone, email }: Contact): string => hashOf(`${phone} ${email === '' ? folded(name) : email.toLowerCase()}`)

/**
 * Finds or creates the customer of a proven booking, in the caller's transaction, which holds the booking's row. Bookings that are proven
 * at the same moment get the same customer. Returns its id.
 */
export async function customerOf(tx: Transaction<Tables>, booking: Contact, now: Date): Promise<string> {
  const { id } = await newCustomer(tx, toInstant(now), matchKeyOf(booking))
  return id
}

/** Creates a customer with a record and a household of their own, or returns the one with the key, locked until the transaction ends. */
export function newCustomer(tx: Transaction<Tables>, createdAt: Instant, matchKey: string | null): Promise<{ id: string }> {
  const id = newId()
  return (
    tx
      .insertInto('customers')
      .values({ id, recordId: id, householdId: id, matchKey, createdAt })
      // Locks the row, so that it isn't erased before the booking has it.
      .onConflict((conflict) => conflict.column('matchKey').doUpdateSet((eb) => ({ matchKey: eb.ref('excluded.matchKey') })))
      .returning('id')
      .executeTakeFirstOrThrow()
  )
}

/** One customer of a record, locked until the transaction ends, so that it isn't erased meanwhile; undefined: there is none. */
export async function lockCustomerOf(tx: Transaction<Tables>, recordId: string): Promise<{ id: string } | undefined> {
  const first = await tx.selectFrom('customers').select('id').where('recordId', '=', recordId).orderBy('id').limit(1).executeTakeFirst()
  return first && lockCustomer(tx, first.id)
}

const lockCustomer = (tx: Transaction<Tables>, id: string) =>
  tx
    .updateTable('customers')
    .set((eb) => ({ id: eb.ref('id') }))
    .where('id', '=', id)
    .returning(['id', 'recordId'])
    .executeTakeFirst()

/** Takes an erased booking from its customer, in the caller's transaction, which holds the booking's row. */
export async function leaveCustomer(tx: Transaction<Tables>, bookingId: string, customerId: string): Promise<void> {
  await tx.updateTable('bookings').set({ customerId: null }).where('id', '=', bookingId).execute()
  await eraseIfEmpty(tx, customerId)
}

/**
 * Erases a customer who has no bookings left, in the caller's transaction. Notes and decisions about the person go to another customer of
 * the same record, if there is one.
 */
export async function eraseIfEmpty(tx: Transaction<Tables>, customerId: string): Promise<void> {
  // Locked first: of two bookings that are erased together, the second sees that it is the last.
  const customer = await lockCustomer(tx, customerId)
  const left = await tx.selectFrom('bookings').select('id').where('customerId', '=', customerId).limit(1).executeTakeFirst()
  if (!customer || left) return
  const heir = await tx
    .selectFrom('customers')
    .select('id')
    .where('recordId', '=', customer.recordId)
    .where('id', '!=', customerId)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  if (heir) {
    await tx.updateTable('customerNotes').set({ customerId: heir.id }).where('customerId', '=', customerId).execute()
    await tx.updateTable('customerDecisions').set({ customerId: heir.id }).where('customerId', '=', customerId).execute()
    await tx.updateTable('customerDecisions').set({ otherId: heir.id }).where('otherId', '=', customerId).execute()
  }
  await tx.deleteFrom('customers').where('id', '=', customerId).execute()
}
