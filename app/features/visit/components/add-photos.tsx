import { Button } from '#app/ui/button.tsx'
import { Options, Select } from '#app/ui/field.tsx'
import { type PhotoKind, photoKinds } from '../photos/photo-kinds.ts'
import { usePhotoSender } from './use-photo-sender.ts'

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
export function AddPhotos({ action, kinds, chosen = kinds[0], uploadKey, label, hint }: AddPhotosProps) {
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
