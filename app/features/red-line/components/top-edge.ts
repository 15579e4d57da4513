/** The pop-up may show again this long after the mouse has returned. */
const againAfterMs = 30_000

/**
 * Calls `show` when the mouse leaves the window through its top edge, unless that was shown just now. `show` returns whether it was shown.
 * Returns the function that stops it.
 */
export function watchTopEdge(show: () => boolean): () => void {
  let hasJustShown = false
  let again: number | undefined
  const edge = document.documentElement
  const leave = ({ clientX, clientY, buttons }: MouseEvent) => {
    // A held button means a drag: a selection, the scroll bar.
    const isByTop = clientY <= 0 && clientX >= 0 && clientX < innerWidth && buttons === 0
    if (isByTop && !hasJustShown) hasJustShown = show()
  }
  const comeBack = () => {
    if (!hasJustShown || again !== undefined) return
    again = window.setTimeout(() => {
      hasJustShown = false
      again = undefined
    }, againAfterMs)
  }
  edge.addEventListener('mouseleave', leave)
  edge.addEventListener('mouseenter', comeBack)
  return () => {
    clearTimeout(again)
    edge.removeEventListener('mouseleave', leave)
    edge.removeEventListener('mouseenter', comeBack)
  }
}
