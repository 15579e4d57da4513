import type { ReactNode } from 'react'
import { IdleScript } from '#app/ui/island.tsx'

/** A part of a private link's page that is replaced when it has changed (`follow-booking.script.ts`). */
export function LivePart({ id, mark, className, children }: { id: string; mark?: string; className?: string; children?: ReactNode }) {
  return (
    <div id={id} data-live="" data-mark={mark} className={className}>
      {children}
    </div>
  )
}

/** Keeps the live parts of this page up to date, and announces changes. */
export function FollowBooking() {
  return (
    <>
      <p id="said" aria-live="polite" className="sr-only" />
      <div aria-live="polite">
        <a
          id="news"
          href="#main"
          hidden
          className="fixed inset-x-3 bottom-[104px] z-20 rounded-key border-2 border-ink bg-lamp p-4 font-bold lg:right-6 lg:bottom-6 lg:left-auto lg:w-96"
        >
          {' '}
        </a>
      </div>
      <IdleScript name="follow-booking" />
    </>
  )
}
