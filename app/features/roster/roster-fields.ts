import { z } from 'zod'
import { type Read, readDate, readPhone, textReader, timeReader } from '#app/platform/fields.ts'
import { fieldReadBy } from '#app/platform/zod-field.ts'

/** An engineer, as staff enter them. */
export const EngineerFields = z.object({
  name: fieldReadBy(textReader('Name', { min: 2, max: 100, required: 'Name must be 2 to 100 characters long' })),
  phone: fieldReadBy(readPhone),
  gasSafeNumber: fieldReadBy(readGasSafeNumber),
  base: fieldReadBy(textReader('Starts from', { max: 200 })),
})
export type EngineerInput = z.input<typeof EngineerFields>

/** Seven digits, spaces allowed; empty: no gas work. */
function readGasSafeNumber(typed: string): Read<string | null> {
  const digits = typed.replace(/\s/g, '')
  if (digits === '') return { value: null }
  if (/^\d{7}$/.test(digits)) return { value: digits }
  return { problem: 'A Gas Safe number has 7 digits. Leave it empty for an engineer without one' }
}

/** A shift by London's clocks. One that ends at or before its beginning ends on the next day. */
export const ShiftFields = z.object({
  day: fieldReadBy(readDate),
  from: fieldReadBy(timeReader('08:00')),
  until: fieldReadBy(timeReader('18:00')),
})
export type ShiftInput = z.input<typeof ShiftFields>
