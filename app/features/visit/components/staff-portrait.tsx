import { type SubmitEvent, useState } from 'react'
import { Button } from '#app/ui/button.tsx'
import { PhotoNotice } from './photo-notice.tsx'

interface PortraitPartProps {
  /** The engineer's name. */
  name: string
  /** The address of the portrait and its upload. */
  path: string
  /** The current portrait's: a new one for each upload. */
  version?: string
  /** Result of the last upload, from the page's address. */
  state: string | null
}

/** An engineer's portrait, as customers see it, for staff. */
export function PortraitPart({ name, path, version, state }: PortraitPartProps) {
  const [problem, setProblem] = useState<string>()
  return (
    <section id="portrait" aria-labelledby="portrait-title" className="mt-8 max-w-[30em] scroll-mt-4 border-t-2 border-ink pt-4">
      <h2 id="portrait-title" className="text-xl">
        Photo
      </h2>
      {problem ? (
        <p role="alert" className="mt-3 border-l-5 border-alarm bg-alarm-wash px-3 py-2 font-bold">
          {problem}
        </p>
      ) : (
        <PhotoNotice state={state} />
      )}
      {version && (
        <img
          src={`${path}?v=${version}`}
          width={320}
          height={400}
          alt={name}
          className="mt-3 h-[200px] w-40 border-2 border-ink bg-stone object-cover"
        />
      )}
      <form method="post" encType="multipart/form-data" action={path} onSubmit={(event) => void sendSmall(event, setProblem)}>
        <label htmlFor="portrait-file" className="mt-3 block font-bold">
          {version ? 'Replace the photo' : 'Add a photo'}
        </label>
        <p id="portrait-hint" className="text-sm text-muted">
          Customers see it next to the engineer’s name, so they know who to let in.
        </p>
        <input
          id="portrait-file"
          type="file"
          name="photo"
          accept="image/*"
          aria-describedby="portrait-hint"
          className="mt-1 min-h-12 w-full rounded-key border-2 border-ink bg-white px-3 py-2.5"
        />
        <Button look="outline" className="mt-3">
          Save the photo
        </Button>
      </form>
      {version && (
        <form method="post" encType="multipart/form-data" action={path} className="mt-3">
          <input type="hidden" name="remove" value="portrait" />
          <Button look="outline" className="key-small">
            Remove the photo
          </Button>
        </form>
      )}
    </section>
  )
}

/** Sends the chosen photo, scaled down to a portrait's size. If this browser can't, it is sent unchanged, up to 2 MB. */
async function sendSmall(event: SubmitEvent<HTMLFormElement>, say: (problem?: string) => void) {
  const form = event.currentTarget
  const input = form.querySelector<HTMLInputElement>('input[type=file]')
  const [file] = input?.files ?? []
  if (!input || !file) return
  event.preventDefault()
  say()
  const device = await import('../photos/device/shrink-photo.ts').catch(() => undefined)
  try {
    const files = new DataTransfer()
    if (device) files.items.add(new File([await device.shrinkPhoto(file)], 'portrait.jpg', { type: 'image/jpeg' }))
    if (device) input.files = files.files
  } catch (error) {
    if (device && error instanceof device.UnusablePhoto) return say(error.message)
  }
  form.submit()
}
