import type { ReactNode } from 'react'
import CarouselControls, { type CarouselControlsProps } from './carousel.island.tsx'
import { Island } from './island.tsx'

interface CarouselProps extends Omit<CarouselControlsProps, 'scroller'> {
  id: string
  label: string
  /** `Slide`s. */
  children: ReactNode
}

/** A row of slides that scrolls and snaps without JavaScript; the controls beneath it are an island, whose room is kept. */
export function Carousel({ id, label, children, ...controls }: CarouselProps) {
  return (
    <section aria-label={label} aria-roledescription="carousel">
      <ul
        id={id}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: who has no pointer scrolls it with the arrow keys
        tabIndex={0}
        aria-label={label}
        className="relative flex [scroll-snap-type:x_mandatory] gap-4 overflow-x-auto -mx-[3px] scroll-px-[3px] p-[3px] [scrollbar-width:none] motion-safe:scroll-smooth noscript:[scrollbar-width:auto]"
      >
        {children}
      </ul>
      <Island
        isOrnament
        name="carousel"
        of={CarouselControls}
        when="visible"
        props={{ scroller: id, ...controls }}
        className="mt-3 min-h-11 @max-[15rem]:min-h-22 noscript:hidden"
      />
    </section>
  )
}

/** One of a carousel's slides: narrow enough that the next one peeks; `narrow`: for pictures higher than wide. */
export function Slide({ narrow, children }: { narrow?: boolean; children: ReactNode }) {
  return (
    <li
      className={`flex ${narrow ? 'flex-[0_0_min(60%,360px)]' : 'flex-[0_0_min(86%,360px)]'} snap-start flex-col rounded-key border-2 border-ink bg-chalk`}
    >
      {children}
    </li>
  )
}
