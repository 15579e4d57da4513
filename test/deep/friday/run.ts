import { Refusal } from '#app/platform/errors.ts'
import type { Services } from '#app/platform/services.ts'
import type { World } from '#test/support/world.ts'
import type { Chance } from './chance.ts'
import type { Ledger } from './ledger.ts'
import type { DaySettings, PlanOfDay } from './plan-of-day.ts'

export const dayOf = '2026-11-20'

export interface Engineer {
  id: string
  name: string
  isGasSafe: boolean
  /** Working hours from the rota, as instants. Sick leave ends them early. */
  from: number
  until: number
  outcode?: string
  job?: { id: string; doing: 'drives' | 'waits' | 'works'; until: number }
}

export interface Day {
  world: World
  settings: DaySettings
  ledger: Ledger
  engineers: Engineer[]
  /** Instances that share the data. Scheduled jobs run on all of them at the same time. */
  instances: Services[]
  now: number
  /** References of bookings that a dispatcher, after a question, left without a free engineer. */
  overruled: Set<string>
}

export interface Run extends Day {
  chance: Chance
  plan: PlanOfDay
  begins: number
  dispatchers: { id: string; busyUntil: number }[]
  /** Customers' later acts, with the minute. */
  later: { at: number; act: () => Promise<void> }[]
  /** Bookings that are left alone until an instant. */
  asleep: Map<string, number>
}
export const readRows = ({ world: { services } }: Run) =>
  services.db
    .selectFrom('bookings')
    .select(['id', 'reference', 'status', 'version', 'engineerId', 'serviceLevel', 'service', 'postcode', 'promisedFrom', 'promisedUntil'])
    .select('createdAt')
    .orderBy('id')
    .execute()
export type Row = Awaited<ReturnType<typeof readRows>>[number]
/** Performs a request. A refusal is a valid answer and is recorded; any other error is a bug. */
export async function ask<Result>(
  { ledger }: Run,
  who: string,
  wanted: string,
  act: () => Promise<Result>,
): Promise<{ done: Result } | { refused: Refusal }> {
  try {
    return { done: await act() }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const message = [error.message, ...Object.values(error.problems)].join(' ').trim()
    ledger.refusals.push({ who, wanted, message })
    return { refused: error }
  }
}
