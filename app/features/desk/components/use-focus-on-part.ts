import { useEffect } from 'react'
import { useLocation } from 'react-router'

/**
 * Moves the focus to the part of the page that its address names, after an act on another page: its button is not on this page, and
 * keyboard users would begin at the top.
 */
export function useFocusOnPart(): void {
  const { key, hash } = useLocation()
  useEffect(() => {
    if (key && hash && document.activeElement === document.body) document.getElementById(hash.slice(1))?.focus()
  }, [key, hash])
}
