import type { ReactNode } from 'react'

interface FoldedProps {
  label: string
  isOpen?: boolean
  /** As wide as what it is in, for more than text. */
  isWide?: boolean
  /** Folded on phones alone; in browsers that can't open it by style, everywhere. */
  onPhones?: boolean
  children: ReactNode
}

/**
 * A part of a page that few need: folded until it is opened, and open if something in it was refused. A link to a part of it opens it
 * (`page.script.ts` where the browser doesn't).
 */
export function Folded({ label, isOpen, isWide, onPhones, children }: FoldedProps) {
  return (
    <details className={`folded mt-2 border-b border-line ${onPhones ? 'folded-on-phones' : ''}`} open={isOpen || undefined}>
      <summary className="flex min-h-11 cursor-pointer items-center gap-2 font-bold">{label}</summary>
      <div className={isWide ? 'pb-5' : 'max-w-[34em] pb-5'}>{children}</div>
    </details>
  )
}
