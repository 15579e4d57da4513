import type { ReactNode } from 'react'
import type { PhotosOfJob } from '../photos-view.server.ts'
import { AddPhotos } from './add-photos.tsx'
import { PhotoGallery, type Removal } from './photo-gallery.tsx'
import { PhotoNotice } from './photo-notice.tsx'

interface PhotosPartProps {
  photos: PhotosOfJob
  /** The result of the last upload, from the page's address. */
  state: string | null
  /** The heading. */
  children: ReactNode
  label: string
  hint: string
  className?: string
  /** The form that removes a photo, unless it is simply posted. */
  removal?: Removal
  /** Wraps the photos. */
  around?: (gallery: ReactNode) => ReactNode
}

/** The photos of a job, and a form for more. */
export function PhotosPart({
  photos: { shown, action: address, kinds, chosen, uploadKey, isFull, from },
  state,
  children,
  label,
  hint,
  className,
  removal,
  around = (gallery) => gallery,
}: PhotosPartProps) {
  const action = from ? `${address}?from=${from}` : address
  return (
    <section id="photos" aria-labelledby="photos-title" className={`scroll-mt-4 ${className ?? ''}`}>
      {children}
      <PhotoNotice state={state} />
      {around(<PhotoGallery photos={shown} action={action} removal={removal} />)}
      {kinds.length > 0 && !isFull && <AddPhotos {...{ action, kinds, chosen, uploadKey, label, hint }} />}
      {kinds.length > 0 && isFull && <p className="mt-3 print:hidden">That’s the most photos we can keep for one job.</p>}
    </section>
  )
}
