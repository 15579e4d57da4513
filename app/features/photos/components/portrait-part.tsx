import { Button } from '#app/ui/button.tsx'
import { PhotoNotice } from './photo-notice.tsx'

interface PortraitPartProps {
  /** The engineer's name. */
  name: string
  /** The address of the portrait and its upload. */
  path: string
  /** Of the current portrait: a new one for each upload. */
  version?: string
  /** What the page's address says of the last upload. */
  state: string | null
}

/** An engineer's portrait, for staff: what customers see. */
export function PortraitPart({ name, path, version, state }: PortraitPartProps) {
  return (
    <section id="portrait" aria-labelledby="portrait-title" className="mt-8 max-w-[30em] scroll-mt-4 border-t-2 border-ink pt-4">
      <h2 id="portrait-title" className="text-xl">
        Photo
      </h2>
      <PhotoNotice state={state} />
      {version && (
        <img
          src={`${path}?v=${version}`}
          width={320}
          height={400}
          alt={name}
          className="mt-3 h-[200px] w-40 border-2 border-ink bg-stone object-cover"
        />
      )}
      <form method="post" encType="multipart/form-data" action={path}>
        <label htmlFor="portrait-file" className="mt-3 block font-bold">
          {version ? 'Another photo' : 'Add a photo'}
        </label>
        <p id="portrait-hint" className="text-sm text-muted">
          Customers see it with the name, so they know who to let in. Up to 2 MB.
        </p>
        <input
          id="portrait-file"
          type="file"
          name="photo"
          accept="image/*"
          aria-describedby="portrait-hint"
          className="mt-1 min-h-12 w-full rounded-key border-2 border-ink bg-white px-3 py-2.5 file:mr-3 file:rounded-key file:border-2 file:border-ink file:bg-paper file:px-3 file:font-bold"
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
