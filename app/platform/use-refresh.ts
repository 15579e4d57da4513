import { useEffect } from 'react'
import { useRevalidator } from 'react-router'

/** Reads the page's data again every `everyMs` milliseconds while someone can see it; undefined: never. */
export function useRefresh(everyMs: number | undefined): void {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (everyMs === undefined) return
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void revalidate()
    }, everyMs)
    return () => clearInterval(timer)
  }, [everyMs, revalidate])
}
