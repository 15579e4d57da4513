import { createContext, createElement, type ReactNode, useContext } from 'react'
import { bookingTrouble, usePhoneFirst } from '#app/platform/phone-first-context.ts'
import { usePrices } from '#app/platform/published-context.ts'
import { lateCredit } from '#content/price-list.ts'
import { type NextArrival, promiseText } from './next-arrival.ts'

/** The next engineer's arrival, as known when a page is rendered. */
export interface PageArrival {
  /** Null: no one is free within 12 hours; undefined: not known. */
  next: NextArrival | null | undefined
  /** The page's own place and problem, which the figure is for: a query for the booking form's options. */
  job?: string
}

const PageArrivalContext = createContext<PageArrival>({ next: undefined })

/** Provides the arrival time for everything on a page; without it, the time is unknown. */
export const PageArrivalProvider = ({ arrival, children }: { arrival: PageArrival; children?: ReactNode }) =>
  createElement(PageArrivalContext.Provider, { value: arrival }, children)

export const usePageArrival = (): PageArrival => useContext(PageArrivalContext)

/**
 * Our promise about speed: when we arrive, and the credit if we don't. A script keeps it true while the page is open (`keep-promise.ts`).
 * While online booking is paused or no one is free yet, it is the first sentence about that. `end`: the text after it.
 */
export function ArrivalPromise({ end = '' }: { end?: string }) {
  const says = usePhoneFirst()
  const off = lateCredit(usePrices())
  const { next, job } = usePageArrival()
  if (says && says !== bookingTrouble) return `${says.replace(/\.(\s.*)?$/s, '')}${end}`
  return (
    <span data-promise={off} data-until={next?.until} data-job={job} data-end={end || undefined}>
      {`${promiseText(next, off)}${end}`}
    </span>
  )
}

/** A note beside a target in minutes: the promise is the page's other figure. */
export function TargetNote() {
  const { next } = usePageArrival()
  return usePhoneFirst() || !next
    ? 'The target is what we aim for. Our promise is the arrival time on your booking.'
    : '“With you by” is our promise if you book now. The target is what we aim for.'
}
