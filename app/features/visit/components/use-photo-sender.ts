import { useEffect, useState } from 'react'
import { useRevalidator } from 'react-router'
import { photoSentEvent } from '../photos/waiting-flag.ts'

/**
 * For app pages: loads the code that sends photos when one is chosen, and reloads the page's data once one is stored. Returns whether it is
 * loaded: photos are sent without a button then.
 */
export function usePhotoSender(): boolean {
  const { revalidate } = useRevalidator()
  const [isLoaded, setLoaded] = useState(false)
  useEffect(() => {
    // Without a connection the form works as it is.
    Promise.all([import('../photos/choose-photos.script.ts'), import('../photos/device/send-photos.ts')]).then(
      () => setLoaded(true),
      () => undefined,
    )
    const again = () => void revalidate()
    document.addEventListener(photoSentEvent, again)
    return () => document.removeEventListener(photoSentEvent, again)
  }, [revalidate])
  return isLoaded
}
