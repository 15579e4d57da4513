import type { QueuedAct } from '../queued-act.ts'
import { isStillOn, readAppliance } from './gas-record.ts'

/** The reason why the law on gas prevents finishing a visit, in words for each who may finish it. */
export type GasDuty = Readonly<Record<'engineer' | 'staff', string>>

/** A dangerous appliance was left on. */
export const stillOnDuty: GasDuty = {
  engineer: 'Call the National Gas Emergency Service on 0800 111 999 first, and record the call in the gas record.',
  staff: 'A dangerous gas appliance was left on. Call the National Gas Emergency Service on 0800 111 999, then say who called and when.',
}

/** The duty of possible gas work without a record. */
export const recordDuty: GasDuty = {
  engineer: 'This may be gas work. Fill in the gas record first, or say why there isn’t one.',
  staff: 'This may be gas work, but it has no gas record. Say why, for example: the fault was electrical.',
}

/** A job's gas record for its pages. */
export interface GasView {
  /** The number of recorded appliances. */
  count: number
  /** In words for the engineer; undefined if nothing is required. */
  duty?: string
}

/** Returns the view with the engineer's act on this phone applied. */
export function gasWithAct<View extends GasView>(gas: View, { kind, fields }: QueuedAct): View {
  if (kind === 'gas-appliance') {
    const read = readAppliance((name) => fields[name] ?? '')
    const isDangerous = 'appliance' in read && isStillOn(read.appliance)
    return { ...gas, count: gas.count + 1, duty: isDangerous ? stillOnDuty.engineer : undefined }
  }
  const isSettled = (kind === 'gas-reason' && gas.duty === recordDuty.engineer) || kind === 'gas-called'
  return isSettled ? { ...gas, duty: undefined } : gas
}
