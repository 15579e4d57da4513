import type { SitePath } from '#app/values/site-path.ts'
import { type EmergencyTypeName, emergencyTypes } from '#content/emergency-types.ts'
import { blockedDrain } from './blocked-drain.ts'
import { burstPipe } from './burst-pipe.ts'
import { leakRepair } from './leak-repair.ts'
import { otherEmergency } from './other-emergency.ts'
import { pipeRepair } from './pipe-repair.ts'
import { radiatorRepair } from './radiator-repair.ts'
import { servicePath } from './service.ts'
import { toiletRepair } from './toilet-repair.ts'
import { waterHeater } from './water-heater.ts'

/** Every service with a page of its own here; the boiler's is at `/emergency-boiler-repair`. */
export const services = [
  burstPipe,
  blockedDrain,
  leakRepair,
  toiletRepair,
  radiatorRepair,
  waterHeater,
  pipeRepair,
  otherEmergency,
] as const

/** Returns the path of the page about a type of emergency. */
function servicePathOf(type: EmergencyTypeName): string {
  const service = services.find((each) => each.type === type)
  return service ? servicePath(service.slug) : ('/emergency-boiler-repair' satisfies SitePath)
}

/** The nine jobs in the order of the form, each with its page's path. */
export const servicePages = emergencyTypes.map(({ name: type }) => ({
  type,
  path: servicePathOf(type),
  name: services.find((each) => each.type === type)?.name ?? 'Boiler repair',
}))
