import { useEffect, useState } from 'react'
import { photoSentEvent } from '../photos/waiting-flag.ts'
import { usePhotoSender } from './use-photo-sender.ts'

/** On a page without a job's photos: sends those waiting on this phone, and shows their number. Nothing if none wait. */
export function PhotosWaiting() {
  usePhotoSender()
  const [count, setCount] = useState(0)
  useEffect(() => {
    const look = () => {
      void import('../photos/device/waiting-photos.ts')
        .then(async ({ readWaiting }) => setCount((await readWaiting()).length))
        .catch(() => undefined)
    }
    look()
    document.addEventListener(photoSentEvent, look)
    return () => document.removeEventListener(photoSentEvent, look)
  }, [])
  return (
    <div aria-live="polite">
      {count > 0 && (
        <p className="mt-4 bg-lamp px-3 py-2 font-bold">
          {count === 1
            ? '1 photo is saved on this phone. It’ll send when there’s a signal.'
            : `${count} photos are saved on this phone. They’ll send when there’s a signal.`}
        </p>
      )}
    </div>
  )
}
