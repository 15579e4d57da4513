import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import { photoSentEvent } from '../waiting-flag.ts'

/** In an app's page: fetches what sends photos when one is chosen, and reads the page's data again once one is stored. */
export function usePhotoSender(): void {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    // Without a line the form works as it is. An engineer may have none when they choose one.
    for (const fetched of [import('../choose-photos.script.ts'), import('../device/send-photos.ts')]) fetched.catch(() => undefined)
    const again = () => void revalidate()
    document.addEventListener(photoSentEvent, again)
    return () => document.removeEventListener(photoSentEvent, again)
  }, [revalidate])
}
