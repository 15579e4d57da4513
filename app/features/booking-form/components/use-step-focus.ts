import { type RefObject, useEffect } from 'react'

/** Where the focus goes, as selectors inside the form and what stands above it. A new object is a new wish, for the same place too. */
export interface FocusWish {
  at: string
}

export const stepHeading = 'form h2'
export const errorSummary = 'form [role=alert]'
export const sentPanel = '[data-sent]'

/** What the sticky header may cover. */
const headerPx = 72

/**
 * Moves the eye and the screen reader after a step, a problem or the end.
 * The wish is part of the state that it comes with: another render that happens to run before that one cannot use it up.
 */
export function useStepFocus(form: RefObject<HTMLFormElement | null>, wish: FocusWish | undefined): void {
  useEffect(() => {
    if (!wish) return
    const root = form.current?.parentElement?.parentElement
    const target = root?.querySelector<HTMLElement>(wish.at)
    target?.focus({ preventScroll: true })
    // The heading is for the ear; the eye needs the form from its start, unless it is in view already.
    const shown = wish.at === stepHeading ? form.current : target
    if (!shown) return
    // So far up that the page's heading is gone behind the header, not cut by it.
    if (shown === form.current) shown.style.scrollMarginTop = '-12px'
    const isAbove = shown.getBoundingClientRect().top < headerPx
    if (isAbove || wish.at === sentPanel) shown.scrollIntoView({ block: 'start' })
    else if (wish.at !== stepHeading) shown.scrollIntoView({ block: 'nearest' })
  }, [wish])
}
