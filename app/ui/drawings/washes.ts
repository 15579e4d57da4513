import type { EmergencyTypeName } from '#content/emergency-types.ts'

const washes: Record<EmergencyTypeName, string> = {
  'Burst Pipe': 'bg-wash-burst',
  'Boiler Breakdown': 'bg-wash-boiler',
  'Blocked Drain': 'bg-wash-drain',
  'Leak Repair': 'bg-wash-leak',
  'Toilet Repair': 'bg-wash-toilet',
  'Radiator Issue': 'bg-wash-radiator',
  'Water Heater': 'bg-wash-heater',
  'Pipe Repair': 'bg-wash-drain',
  'Other Emergency': 'bg-wash-other',
}

/** The class of the ground of an emergency's drawing: the wash of its room in the house. */
export const washOf = (type: EmergencyTypeName): string => washes[type]
