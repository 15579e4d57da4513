import type { Transaction } from 'kysely'
import { actOnBooking, type Change, type LockedBooking } from '#app/features/booking/act-on-booking.server.ts'
import { BookingNotFound, erasedText } from '#app/features/booking/refusals.ts'
import { InvalidEntry, Refusal } from '#app/platform/errors.ts'
import { textReader } from '#app/platform/fields.ts'
import { valuesOf } from '#app/platform/form-values.ts'
import type { Services } from '#app/platform/services.ts'
import { type Instant, toInstant } from '#app/values/clock.ts'
import { newId } from '#app/values/ids.ts'
import type { Tables } from '#db/tables.ts'
import { actByEngineer, type OwnAct, type OwnLocked } from './act-by-engineer.server.ts'
import { isStillOn, readAppliance } from './gas-record/gas-record.ts'

interface GasAct {
  /** The id of the user. The caller has checked that the job is theirs. */
  by: string
  at: Instant
  typed: (name: string) => string
}

/** The most appliances of one visit. */
const mostAppliances = 10

/**
 * Records a gas appliance of a locked booking, with the name and Gas Safe licence of the assigned engineer. The customer is sent the
 * warning notice for an unsafe one; staff and owners are told of one that is still on, or may have to be reported. Throws `InvalidEntry`,
 * and `GasRefused` for an engineer without a licence, or who is not on site.
 */
async function recordApplianceChange(
  tx: Transaction<Tables>,
  { booking }: LockedBooking,
  { id, by, at, typed }: GasAct & { id: string },
): Promise<Change> {
  const engineer = await requireGasEngineer(tx, booking)
  const read = readAppliance(typed)
  if ('problems' in read) throw new InvalidEntry(read.problems)
  const { count } = await tx
    .selectFrom('gasAppliances')
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .where('bookingId', '=', booking.id)
    .executeTakeFirstOrThrow()
  if (Number(count) >= mostAppliances) throw new GasRefused('You can’t add any more appliances on this visit. Call the office.')
  const { checks, isReportable, ...appliance } = read.appliance
  await tx
    .insertInto('gasAppliances')
    .values({
      ...{ id, bookingId: booking.id, ...appliance, checks: JSON.stringify(checks), isReportable: isReportable ? 1 : 0 },
      ...{ licenceNumber: engineer.gasSafeNumber, engineerName: engineer.name, recordedAt: at, recordedBy: by },
      ...{ removedAt: null, removedBy: null, emergencyCalledAt: null, emergencyReference: '' },
      ...{ reportedAt: null, reportedBy: null, reportNote: '' },
    })
    .execute()
  return {
    action: 'booking.gas-record',
    detail: { applianceId: id, outcome: appliance.outcome, isReportable, turnedOff: appliance.turnedOff ?? '' },
    announces: [
      ...(appliance.outcome === 'safe' ? [] : [{ occasion: 'gas_notice' as const, id }]),
      ...(isReportable || isStillOn(appliance) ? [{ occasion: 'gas_alarm' as const, id }] : []),
    ],
  }
}

/** The assigned engineer, with their licence. Throws `GasRefused`. */
async function requireGasEngineer(tx: Transaction<Tables>, { engineerId, status, erasedAt }: LockedBooking['booking']) {
  if (erasedAt) throw new GasRefused(erasedText)
  if (status !== 'arrived') throw new GasRefused('Tap ‘I’ve arrived’ first. You can only fill in the gas record while you’re there.')
  const engineer = await tx
    .selectFrom('engineers')
    .select(['name', 'gasSafeNumber'])
    .where('id', '=', engineerId ?? '')
    .executeTakeFirst()
  if (!engineer?.gasSafeNumber)
    throw new GasRefused('We don’t have a Gas Safe number for you, so you can’t do gas work or record it. Stop, and call the office.')
  return { name: engineer.name, gasSafeNumber: engineer.gasSafeNumber }
}

