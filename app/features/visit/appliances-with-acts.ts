import { readAppliance } from './gas-record/gas-record.ts'
import { actAt, type QueuedAct } from './queued-act.ts'
import type { ApplianceView } from './read-gas-record.server.ts'

/** An appliance as an engineer's phone shows it. */
export interface PhoneAppliance extends ApplianceView {
  /** True if it has not reached the server yet. */
  isWaiting?: boolean
}

interface GasRecord {
  appliances: readonly PhoneAppliance[]
  reason?: string
}

/** Returns the gas record of a job, with the engineer's acts on this phone since. */
export const gasRecordWithActs = ({ appliances, reason }: GasRecord, since: readonly QueuedAct[]): GasRecord =>
  since.reduce<GasRecord>(withAct, { appliances, reason })

function withAct(record: GasRecord, act: QueuedAct): GasRecord {
  const { appliances } = record
  if (act.kind === 'gas-reason') return { ...record, reason: act.fields.reason }
  if (act.kind === 'gas-remove') return { ...record, appliances: appliances.filter(({ id }) => id !== act.fields.appliance) }
  if (act.kind === 'gas-called') {
    const called = { emergencyCalledAt: actAt(act), emergencyReference: act.fields.reference ?? '' }
    return { ...record, appliances: appliances.map((each) => (each.id === act.fields.appliance ? { ...each, ...called } : each)) }
  }
  if (act.kind !== 'gas-appliance' || appliances.some(({ id }) => id === act.key)) return record
  const read = readAppliance((name) => act.fields[name] ?? '')
  if ('problems' in read) return record
  const { isReportable: _1, reportReason: _2, ...appliance } = read.appliance
  const recorded = {
    id: act.key,
    licenceNumber: '',
    engineerName: '',
    recordedAt: actAt(act),
    emergencyCalledAt: null,
    emergencyReference: '',
  }
  return { ...record, appliances: [...appliances, { ...appliance, ...recorded, isWaiting: act.state === 'waiting' }] }
}
