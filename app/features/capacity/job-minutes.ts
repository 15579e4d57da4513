import type { EmergencyTypeName } from '#content/emergency-types.ts'

/** The planned length of a visit, in minutes: the firm's planning values, not a promise. */
const minutesByType: Readonly<Record<EmergencyTypeName, number>> = {
  'Burst Pipe': 90,
  'Boiler Breakdown': 90,
  'Blocked Drain': 60,
  'Leak Repair': 60,
  'Toilet Repair': 60,
  'Radiator Issue': 60,
  'Water Heater': 90,
  'Pipe Repair': 75,
  'Other Emergency': 60,
}

/** The planned minutes for a type of emergency; an unknown type counts as any other emergency. */
export const jobMinutes = (emergencyType: string): number =>
  (minutesByType as Readonly<Record<string, number>>)[emergencyType] ?? minutesByType['Other Emergency']
