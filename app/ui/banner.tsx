import type { ReactNode } from 'react'

/** A strip on lamp ground across the page, with the action for it. */
export function Banner({ label, action, children }: { label: string; action?: ReactNode; children: ReactNode }) {
  return (
    <section aria-label={label} className="@container border-b-2 border-ink bg-lamp">
      <div className="mx-auto flex max-w-[1240px] flex-wrap items-center gap-x-2 gap-y-1 px-4 py-1 text-xs leading-tight md:px-8 lg:py-2 md:text-sm lg:gap-x-4 xl:gap-x-8">
        {children}
        {action}
      </div>
    </section>
  )
}
