import { type RefObject, useEffect } from 'react'

/** The target of the focus, as selectors inside the form. A new object moves it again, even to the same place. */
export interface FocusWish {
  at: string
}

export const stepHeading = 'form h2'
export const errorSummary = 'form [role=alert]'
export const sentPanel = '[data-sent]'

/** The height that the sticky header may cover. */
const headerPx = 72

/**
 * Moves scroll position and focus after a step, a problem or the end. The target is part of the state, so a render that happens in between
 * can't use it up.
 */
export function useStepFocus(form: RefObject<HTMLFormElement | null>, wish: FocusWish | undefined): void {
  useEffect(() => {
    if (!wish) return
    const root = form.current?.parentElement?.parentElement
    const target = root?.querySelector<HTMLElement>(wish.at)
    target?.focus({ preventScroll: true })
    // The heading is for screen readers; others need the form from its start, unless it is visible already.
    const shown = wish.at === stepHeading ? form.current : target
    if (!shown) return
    // Scrolls until the page's heading is hidden by the header, not cut by it.
    if (shown === form.current) shown.style.scrollMarginTop = '-12px'
    const isAbove = shown.getBoundingClientRect().top < headerPx
    if (isAbove || wish.at === sentPanel) shown.scrollIntoView({ block: 'start' })
    else if (wish.at !== stepHeading) shown.scrollIntoView({ block: 'nearest' })
  }, [wish])
}
