import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import { photoSentEvent } from '../waiting-flag.ts'

/** In an app's page: fetches what sends photos when one is chosen, and reads the page's data again once one is stored. */
export function usePhotoSender(): void {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    void import('../choose-photos.script.ts')
    // An engineer may have no line when they choose one.
    void import('../device/send-photos.ts').catch(() => undefined)
    const again = () => void revalidate()
    document.addEventListener(photoSentEvent, again)
    return () => document.removeEventListener(photoSentEvent, again)
  }, [revalidate])
}
