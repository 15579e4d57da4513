import { useEffect } from 'react'
import { useLocation } from 'react-router'

/**
 * Moves the focus to the part of the page that its address names, where a press on another page led there: its button has gone, and who
 * works by keyboard would begin at the top.
 */
export function useFocusOnPart(): void {
  const { key, hash } = useLocation()
  useEffect(() => {
    if (key && hash && document.activeElement === document.body) document.getElementById(hash.slice(1))?.focus()
  }, [key, hash])
}
