import type { ReactNode } from 'react'

/** A block in the place of what is not there yet; its class gives it the same size. */
export function Skeleton({ className }: { className: string }) {
  return <span aria-hidden="true" className={`block rounded-key bg-line motion-safe:animate-pulse ${className}`} />
}

/** A part of a page that says whether it is still being filled. */
export function Busy({ busy, className, children }: { busy: boolean; className?: string; children: ReactNode }) {
  return (
    <div aria-busy={busy} className={className}>
      {children}
    </div>
  )
}
