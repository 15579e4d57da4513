/** A placeholder block; its class gives it the final size. */
export function Skeleton({ className }: { className: string }) {
  return <span aria-hidden="true" className={`block rounded-key bg-line motion-safe:animate-pulse ${className}`} />
}
