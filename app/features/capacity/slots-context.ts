import { createContext, createElement, type ReactNode, useContext, useSyncExternalStore } from 'react'
import { usePrices } from '#app/platform/published-context.ts'
import { getSlots, learnSlotsPerDay, type RedLineSlots, subscribeSlots, unknownSlots } from './slots-store.ts'

const SlotsContext = createContext<RedLineSlots | undefined>(undefined)

/** Lets an island read the Red Line slots; each island has its own, and all read the same store. */
export function RedLineSlotsProvider({ children }: { children?: ReactNode }) {
  const { redlineSlotsPerDay: perDay } = usePrices()
  // The server's store is shared by all visitors.
  if (typeof document === 'object') learnSlotsPerDay(perDay)
  return createElement(SlotsContext.Provider, { value: useSyncExternalStore(subscribeSlots, getSlots, () => unknownSlots) }, children)
}

/** The current Red Line slots. Throws outside its provider. */
export function useRedLineSlots(): RedLineSlots {
  const slots = useContext(SlotsContext)
  if (!slots) throw new Error('useRedLineSlots must be used within a RedLineSlotsProvider')
  return slots
}
