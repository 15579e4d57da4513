import { cloneElement, type ReactElement, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'

const openMs = 700
const skipMs = 300
const edgePx = 8

/** Shared by all tooltips: one is open at a time, and the next opens faster if one has just closed. */
let closeOther: (() => void) | undefined
let closedAt = -skipMs

interface TooltipProps {
  id: string
  text: ReactNode
  /** One element that can have the focus: a button, a link, a field. */
  children: ReactElement<{ 'aria-describedby'?: string }>
}

/** A short description of the pointed or focused element (WCAG 1.4.13: it can be hovered, and Escape hides it). */
export function Tooltip({ id, text, children }: TooltipProps) {
  const [isOpen, setOpen] = useState(false)
  const timer = useRef(0)
  const tip = useRef<HTMLSpanElement>(null)

  const close = () => {
    clearTimeout(timer.current)
    setOpen(false)
  }
  const open = () => {
    clearTimeout(timer.current)
    setOpen(true)
  }
  const openSoon = () => {
    timer.current = window.setTimeout(open, closeOther || Date.now() - closedAt < skipMs ? 0 : openMs)
  }

  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => {
    if (!isOpen) return
    closeOther?.()
    const closeThis = () => setOpen(false)
    closeOther = closeThis
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      // The first Escape is the tooltip's, the next one the dialog's around it.
      event.preventDefault()
      closeThis()
    }
    document.addEventListener('keydown', onKeyDown, true)
    return () => {
      document.removeEventListener('keydown', onKeyDown, true)
      closedAt = Date.now()
      if (closeOther === closeThis) closeOther = undefined
    }
  }, [isOpen])
  useLayoutEffect(() => {
    if (isOpen && tip.current) keepInView(tip.current)
  }, [isOpen])

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only watches what happens to the element in it
    <span className="group relative inline-block" onPointerEnter={openSoon} onPointerLeave={close} onFocus={open} onBlur={close}>
      {cloneElement(children, { 'aria-describedby': id })}
      {/* Touches its element, so that a pointer can move onto it. */}
      <span
        ref={tip}
        className={`absolute bottom-full left-0 z-20 w-max max-w-60 py-2 ${isOpen ? '' : 'hidden noscript:group-focus-within:block noscript:group-hover:block'}`}
      >
        <span id={id} role="tooltip" className="block rounded-key bg-ink px-3 py-2 text-left text-sm font-normal text-chalk">
          {text}
        </span>
      </span>
    </span>
  )
}

/** Placed below its element if there is no room above, and not past the sides. */
function keepInView(tip: HTMLElement): void {
  tip.style.translate = ''
  const { left, right, top, height } = tip.getBoundingClientRect()
  const across = Math.max(edgePx - left, Math.min(0, document.documentElement.clientWidth - edgePx - right))
  const down = top < 0 ? height + (tip.parentElement?.offsetHeight ?? 0) : 0
  tip.style.translate = `${across}px ${down}px`
}
