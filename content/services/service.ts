import type { EmergencyTypeName } from '#content/emergency-types.ts'

/** A page about one type of emergency. Its prices come from the price list, its advice for now from `meanwhile.ts`. */
export interface Service {
  slug: string
  type: EmergencyTypeName
  /** Its name in lists and breadcrumbs. */
  name: string
  /** The heading of the page. */
  title: string
  metaTitle: string
  /** At most 160 characters. */
  description: string
  keywords: readonly string[]
  pitch: string
  /** The engineer's work, in order. */
  work: readonly string[]
  /** The part of this job that the estimate for the usual one covers. */
  usualJob: string
  /** Reasons why a job costs more than the usual one: agreed with the customer first. */
  dearer: readonly string[]
  /** The part of the job that involves gas, and who may work on it. */
  gas?: string
  questions: readonly { question: string; answer: string }[]
}

export const servicePath = (slug: string) => `/services/${slug}`
