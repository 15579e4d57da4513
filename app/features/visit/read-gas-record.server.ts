import { type Kysely, type Selectable, sql } from 'kysely'
import { needsGasSafe } from '#app/features/booking/gas-work.ts'
import type { Booking } from '#app/features/booking/read-booking.server.ts'
import { londonDay } from '#app/platform/london.ts'
import type { Instant } from '#app/values/clock.ts'
import { addDays } from '#app/values/day.ts'
import type { GasAppliancesTable } from '#db/tables/visit.ts'
import type { Tables } from '#db/tables.ts'
import { type GasDuty, recordDuty, stillOnDuty } from './gas-record/gas-duty.ts'
import { type Check, type CheckName, isStillOn, outcomeTexts } from './gas-record/gas-record.ts'

/** The columns of an appliance that its customer and engineer see: not who recorded it, nor our reports. */
const viewColumns = [
  ...(['id', 'kind', 'make', 'model', 'location', 'serialNumber', 'checks', 'pressureReading', 'heatInput', 'combustion'] as const),
  ...(['workDone', 'outcome', 'defect', 'turnedOff', 'notice', 'signerName', 'signature'] as const),
  ...(['licenceNumber', 'engineerName', 'recordedAt', 'emergencyCalledAt', 'emergencyReference'] as const),
] as const

/** An appliance that was recorded on a visit, for pages. */
export interface ApplianceView extends Omit<Pick<Selectable<GasAppliancesTable>, (typeof viewColumns)[number]>, 'checks'> {
  checks: Readonly<Record<CheckName, Check>>
}

/** The gas appliances recorded on a visit and not removed, in the order of recording. */
export async function readApplianceViews(db: Kysely<Tables>, bookingId: string): Promise<ApplianceView[]> {
  const rows = await db
    .selectFrom('gasAppliances')
    .select(viewColumns)
    .where('bookingId', '=', bookingId)
    .where('removedAt', 'is', null)
    .orderBy('recordedAt')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ ...row, checks: JSON.parse(row.checks) as ApplianceView['checks'] }))
}

/** Why there is no gas record of a visit; undefined if no reason was given. */
export const readGasReason = async (db: Kysely<Tables>, bookingId: string): Promise<string | undefined> =>
  (await db.selectFrom('gasReasons').select('reason').where('bookingId', '=', bookingId).executeTakeFirst())?.reason

/** Returns the reason why the law on gas prevents finishing a visit, in words for each who may; undefined if nothing does. */
export async function readGasDuty(db: Kysely<Tables>, booking: Pick<Booking, 'id' | 'service' | 'dangers'>): Promise<GasDuty | undefined> {
  const appliances = await readApplianceViews(db, booking.id)
  if (appliances.some((each) => isStillOn(each) && !each.emergencyCalledAt)) return stillOnDuty
  if (!needsGasSafe(booking) || appliances.length > 0 || (await readGasReason(db, booking.id)) !== undefined) return undefined
  return recordDuty
}

/** Gas records as staff read them in a booking's history. */
export async function readGasHistory(db: Kysely<Tables>, bookingId: string) {
  const rows = await db.selectFrom('gasAppliances').selectAll().where('bookingId', '=', bookingId).execute()
  const reasons = await db.selectFrom('gasReasons').selectAll().where('bookingId', '=', bookingId).execute()
  return [
    ...rows.flatMap((row) => {
      const appliance = `${row.make} ${row.model}`
      const later = (mark: string, at: Instant | null, actor: string | null, what: string) =>
        at && actor ? [{ id: `${row.id}-${mark}`, at, actor, what }] : []
      return [
        {
          id: row.id,
          at: row.recordedAt,
          actor: row.recordedBy,
          what: `recorded a gas appliance: ${appliance}, ${outcomeTexts[row.outcome]}`,
        },
        ...later('removed', row.removedAt, row.removedBy, `removed a gas appliance recorded by mistake: ${appliance}`),
        ...later('called', row.emergencyCalledAt, row.recordedBy, `called the National Gas Emergency Service: ${row.emergencyReference}`),
        ...later('reported', row.reportedAt, row.reportedBy, `dealt with the report to the HSE: ${row.reportNote}`),
      ]
    }),
    ...reasons.map(({ at, actor, reason }) => ({
      id: `${bookingId}-no-gas`,
      at,
      actor,
      what: `said why there’s no gas record: ${reason}`,
    })),
  ]
}

/** RIDDOR 2013, regulation 11(2): a report is sent within 14 days of acquiring the information. */
const reportWithinDays = 14

/**
 * Appliances that an owner must decide whether to report to HSE, oldest first; `dueDay`: the last day for a report. The owner also decides
 * about one that its engineer removed as a mistake.
 */
export async function readGasToReport(db: Kysely<Tables>) {
  const rows = await db
    .selectFrom('gasAppliances')
    .innerJoin('bookings', 'bookings.id', 'gasAppliances.bookingId')
    .select(['gasAppliances.id', 'gasAppliances.bookingId', 'gasAppliances.make', 'gasAppliances.model', 'gasAppliances.outcome'])
    .select(['gasAppliances.defect', 'gasAppliances.reportReason', 'gasAppliances.recordedAt', 'gasAppliances.removedAt'])
    .select('bookings.reference')
    // A literal, so that the index is used.
    .where('gasAppliances.isReportable', '=', sql.lit(1))
    .where('gasAppliances.reportedAt', 'is', null)
    .orderBy('gasAppliances.recordedAt')
    .execute()
  return rows.map(({ removedAt, ...row }) => ({
    ...row,
    isRemoved: removedAt !== null,
    dueDay: addDays(londonDay(row.recordedAt), reportWithinDays),
  }))
}

export type GasToReport = Awaited<ReturnType<typeof readGasToReport>>[number]

/** Returns true if the visit of a booking has a gas record. */
export async function hasGasRecord(db: Kysely<Tables>, reference: string): Promise<boolean> {
  const found = await db
    .selectFrom('gasAppliances')
    .innerJoin('bookings', 'bookings.id', 'gasAppliances.bookingId')
    .select('gasAppliances.id')
    .where('bookings.reference', '=', reference)
    .where('gasAppliances.removedAt', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** The same for the page of a private link, without names: anyone who has the address can request its data too. */
export const readAppliancesOfLink = async (db: Kysely<Tables>, bookingId: string): Promise<ApplianceView[]> =>
  (await readApplianceViews(db, bookingId)).map((appliance) => ({ ...appliance, signerName: null, signature: null }))
