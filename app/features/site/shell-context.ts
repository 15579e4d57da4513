import { createContext, createElement, type ReactNode, useContext } from 'react'
import type { RingingCall } from '#app/features/desk/enquiries.server.ts'
import type { MissingDetail } from '#content/missing-details.ts'

/**
 * Messages unsent for a minute or more: their number, and the oldest's time in words. `isMore`: there are more than these. 'store': nothing
 * can be saved at all.
 */
type Stuck = 'store' | { count: number; isMore: boolean; since: string }

/** Facts about the site for the frame around every page. The last four are for staff pages only. */
interface ShellFacts {
  /** The home page shows reviews, and customers' messages, real or samples: menus link to them. */
  hasReviews: boolean
  hasMessages: boolean
  stuck: Stuck | null
  /** Customers with unread messages, and those whose texts or calls are to be answered. */
  unread: number
  ringing?: readonly RingingCall[]
  /** Details that the law requires of a public site and that the owner has not filled in. */
  missing?: readonly MissingDetail[]
}

const ShellContext = createContext<ShellFacts>({ hasReviews: false, hasMessages: false, stuck: null, unread: 0 })

export function ShellProvider({ facts, children }: { facts: ShellFacts; children?: ReactNode }) {
  return createElement(ShellContext.Provider, { value: facts }, children)
}

export const useShell = (): ShellFacts => useContext(ShellContext)

/** '3 messages are stuck, the oldest since Fri 20 Nov, 10:20.' */
export function stuckText(stuck: Stuck): string {
  if (stuck === 'store')
    return 'Nothing can be saved right now: the server’s disk is full, or its database isn’t working. Take bookings on paper until this message goes.'
  const { count, isMore, since } = stuck
  if (count === 1) return `A message has been stuck since ${since}.`
  return `${isMore ? `${count} or more` : count} messages are stuck, the oldest since ${since}.`
}
