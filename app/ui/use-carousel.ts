import { type RefObject, useEffect, useRef, useState } from 'react'

const scrollIdleMs = 150

/** The slides of a list that scrolls: their number (0 if all are in view), the present one, and functions to move. */
export function useSlides(scroller: string, onTakeOver: () => void) {
  const list = useRef<HTMLElement>(null)
  const forget = useRef<() => void>(null)
  const [count, setCount] = useState(0)
  const [at, setAt] = useState(0)

  useEffect(() => {
    const element = document.getElementById(scroller)
    list.current = element
    if (!element) return
    const sync = () => {
      // If every slide is in view, no controls are needed.
      setCount(element.scrollWidth > element.clientWidth + 8 ? element.children.length : 0)
      setAt((before) => nearest(element, before))
    }
    sync()
    const watch = watchScroll(element, sync, onTakeOver)
    forget.current = watch.forget
    return watch.stop
  }, [scroller])

  const goTo = (to: number) => {
    setAt(to)
    // The end of the last move, if still pending, would be taken for this one's.
    forget.current?.()
    list.current?.scrollTo({ left: list.current && stopsOf(list.current)[to] })
  }
  /** Past the ends it begins again. Each slide has its turn, also those that are in view together at the end. */
  const step = (by: 1 | -1) => goTo((at + by + count) % count)
  return { list, count, at, goTo, step }
}

/**
 * Calls `sync` when a list has stopped scrolling, or the page has another width; `onTouch` when the list is touched. `forget` cancels a
 * pending call.
 */
function watchScroll(element: HTMLElement, sync: () => void, onTouch: () => void): { forget(): void; stop(): void } {
  let timer = 0
  // A slow device may pause for longer than `scrollIdleMs` while scrolling: the pause is only used if the browser has no scrollend event.
  const scroll = 'onscrollend' in element ? 'scrollend' : 'scroll'
  const forget = () => clearTimeout(timer)
  const whenIdle = () => {
    forget()
    timer = window.setTimeout(sync, scrollIdleMs)
  }
  element.addEventListener(scroll, whenIdle)
  element.addEventListener('pointerdown', onTouch)
  addEventListener('resize', whenIdle)
  const stop = () => {
    forget()
    element.removeEventListener(scroll, whenIdle)
    element.removeEventListener('pointerdown', onTouch)
    removeEventListener('resize', whenIdle)
  }
  return { forget, stop }
}

interface Playing {
  list: RefObject<HTMLElement | null>
  controls: RefObject<HTMLElement | null>
  /** Undefined: the slides don't move. */
  everyMs: number | undefined
  onStart: () => void
  step: (by: 1) => void
}

/** Moves the slides automatically, while the carousel is in view and no one uses it. */
export function usePlaying({ list, controls, everyMs, onStart, step }: Playing): void {
  const goOn = useRef(step)
  goOn.current = step
  useEffect(() => {
    const carousel = list.current?.closest('section')
    if (!everyMs || !carousel) return
    onStart()
    return play(carousel, { everyMs, isHeld: () => isHeld(list.current, controls.current), goOn: () => goOn.current(1) })
  }, [everyMs])
}

/** Calls `goOn` repeatedly while a carousel is in view and may move. Returns the function that stops it. */
function play(
  carousel: HTMLElement,
  { everyMs, isHeld: isHeldBack, goOn }: { everyMs: number; isHeld: () => boolean; goOn: () => void },
): () => void {
  let timer = 0
  let isInView = false
  const calm = matchMedia('(prefers-reduced-motion: reduce)')
  /** The full interval again after each move, and after a pause. */
  const wait = () => {
    clearTimeout(timer)
    timer = window.setTimeout(() => {
      if (isInView && !document.hidden && !calm.matches && !isHeldBack()) goOn()
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
}

/** The scroll position for each slide, at its start or as near as the list gets. */
function stopsOf(list: HTMLElement): number[] {
  const slides = [...list.children] as HTMLElement[]
  return slides.map((slide) => Math.min(slide.offsetLeft - (slides[0]?.offsetLeft ?? 0), list.scrollWidth - list.clientWidth))
}

/** Returns the slide that the list is scrolled to: of several in view at its end, the requested one, else the last. */
function nearest(list: HTMLElement, asked: number): number {
  const distances = stopsOf(list).map((stop) => Math.round(Math.abs(stop - list.scrollLeft)))
  const least = Math.min(...distances)
  return distances[asked] === least ? asked : distances.lastIndexOf(least)
}

/**
 * Returns true if the focus or pointer is on the slides or their controls. The text beside them doesn't count, nor a button 'Play' that was
 * just used.
 */
function isHeld(list: HTMLElement | null, controls: HTMLElement | null): boolean {
  const parts = [list, ...(controls ? [...controls.children].slice(0, -1) : [])]
  return parts.some((part) => part?.matches(':hover, :focus-within'))
}
