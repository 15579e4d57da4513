import type { ReactNode } from 'react'

interface PartProps {
  /** Id of its heading, which names it; its address. */
  id?: string
  title: ReactNode
  /** Links lead to it: its heading takes the focus. */
  isTarget?: boolean
  className?: string
  children: ReactNode
}

/** A part of a staff page, under a ruled heading. */
export const Part = ({ id, title, isTarget, className, children }: PartProps) => (
  <section aria-labelledby={id} className={className}>
    <h2 id={id} tabIndex={isTarget ? -1 : undefined} className="border-b-2 border-ink pb-2 text-xl">
      {title}
    </h2>
    {children}
  </section>
)
