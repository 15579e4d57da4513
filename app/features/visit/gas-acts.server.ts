import type { Change } from '#app/features/booking/act-on-booking.server.ts'
import type { Services } from '#app/platform/services.ts'
import { newId } from '#app/values/ids.ts'
import { actByEngineer, type OwnAct, type OwnLocked } from './act-by-engineer.server.ts'
import { giveGasReason, recordApplianceChange, recordEmergencyCall, removeApplianceChange } from './record-gas.server.ts'

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
