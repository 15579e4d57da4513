import type { Transaction } from 'kysely'
import {
  actByStaff,
  actOnBooking,
  type CustomerAct,
  type LockedBooking,
  type StaffAct,
} from '#app/features/booking/act-on-booking.server.ts'
import { ChangeRefused, StepRefused } from '#app/features/booking/refusals.ts'
import { readName, textReader } from '#app/platform/fields.ts'
import { valuesOf } from '#app/platform/form-values.ts'
import { limits } from '#app/platform/limits.ts'
import type { Services } from '#app/platform/services.ts'
import { toInstant } from '#app/values/clock.ts'
import { newId } from '#app/values/ids.ts'
import type { Tables } from '#db/tables.ts'
import { noRightText } from './contract-view.ts'
import { readContracts } from './read-contracts.server.ts'

const readAddress = textReader('Address', { max: 300, required: 'Enter your address' })

interface Typed {
  /** 'visit', or the id of the extra work. */
  contract: string
  name: string
  address: string
}

/**
 * A customer cancels a contract by their legal right, with the model form of the private link, once an engineer has arrived: until then a
 * visit is cancelled as usual. It is acknowledged by email at once (Consumer Contracts Regulations 2013, regulation 32(4)), and staff refund
 * it within 14 days. Repeating it does nothing. Throws `InvalidEntry`, `ChangeRefused`, `TooManySubmits` or `BookingNotFound`.
 */
export async function cancelContract(services: Services, { clientKey, ...act }: CustomerAct, typed: Typed): Promise<void> {
  const form = readForm(typed)
  await actOnBooking(services, { ...act, limits: [[limits.cancel, clientKey]] }, async (tx, locked) => {
    const id = await store(tx, locked, { ...form, receivedBy: act.actor })
    return id
      ? { action: 'booking.cancel-contract', detail: { cancellationId: id }, announces: { occasion: 'contract_cancelled', id } }
      : undefined
  })
}

/** The same as a customer told staff by phone, email or post. Throws as well `BookingOvertaken` and `StepRefused`. */
export async function recordCancellation(services: Services, { contract, name, address, ...act }: StaffAct & Typed): Promise<void> {
  const form = readForm({ contract, name, address })
  await actByStaff(services, { ...act, act: 'cancel-contract', wish: form }, async (tx, locked) => {
    const id = await store(tx, locked, { ...form, receivedBy: act.staffId })
    if (!id) throw new StepRefused('This is recorded already.')
    const text = 'recorded that the customer cancelled by their legal right'
    return { set: {}, event: 'none', text, announces: { occasion: 'contract_cancelled', id } }
  })
}

const readForm = ({ contract, name, address }: Typed): Typed =>
  valuesOf({
    contract: contract === '' ? { problem: 'Choose what you’d like to cancel' } : { value: contract },
    name: readName(name),
    address: readAddress(address),
  })

/** Stores a cancellation; returns its id, or undefined if it is stored already. */
async function store(
  tx: Transaction<Tables>,
  { booking, now }: LockedBooking,
  form: Typed & { receivedBy: string },
): Promise<string | undefined> {
  const contract = (await readContracts(tx, booking, now)).find(({ id }) => id === form.contract)
  if (!contract) throw new ChangeRefused('There’s no such contract to cancel. Check your booking again.')
  const { right, isByBooking, cancellation } = contract
  if (cancellation) return undefined
  if (!right.may) throw new ChangeRefused(noRightText(right))
  if (isByBooking) throw new ChangeRefused('Cancel this visit on your booking page: it’s free.')
  const id = newId()
  const { name, address, receivedBy } = form
  await tx
    .insertInto('cancellations')
    .values({
      ...{ id, bookingId: booking.id, workId: contract.id === 'visit' ? null : contract.id },
      ...{ receivedAt: toInstant(now), receivedBy, name, address, mostPence: right.mostPence },
    })
    .execute()
  return id
}
