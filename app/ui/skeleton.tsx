import type { ReactNode } from 'react'

/** A placeholder block; its class gives it the final size. */
export function Skeleton({ className }: { className: string }) {
  return <span aria-hidden="true" className={`block rounded-key bg-line motion-safe:animate-pulse ${className}`} />
}

/** A part of a page that is marked as loading until it is filled. */
export function Busy({ busy, className, children }: { busy: boolean; className?: string; children: ReactNode }) {
  return (
    <div aria-busy={busy} className={className}>
      {children}
    </div>
  )
}
