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
  /** What our engineer does, in order. */
  work: readonly string[]
  /** What the estimate for the usual job covers of this one. */
  usualJob: string
  /** What makes a job more than the usual one: agreed with the customer first. */
  dearer: readonly string[]
  /** Where gas comes in, and who may work on it. */
  gas?: string
  questions: readonly { question: string; answer: string }[]
}

export const servicePath = (slug: string) => `/services/${slug}`
