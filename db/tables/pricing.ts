import type { Instant } from '#app/values/clock.ts'
import type { Flag } from './flag.ts'

export interface PricingTables {
  parts: PartsTable
  partChanges: PartChangesTable
}

/** A part of the owner's price book. */
export interface PartsTable {
  id: string
  /** 1 to 80 characters. */
  name: string
  /** The name as it is compared (`nameKeyOf`): each is there once. */
  nameKey: string
  /** Unit: 'each', 'metre'. At most 20 characters. */
  unit: string
  /** Our cost of one, VAT included. */
  costPence: number
  /** 1 if engineers can choose it. */
  isActive: Flag
  /** From 1; another one with each change. */
  revision: number
}

/** A part's values before a change. */
export interface PartChangesTable {
  id: string
  partId: string
  at: Instant
  /** The id of the user. */
  actor: string
  name: string
  unit: string
  costPence: number
  isActive: Flag
}
