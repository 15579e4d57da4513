import type { ReactNode } from 'react'
import { IdleScript } from '#app/ui/island.tsx'
import type { PhotosOfJob } from '../photos-view.server.ts'
import { PhotosPart } from './photos-part.tsx'

/** A customer's photos of the problem; once the visit is over, with those of the work. */
export function CustomerPhotos({
  photos,
  state,
  around,
}: {
  photos: PhotosOfJob
  state?: string
  around?: (gallery: ReactNode) => ReactNode
}) {
  return (
    <>
      <PhotosPart
        photos={photos}
        state={state ?? null}
        label="Add photos"
        hint="They help your engineer bring the right parts. You can add up to five. We remove the location data."
        className="mt-8"
        around={around}
      >
        <h2 id="photos-title" className="text-xl">
          Photos
        </h2>
      </PhotosPart>
      {photos.kinds.length > 0 && <IdleScript name="choose-photos" />}
    </>
  )
}
