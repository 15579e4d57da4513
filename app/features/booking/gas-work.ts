import type { BookingsTable } from '#db/tables/booking.ts'
import { speaksOfGas } from './find-dangers.ts'

/** Work on these may be work on gas, which the law leaves to engineers of the Gas Safe Register. */
const gasServices: readonly string[] = ['Boiler Breakdown', 'Water Heater']

/** Returns true if a job may be work on gas: by its type of emergency, or because its customer wrote of gas or fumes. */
export const needsGasSafe = (booking: Pick<BookingsTable, 'service'> & { dangers: string }): boolean =>
  gasServices.includes(booking.service) || speaksOfGas(booking)
