import type { ComponentProps } from 'react'
import { ActForm } from '../act-form.tsx'
import { removePhotoKind, withoutRemoved } from '../removed-photos.ts'
import { useActs } from '../use-acts.ts'
import { PhotosPart } from './photos-part.tsx'

/** The photos of an engineer's job: removing one is recorded on the phone, like everything else they do. */
export function EngineerPhotos({ jobId, photos, ...props }: { jobId: string } & ComponentProps<typeof PhotosPart>) {
  const { acts } = useActs()
  return (
    <PhotosPart
      {...props}
      photos={{ ...photos, shown: withoutRemoved(photos.shown, acts) }}
      removal={({ photoId, action, children }) => (
        <ActForm kind={removePhotoKind} bookingId={jobId} action={action} encType="multipart/form-data">
          <input type="hidden" name="remove" value={photoId} />
          {children}
        </ActForm>
      )}
    />
  )
}
