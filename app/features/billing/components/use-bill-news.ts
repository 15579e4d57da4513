import { useEffect } from 'react'
import { useRevalidator } from 'react-router'

/** Reads the page's data again when a private link's stream says that something has changed. */
export function useBillNews(streamPath: string | undefined): void {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (!streamPath || !('EventSource' in window)) return
    const stream = new EventSource(streamPath)
    stream.addEventListener('booking', () => void revalidate())
    return () => stream.close()
  }, [streamPath, revalidate])
}
