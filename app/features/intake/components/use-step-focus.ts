import { type RefObject, useEffect } from 'react'

/** The target of the focus, as selectors inside the form or beside it. A new object moves it again, even to the same place. */
export interface FocusWish {
  at: string
}

export const stepHeading = 'form h2'
/** The first field of a step, without an answer yet; the heading of a step that has none. */
export const firstEmptyField = 'first'
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
    const root = form.current?.closest('[data-booking]')
    const isStep = wish.at === stepHeading || wish.at === firstEmptyField
    const first = wish.at === firstEmptyField ? emptyFieldOf(form.current) : undefined
    const target = first ?? root?.querySelector<HTMLElement>(isStep ? stepHeading : wish.at)
    target?.focus({ preventScroll: true })
    // The heading is for screen readers; others need the form from its start, unless it is visible already.
    const shown = isStep ? form.current : target
    if (!shown) return
    // Scrolls until the page's heading is hidden by the header, not cut by it.
    if (shown === form.current) shown.style.scrollMarginTop = '-20px'
    const isAbove = shown.getBoundingClientRect().top < headerPx
    if (isAbove || wish.at === sentPanel) shown.scrollIntoView({ block: 'start' })
    else if (!isStep) shown.scrollIntoView({ block: 'nearest' })
  }, [wish])
}

/** The fields that everyone fills in by typing, in their order. */
const keyFields = (form: HTMLFormElement | null) => [...(form?.querySelectorAll<HTMLInputElement>('input[enterkeyhint]') ?? [])]

/** The first field of a step, if it is empty and nothing has to be chosen before it. */
export function emptyFieldOf(form: HTMLFormElement | null): HTMLInputElement | undefined {
  if (form?.querySelector('input[name=service]:not([type=hidden])')) return undefined
  return keyFields(form).find(({ value }) => !value)
}

/** The next field of the form that is empty. */
export function emptyFieldAfter(field: HTMLInputElement): HTMLInputElement | undefined {
  const all = keyFields(field.form)
  return all.slice(all.indexOf(field) + 1).find(({ value }) => !value)
}
