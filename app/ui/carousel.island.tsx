import { useEffect, useRef, useState } from 'react'

const scrollIdleMs = 150

export interface CarouselControlsProps {
  /** The id of the list that scrolls. */
  scroller: string
  /** What a slide is, as in 'Review 3 of 15'. */
  noun: string
  /** Goes on by itself this often, in ms, until the visitor takes over. */
  everyMs?: number
}

/**
 * What stands under a carousel's slides: back and forth, a row of dots to jump by, and where one is (specification 1 section 9).
 * It does nothing without JavaScript, so the server renders nothing: its room is kept by the carousel.
 */
export default function CarouselControls({ scroller, noun, everyMs }: CarouselControlsProps) {
  const list = useRef<HTMLElement>(null)
  const controls = useRef<HTMLDivElement>(null)
  const [count, setCount] = useState(0)
  const [at, setAt] = useState(0)
  const [isPlaying, setPlaying] = useState(Boolean(everyMs))
  /** Said aloud only where nothing else says it: after an arrow. */
  const [isSaid, setSaid] = useState(false)

  useEffect(() => {
    const element = document.getElementById(scroller)
    list.current = element
    if (!element) return
    let timer = 0
    const sync = () => {
      // Where every slide is in view there is nothing to control.
      setCount(element.scrollWidth > element.clientWidth + 8 ? element.children.length : 0)
      setAt((before) => nearest(element, before))
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
  const step = (by: 1 | -1) => {
    const stops = list.current ? stopsOf(list.current) : []
    let to = at
    do to = (to + by + stops.length) % stops.length
    while (to !== at && stops[to] === stops[at])
    goTo(by > 0 ? stops.lastIndexOf(Number(stops[to])) : to)
  }
  const byHand = (by: 1 | -1) => () => {
    setPlaying(false)
    setSaid(true)
    step(by)
  }

  const goOn = useRef(step)
  goOn.current = step
  useEffect(() => {
    const carousel = list.current?.closest('section')
    if (!isPlaying || count === 0 || !carousel) return
    setSaid(false)
    let timer = 0
    let isInView = false
    const calm = matchMedia('(prefers-reduced-motion: reduce)')
    const mayMove = () => isInView && !document.hidden && !calm.matches && !isHeld(list.current, controls.current)
    /** The whole time again after each move, and after what held it back. */
    const wait = () => {
      clearTimeout(timer)
      timer = window.setTimeout(() => {
        if (mayMove()) goOn.current(1)
        wait()
      }, everyMs)
    }
    const seen = new IntersectionObserver(([entry]) => {
      isInView = Boolean(entry?.isIntersecting)
      wait()
    })
    seen.observe(carousel)
    const events = ['pointerover', 'pointerout', 'focusin', 'focusout']
    for (const event of events) carousel.addEventListener(event, wait)
    document.addEventListener('visibilitychange', wait)
    calm.addEventListener('change', wait)
    return () => {
      clearTimeout(timer)
      seen.disconnect()
      for (const event of events) carousel.removeEventListener(event, wait)
      document.removeEventListener('visibilitychange', wait)
      calm.removeEventListener('change', wait)
    }
  }, [isPlaying, count, everyMs])

  if (count === 0) return null
  const name = noun.toLowerCase()
  const position = `${noun} ${at + 1} of ${count}`
  return (
    <div ref={controls} className="flex flex-wrap items-center gap-x-2">
      <Arrow label={`Previous ${name}`} path="M14 5l-7 7 7 7" onClick={byHand(-1)} />
      {/* The dots are one control: a finger lands on any of them, or runs along them. */}
      <span className="relative flex h-11 flex-1 items-center justify-between rounded-key has-focus-visible:outline-3 has-focus-visible:outline-ink lg:max-w-80">
        {Array.from({ length: count }, (_, index) => (
          <i key={index} className={`size-2.5 rounded-full border-2 border-ink ${index === at ? 'bg-ink' : ''}`} />
        ))}
        <input
          type="range"
          min="1"
          max={count}
          value={at + 1}
          aria-label={`Go to ${name}`}
          aria-valuetext={position}
          onChange={({ currentTarget }) => {
            setPlaying(false)
            setSaid(false)
            goTo(Number(currentTarget.value) - 1)
          }}
          className="absolute inset-0 size-full cursor-pointer opacity-0"
        />
      </span>
      <Arrow label={`Next ${name}`} path="M10 5l7 7-7 7" onClick={byHand(1)} />
      {/* As high without its button, and as wide with two digits as with one. */}
      <div className="flex min-h-11 items-center gap-2 text-sm max-lg:basis-full">
        <p aria-live={isSaid ? 'polite' : 'off'} className="min-w-[7em]">
          {position}
        </p>
        {everyMs && (
          <button
            type="button"
            onClick={() => setPlaying(!isPlaying)}
            className="min-h-11 cursor-pointer px-2 font-bold underline motion-reduce:hidden"
          >
            {isPlaying ? 'Pause' : 'Play'}
          </button>
        )}
      </div>
    </div>
  )
}

function Arrow({ label, path, onClick }: { label: string; path: string; onClick: () => void }) {
  return (
    <button
      type="button"
      aria-label={label}
      onClick={onClick}
      className="grid size-11 flex-none cursor-pointer place-items-center rounded-full border-2 border-ink"
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

/** The slide that the list is scrolled to: of several that are all in view at its end, the one that was asked for, else the last. */
function nearest(list: HTMLElement, asked: number): number {
  const distances = stopsOf(list).map((stop) => Math.round(Math.abs(stop - list.scrollLeft)))
  const least = Math.min(...distances)
  return distances[asked] === least ? asked : distances.lastIndexOf(least)
}

/** Whether somebody is at the slides or at what moves them; who is at the words beside it, or has just pressed 'Play', is not. */
function isHeld(list: HTMLElement | null, controls: HTMLElement | null): boolean {
  const parts = [list, ...(controls ? [...controls.children].slice(0, -1) : [])]
  return parts.some((part) => part?.matches(':hover, :focus-within'))
}
