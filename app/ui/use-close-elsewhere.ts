import { type RefObject, useEffect } from 'react'

/** Closes the open menus (`details`) of a part of the page once something outside of them is clicked. */
export function useCloseElsewhere(part: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const close = ({ target }: MouseEvent) => {
      for (const menu of part.current?.querySelectorAll('details[open]') ?? [])
        if (!menu.contains(target as Node)) menu.removeAttribute('open')
    }
    addEventListener('click', close)
    return () => removeEventListener('click', close)
  }, [part])
}
