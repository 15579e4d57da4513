import type { ReactNode } from 'react'
import { Button } from '#app/ui/button.tsx'
import { Options, Select } from '#app/ui/field.tsx'
import { type PhotoKind, photoKinds } from '../photos/photo-kinds.ts'
import type { PhotosOfJob } from '../photos-view.server.ts'
import type { PhotoView } from '../read-photos.server.ts'
import { PhotoNotice } from './photo-notice.tsx'
import { usePhotoSender } from './use-photo-sender.ts'

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

/** The form that removes a photo, around its button. `action`: the address that it posts to. */
type Removal = (removal: { photoId: string; action: string; children: ReactNode }) => ReactNode

const postedRemoval: Removal = ({ photoId, action, children }) => (
  <form method="post" encType="multipart/form-data" action={action}>
    <input type="hidden" name="remove" value={photoId} />
    {children}
  </form>
)

interface PhotoGalleryProps {
  photos: readonly PhotoView[]
  /** The address for removing a photo. */
  action: string
  removal?: Removal
}

/** Photos in rows; each opens in full size. */
function PhotoGallery({ photos, action, removal = postedRemoval }: PhotoGalleryProps) {
  if (photos.length === 0) return <div data-photos-shown="" />
  return (
    <ul data-photos-shown="" className="mt-3 grid grid-cols-2 gap-3 md:grid-cols-3">
      {photos.map(({ id, text, href, smallHref, width, height, isRemovable }) => (
        <li key={id} className="min-w-0">
          <a href={href} className="block">
            <img
              src={smallHref}
              width={width}
              height={height}
              alt={text}
              loading="lazy"
              decoding="async"
              className="aspect-square h-auto w-full border-2 border-ink bg-stone object-cover"
            />
            <span aria-hidden="true" className="mt-1 block text-sm leading-tight">
              {text}
            </span>
          </a>
          {isRemovable && (
            <details className="print:hidden">
              <summary className="min-h-11 cursor-pointer py-2.5 text-sm" aria-label={`Remove the photo: ${text}`}>
                Remove
              </summary>
              {removal({
                photoId: id,
                action,
                children: (
                  <Button look="outline" className="key-small">
                    Yes, remove it
                  </Button>
                ),
              })}
            </details>
          )}
        </li>
      ))}
    </ul>
  )
}

interface AddPhotosProps {
  action: string
  /** The selectable kinds; with one there is nothing to choose. */
  kinds: readonly PhotoKind[]
  chosen?: PhotoKind
  /** For the next upload: sending it twice stores one photo. */
  uploadKey: string
  label: string
  hint: string
}

/**
 * A form that sends photos of up to 2 MB; once one is chosen, a script makes it smaller and sends it automatically
 * (`device/send-photos.ts`).
 */
function AddPhotos({ action, kinds, chosen = kinds[0], uploadKey, label, hint }: AddPhotosProps) {
  const isSentWhenChosen = usePhotoSender()
  return (
    <form method="post" encType="multipart/form-data" action={action} data-photos="" className="print:hidden">
      <input type="hidden" name="key" value={uploadKey} />
      {kinds.length > 1 ? (
        <Select name="kind" id="photo-kind" label="What it shows" defaultValue={chosen}>
          <Options of={kinds.map((kind) => [kind, photoKinds[kind].choice])} />
        </Select>
      ) : (
        <input type="hidden" name="kind" value={chosen} />
      )}
      <div className="mt-5">
        <label htmlFor="photo" className="block font-bold">
          {label}
        </label>
        <p id="photo-hint" className="text-sm text-muted">
          {hint}
        </p>
        <input
          id="photo"
          type="file"
          name="photo"
          accept="image/*"
          multiple
          aria-describedby="photo-hint"
          className="mt-1 min-h-12 w-full rounded-key border-2 border-ink bg-white px-3 py-2.5"
        />
      </div>
      <SentPhotos />
      {!isSentWhenChosen && (
        <div data-photos-send="" className="mt-3">
          <Button look="outline">Send photos</Button>
        </div>
      )}
    </form>
  )
}

/** The list of photos being sent; the script copies the first row for each. */
function SentPhotos() {
  return (
    <div data-photos-sent="" className="grid gap-2">
      <p aria-live="polite" className="sr-only" />
      <div data-photo-row="" hidden className="mt-2 border-2 border-ink bg-white px-3 py-2">
        <p />
        <progress max={1} aria-label="Upload progress" className="w-full" />
        <div className="mt-1 flex flex-wrap gap-2">
          <span>
            <Button type="button" look="outline" className="key-small">
              Try again
            </Button>
          </span>
          <Button type="button" look="outline" className="key-small">
            Cancel
          </Button>
        </div>
      </div>
    </div>
  )
}
