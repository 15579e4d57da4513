import type { ReactNode } from 'react'

interface SectionProps {
  id: string
  title: ReactNode
  lead?: ReactNode
  /** On a band of stone that runs across the page. */
  band?: boolean
  /** One of several short parts: a smaller heading. */
  small?: boolean
  /** Laid out when it is near the view. */
  lazy?: boolean
  children?: ReactNode
}

/** A part of a page under a heading of the second level. */
export function Section({ id, title, lead, band, small, lazy, children }: SectionProps) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className={`py-4 ${band ? 'band lg:my-9 lg:py-18' : 'lg:py-9'}${lazy ? ' lazy' : ''}`}>
      <h2 id={`${id}-title`} className={small ? 'text-xl md:text-2xl' : 'text-2xl'}>
        {title}
      </h2>
      {lead && <p className="mt-2 max-w-[40em]">{lead}</p>}
      {children && <div className="mt-3 lg:mt-6">{children}</div>}
    </section>
  )
}
