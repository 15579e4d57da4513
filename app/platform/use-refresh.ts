import { useEffect } from 'react'
import { useRevalidator } from 'react-router'

/** Reads the page's data again every `everyMs` milliseconds while someone can see it. */
export function useRefresh(everyMs: number): void {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void revalidate()
    }, everyMs)
    return () => clearInterval(timer)
  }, [everyMs, revalidate])
}
