import { redirect } from 'react-router'
import { z } from 'zod'
import { Refusal, refusalBody } from '#app/platform/errors.ts'
import { privateHeaders } from '#app/platform/public-page.ts'
import { wrongForm } from '#app/platform/refused-page.ts'
import { toInstant } from '#app/values/clock.ts'
import { idFrom, newId } from '#app/values/ids.ts'
import { readKind, type TakenBy } from './photos/photo-kinds.ts'
import { PhotoRefused } from './refusals.ts'
import type { SentPhoto } from './store-photo.server.ts'

interface PhotoForm {
  request: Request
  by: TakenBy
  /** The sender, as in `cleanPhoto`. */
  client: string
  /** The page of the form, to which a browser without JavaScript is redirected. */
  back: string
  /** Stores a photo; returns its id. */
  add(photo: SentPhoto): Promise<string>
  remove(photoId: string): Promise<void>
}

/**
 * Handles a form with photos of a job, or one that removes a photo. The caller has checked that the sender may send, and that the body is
 * bounded (server/app.ts).
 */
export const answerPhotoForm = ({ request, by, client, back, add, remove }: PhotoForm): Promise<Response> =>
  answerUpload({ request, client, back, part: 'photos' }, async (form) => {
    const photoId = form.get('remove')
    if (typeof photoId === 'string') {
      await remove(photoId)
      return { state: 'removed', ids: [] }
    }
    const ids: string[] = []
    for (const photo of await photosIn(form, by)) ids.push(await add(photo))
    return { state: 'added', ids }
  })

interface PortraitForm {
  request: Request
  client: string
  back: string
  add(data: Uint8Array): Promise<void>
  remove(): Promise<void>
}

/** The same for an engineer's portrait. */
export const answerPortraitForm = ({ request, client, back, add, remove }: PortraitForm): Promise<Response> =>
  answerUpload({ request, client, back, part: 'portrait' }, async (form) => {
    if (form.has('remove')) {
      await remove()
      return { state: 'removed', ids: [] }
    }
    for (const file of filesIn(form).slice(0, 1)) await add(new Uint8Array(await file.arrayBuffer()))
    return { state: 'added', ids: [] }
  })

/** The most forms with photos, each of up to 2 MB, that are read at once: of one client, and of all. */
const mostUploadsOfClient = 3
const mostUploads = 30
const uploads: string[] = []

/**
 * Redirects a browser to the form's part of the page, with the result in the address (`photo=added`, `removed`, or a problem's code); a
 * script, which accepts JSON, gets it as JSON.
 */
async function answerUpload(
  { request, client, back, part }: { request: Request; client: string; back: string; part: string },
  act: (form: FormData) => Promise<{ state: string; ids: string[] }>,
): Promise<Response> {
  if (request.method !== 'POST') return redirect(back, 303)
  const isScript = /\bapplication\/json\b/.test(request.headers.get('accept') ?? '')
  const led = (state: string) => redirect(`${back}?photo=${state}#${part}`, 303)
  try {
    const done = await act(await readUpload(request, client))
    return isScript ? Response.json(done, { headers: privateHeaders }) : led(done.state)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    if (isScript) return Response.json(refusalBody(error), { status: error.status, headers: { ...privateHeaders, ...error.headers() } })
    if (error instanceof PhotoRefused) return led(error.code)
    throw error
  }
}

/** Reads the form once there is room for it in memory. Throws `PhotoRefused` if too many are being sent, or this one breaks off. */
async function readUpload(request: Request, client: string): Promise<FormData> {
  const own = uploads.filter((each) => each === client)
  if (uploads.length >= mostUploads || own.length >= mostUploadsOfClient) throw new PhotoRefused('busy', 5)
  uploads.push(client)
  try {
    return await request.formData()
  } catch (error) {
    if (error instanceof Refusal) throw error
    throw new PhotoRefused('damaged')
  } finally {
    uploads.splice(uploads.indexOf(client), 1)
  }
}

const instant = z.iso.datetime().transform((text) => toInstant(new Date(text)))
const Times = z.object({ at: instant, sentAt: instant })

/** Returns the files of a form; if none was chosen, a browser sends a file without name and content. */
function filesIn(form: FormData): File[] {
  const chosen = form.getAll('photo').filter((each): each is File => typeof each !== 'string' && (each.size > 0 || each.name !== ''))
  if (chosen.length === 0) throw new PhotoRefused('no_photo')
  return chosen
}

/** The photos of a form. Their file names are ignored. */
async function photosIn(form: FormData, by: TakenBy): Promise<SentPhoto[]> {
  const text = (name: string) => {
    const value = form.get(name)
    return typeof value === 'string' ? value : ''
  }
  const kind = readKind(by, text('kind'))
  if (!kind) throw wrongForm()
  const files = filesIn(form)
  const key = z.uuid().safeParse(text('key')).data?.toLowerCase() ?? newId()
  const phone = Times.safeParse({ at: text('takenAt'), sentAt: text('sentAt') }).data
  return Promise.all(
    files.map(async (file, at) => ({
      ...{ kind, phone },
      key: at === 0 ? key : idFrom(key, `photo ${at + 1}`),
      data: new Uint8Array(await file.arrayBuffer()),
    })),
  )
}
