import { useEffect, useRef, useState } from 'react'

const scrollIdleMs = 150
const mostDots = 5

export interface CarouselControlsProps {
  /** The id of the list that scrolls. */
  scroller: string
  count: number
  /** What a slide is, as in 'Review 3 of 15'. */
  noun: string
  /** Goes on by itself this often, until the visitor takes over. */
  everyMs?: number
}

/** What stands under a carousel's slides: back and forth, and where one is. Their room is kept; they show once they work. */
export default function CarouselControls({ scroller, count, noun, everyMs }: CarouselControlsProps) {
  const list = useRef<HTMLElement>(null)
  const [at, setAt] = useState(0)
  const [canMove, setCanMove] = useState(false)
  const [isPlaying, setPlaying] = useState(Boolean(everyMs))

  useEffect(() => {
    const element = document.getElementById(scroller)
    list.current = element
    if (!element) return
    let timer = 0
    const sync = () => {
      setCanMove(element.scrollWidth > element.clientWidth + 8)
      setAt(nearest(element))
    }
    const whenIdle = () => {
      clearTimeout(timer)
      timer = window.setTimeout(sync, scrollIdleMs)
    }
    const takeOver = () => setPlaying(false)
    sync()
    element.addEventListener('scroll', whenIdle)
    element.addEventListener('pointerdown', takeOver)
    addEventListener('resize', whenIdle)
    return () => {
      clearTimeout(timer)
      element.removeEventListener('scroll', whenIdle)
      element.removeEventListener('pointerdown', takeOver)
      removeEventListener('resize', whenIdle)
    }
  }, [scroller])

  const goTo = (to: number) => {
    setAt(to)
    list.current?.scrollTo({ left: list.current && stopsOf(list.current)[to] })
  }
  /** Past the ends it begins again; slides that are all in view at the end are one step. */
  const step = (by: number) => {
    const stops = list.current ? stopsOf(list.current) : []
    let to = at
    do to = (to + by + count) % count
    while (to !== at && stops[to] === stops[at])
    goTo(to)
  }
  const byHand = (move: () => void) => () => {
    setPlaying(false)
    move()
  }

  const goOn = useRef(step)
  goOn.current = step
  useEffect(() => {
    if (!isPlaying) return
    const timer = setInterval(() => {
      if (list.current && isWatched(list.current)) goOn.current(1)
    }, everyMs)
    return () => clearInterval(timer)
  }, [isPlaying, everyMs])

  const position = (index: number) => `${noun} ${index + 1} of ${count}`
  return (
    <div className={`mt-3 flex items-center gap-1 noscript:hidden ${canMove ? '' : 'invisible'}`}>
      <Arrow label={`Previous ${noun.toLowerCase()}`} path="M14 5l-7 7 7 7" onClick={byHand(() => step(-1))} />
      {count > mostDots ? (
        <p aria-live={isPlaying ? 'off' : 'polite'} className="px-2 text-sm">
          {position(at)}
        </p>
      ) : (
        Array.from({ length: count }, (_, index) => (
          <button
            key={position(index)}
            type="button"
            aria-label={position(index)}
            aria-current={index === at || undefined}
            onClick={byHand(() => goTo(index))}
            className="grid size-11 cursor-pointer place-items-center"
          >
            <span className={`size-3 rounded-full border-2 border-ink ${index === at ? 'bg-ink' : ''}`} />
          </button>
        ))
      )}
      <Arrow label={`Next ${noun.toLowerCase()}`} path="M10 5l7 7-7 7" onClick={byHand(() => step(1))} />
      {everyMs && (
        <button
          type="button"
          onClick={() => setPlaying(!isPlaying)}
          className="min-h-11 cursor-pointer px-2 text-sm font-bold underline motion-reduce:hidden"
        >
          {isPlaying ? 'Pause' : 'Play'}
        </button>
      )}
    </div>
  )
}

function Arrow({ label, path, onClick }: { label: string; path: string; onClick: () => void }) {
  return (
    <button
      type="button"
      aria-label={label}
      onClick={onClick}
      className="grid size-11 cursor-pointer place-items-center rounded-full border-2 border-ink"
    >
      <svg
        viewBox="0 0 24 24"
        aria-hidden="true"
        className="size-5 fill-none stroke-ink"
        strokeWidth="3"
        strokeLinecap="round"
        strokeLinejoin="round"
      >
        <path d={path} />
      </svg>
    </button>
  )
}

/** How far the list is scrolled when each slide is at its start, or as near to it as it gets. */
function stopsOf(list: HTMLElement): number[] {
  const slides = [...list.children] as HTMLElement[]
  return slides.map((slide) => Math.min(slide.offsetLeft - (slides[0]?.offsetLeft ?? 0), list.scrollWidth - list.clientWidth))
}

/** The slide that the list is scrolled to; at its end, the last. */
function nearest(list: HTMLElement): number {
  const distances = stopsOf(list).map((stop) => Math.round(Math.abs(stop - list.scrollLeft)))
  const least = Math.min(...distances)
  return list.scrollLeft > 0 ? distances.lastIndexOf(least) : 0
}

/** Whether the slides are in view, nobody is at them, and movement is welcome. */
function isWatched(list: HTMLElement): boolean {
  const carousel = list.closest('section') ?? list
  const { top, bottom } = carousel.getBoundingClientRect()
  const inView = !document.hidden && bottom > 0 && top < innerHeight
  return inView && !carousel.matches(':hover, :focus-within') && !matchMedia('(prefers-reduced-motion: reduce)').matches
}
