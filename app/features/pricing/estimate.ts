import { type EmergencyTypeName, emergencyTypes, otherEmergency } from '#content/emergency-types.ts'

/** Base price × borough multiplier, and the steps that led to it. */
export interface Estimate {
  service: EmergencyTypeName
  basePence: number
  borough: string | null
  /** Hundredths: 95 means × 0.95. */
  multiplierPercent: number
  estimatePence: number
}

/** The estimate, VAT included, for the usual job of a type in a borough. */
export function estimateFor(service: EmergencyTypeName, borough: string | null, multiplierPercent: number): Estimate {
  const { basePence } = emergencyTypes.find((type) => type.name === service) ?? otherEmergency
  return { service, basePence, borough, multiplierPercent, estimatePence: Math.round((basePence * multiplierPercent) / 100) }
}
