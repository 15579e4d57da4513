import type { ReactNode } from 'react'
import { Button } from '#app/ui/button.tsx'
import type { PhotoView } from '../read-photos.server.ts'

/** The form that removes a photo, around its button. `action`: the address that it posts to. */
export type Removal = (removal: { photoId: string; action: string; children: ReactNode }) => ReactNode

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
export function PhotoGallery({ photos, action, removal = postedRemoval }: PhotoGalleryProps) {
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
