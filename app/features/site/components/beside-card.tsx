import type { ReactNode } from 'react'
import { SideCard, type SideCardProps } from './side-card.tsx'

/** A page's sections; on wide screens with the emergency card in its own column. */
export function BesideCard({ children, ...card }: SideCardProps & { children: ReactNode }) {
  return (
    <div className="mx-auto max-w-[1240px] px-4 md:px-8 lg:grid lg:grid-cols-[minmax(0,1fr)_216px] lg:gap-12">
      <div className="min-w-0">{children}</div>
      <div className="relative hidden pt-18 lg:block">
        <SideCard {...card} />
      </div>
    </div>
  )
}
