import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import { photoSentEvent } from '../waiting-flag.ts'

/** For app pages: loads the code that sends photos when one is chosen, and reloads the page's data once one is stored. */
export function usePhotoSender(): void {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    // Without a connection the form works as it is.
    for (const fetched of [import('../choose-photos.script.ts'), import('../device/send-photos.ts')]) fetched.catch(() => undefined)
    const again = () => void revalidate()
    document.addEventListener(photoSentEvent, again)
    return () => document.removeEventListener(photoSentEvent, again)
  }, [revalidate])
}