/** Removes an appliance recorded by mistake, while the engineer is on site; its row is kept. Throws `GasRefused`. */
async function removeApplianceChange(
  tx: Transaction<Tables>,
  { booking, now }: LockedBooking,
  { by, typed }: GasAct,
): Promise<Change | undefined> {
  if (booking.status !== 'arrived') throw new GasRefused('The visit is over, so the gas record can no longer be changed. Call the office.')
  const removed = await tx
    .updateTable('gasAppliances')
    .set({ removedAt: toInstant(now), removedBy: by })
    .where('id', '=', typed('appliance'))
    .where('bookingId', '=', booking.id)
    .where('removedAt', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return removed && { action: 'booking.gas-record', detail: { applianceId: removed.id, isRemoved: true } }
}

const readReference = textReader('The reference', { max: 60, required: 'Enter the reference they gave you, or who you spoke to' })

/**
 * Records that the engineer has called the gas emergency service about an appliance that is still on. Throws `InvalidEntry` or
 * `GasRefused`.
 */
async function recordEmergencyCall(
  tx: Transaction<Tables>,
  { booking }: LockedBooking,
  { at, typed }: GasAct,
): Promise<Change | undefined> {
  const { reference } = valuesOf({ reference: readReference(typed('reference')) })
  const noted = await tx
    .updateTable('gasAppliances')
    .set({ emergencyCalledAt: at, emergencyReference: reference })
    .where('id', '=', typed('appliance'))
    .where('bookingId', '=', booking.id)
    .where('emergencyCalledAt', 'is', null)
    .where('removedAt', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return noted && { action: 'booking.gas-record', detail: { applianceId: noted.id, isEmergencyCalled: true } }
}

const readReason = textReader('The reason', { max: 300, required: 'Say why there’s no gas record, for example: the fault was electrical' })

/** Records why a job that may have been gas work has no gas record; the last reason counts. Throws `InvalidEntry` or `GasRefused`. */
async function giveGasReason(tx: Transaction<Tables>, { booking }: LockedBooking, { by, at, typed }: GasAct): Promise<Change> {
  const { reason } = valuesOf({ reason: readReason(typed('reason')) })
  if (booking.status !== 'arrived') throw new GasRefused('Tap ‘I’ve arrived’ first.')
  await keepReason(tx, booking.id, { reason, at, actor: by })
  return { action: 'booking.gas-record', detail: { hasReason: true } }
}

/**
 * Stores staff's reason for finishing a visit without the record that the law on gas requires (`duty`, see `readGasDuty`), in the
 * transaction that finishes it. Throws `InvalidEntry` for the field `gasReason` if no reason is given.
 */
export async function keepStaffReason(
  tx: Transaction<Tables>,
  { duty, typed, ...row }: { bookingId: string; duty: string; typed: string; at: Instant; actor: string },
): Promise<void> {
  const reason = readReason(typed)
  if ('problem' in reason) throw new InvalidEntry({ gasReason: typed.trim() === '' ? duty : reason.problem })
  await keepReason(tx, row.bookingId, { reason: reason.value, at: row.at, actor: row.actor })
}

async function keepReason(tx: Transaction<Tables>, bookingId: string, row: { reason: string; at: Instant; actor: string }) {
  await tx
    .insertInto('gasReasons')
    .values({ bookingId, ...row })
    .onConflict((conflict) => conflict.column('bookingId').doUpdateSet(row))
    .execute()
}

const readReport = textReader('What was done', { max: 300, required: 'Enter the HSE’s reference, or say why it isn’t reportable' })

/**
 * Settles an appliance flagged as reportable: with HSE's reference, or why it need not be reported. Repeating it does nothing. Throws
 * `InvalidEntry` or `BookingNotFound`.
 */
export async function settleReport(
  services: Services,
  { bookingId, ownerId, applianceId, note }: { bookingId: string; ownerId: string; applianceId: string; note: string },
): Promise<void> {
  const read = readReport(note)
  if ('problem' in read) throw new InvalidEntry({ [`note-${applianceId}`]: read.problem })
  await actOnBooking(services, { bookingId, actor: ownerId }, async (tx, { now }) => {
    const settled = await tx
      .updateTable('gasAppliances')
      .set({ reportedAt: toInstant(now), reportedBy: ownerId, reportNote: read.value })
      .where('id', '=', applianceId)
      .where('bookingId', '=', bookingId)
      .where('isReportable', '=', 1)
      .where('reportedAt', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (settled) return { action: 'booking.settle-report' as const, detail: { applianceId } }
    const known = await tx
      .selectFrom('gasAppliances')
      .select('id')
      .where('id', '=', applianceId)
      .where('bookingId', '=', bookingId)
      .executeTakeFirst()
    if (!known) throw new BookingNotFound()
    return undefined
  })
}

/** The record can't be made now, or by this engineer; the message has the reason and the next step. */
class GasRefused extends Refusal {
  readonly code = 'gas_refused'
  readonly status = 409
}

/* An engineer's gas acts on their own job. */

const gasActs = {
  'gas-appliance': recordApplianceChange,
  'gas-remove': removeApplianceChange,
  'gas-called': recordEmergencyCall,
  'gas-reason': giveGasReason,
} as const
type GasActKind = keyof typeof gasActs
export const gasActKinds = Object.keys(gasActs) as GasActKind[]

/** Does an act of the gas record; an appliance has the act's key as its id. Throws the errors of the act and of `actByEngineer`. */
export async function actOnGas(
  services: Services,
  { seen: _, key = newId(), ...act }: OwnAct,
  field: (name: string) => string,
  kind: GasActKind,
): Promise<void> {
  await actByEngineer(
    services,
    { ...act, key, kind },
    (tx, { at, ...locked }: OwnLocked): Promise<Change | undefined> =>
      gasActs[kind](tx, locked, { id: key, by: act.userId, at, typed: field }),
  )
}
