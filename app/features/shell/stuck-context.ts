import { createContext, createElement, type ReactNode, useContext } from 'react'

/** What has been unsent for a minute or more: how many, and since when, in words. `isMore`: or more than these. */
export interface Stuck {
  count: number
  isMore: boolean
  since: string
}

const StuckContext = createContext<Stuck | null>(null)

/** Tells staff pages what is unsent; null: nothing, or the user isn't told. */
export function StuckProvider({ stuck, children }: { stuck: Stuck | null; children?: ReactNode }) {
  return createElement(StuckContext.Provider, { value: stuck }, children)
}

export const useStuck = (): Stuck | null => useContext(StuckContext)

/** '3 messages are stuck, the oldest since Fri 20 Nov, 10:20.' */
export function stuckText({ count, isMore, since }: Stuck): string {
  if (count === 1) return `A message has been stuck since ${since}.`
  return `${isMore ? `${count} or more` : count} messages are stuck, the oldest since ${since}.`
}
