import { pauseAfter } from '#app/features/offline/device-queue.ts'
import { photoSentEvent } from '../waiting-flag.ts'
import { addRow, type PhotoRow } from './photo-row.ts'
import { postPhoto } from './post-photo.ts'
import { leastSize, shrinkPhoto, UnusablePhoto } from './shrink-photo.ts'
import { dropWaiting, keepWaiting, readWaiting, type WaitingPhoto } from './waiting-photos.ts'

/* Sends photos from this device: shrunk, kept until the server has them, one after another, and retried until they are stored. Loaded when
   a photo is chosen, or if one still waits. */

const pauses = { pause: 1_500, longestPause: 60_000 }
/** After this many failed tries, a smaller picture is sent. */
const triesBeforeLess = 3
/** After this many tries of a photo that the server can't open in time, the others are sent. It waits for a click, or the next page. */
const mostTooSlow = 3

let line: Promise<unknown> = Promise.resolve()
const known = new Set<string>()
let counted = 0

/** Takes the photos chosen in a form, and sends them. The form itself sends nothing from then on. */
export async function sendChosen(form: HTMLFormElement): Promise<void> {
  takeOver(form)
  const input = form.querySelector<HTMLInputElement>('input[type=file]')
  const files = [...(input?.files ?? [])]
  const kind = String(new FormData(form).get('kind'))
  if (input) input.value = ''
  for (const file of files) {
    const sending = begin(form)
    sending.row.say('Getting it ready…')
    try {
      const photo = { ...sendingOf(form, kind, file), data: await shrinkPhoto(file) }
      // Photos are sent even if the device is full or can't keep them.
      sending.isKept = await keepWaiting(photo).then(
        () => true,
        () => false,
      )
      queue(photo, sending)
    } catch (error) {
      sending.row.fail(error instanceof UnusablePhoto ? error.message : 'We can’t open that file as a photo. Please choose another one.')
    }
  }
}

/** Sends photos that still wait on this device; shown under their form, if it is on this page. */
export async function resumeWaiting(): Promise<void> {
  for (const photo of await readWaiting().catch(() => [])) {
    if (known.has(photo.key)) continue
    const form = [...document.querySelectorAll<HTMLFormElement>('form[data-photos]')].find(({ action }) => action === photo.action)
    if (form) takeOver(form)
    queue(photo, form ? begin(form) : undefined)
  }
}

const sendingOf = (form: HTMLFormElement, kind: string, file: File) => ({
  key: crypto.randomUUID(),
  action: form.action,
  kind,
  // A photo just saved by the camera is dated now.
  takenAt: new Date(file.lastModified || Date.now()).toISOString(),
})

/** The form's button is no longer needed: each photo is sent automatically. */
function takeOver(form: HTMLFormElement) {
  if (form.dataset.photos === 'taken') return
  form.dataset.photos = 'taken'
  form.addEventListener('submit', (event) => event.preventDefault())
  form.querySelector('[data-photos-send]')?.setAttribute('hidden', '')
}

interface Sending {
  row: PhotoRow
  stop: AbortController
  name: string
  /** Stored on the device; otherwise it is lost with the page. */
  isKept: boolean
}

function begin(form: HTMLFormElement): Sending {
  const stop = new AbortController()
  counted += 1
  const name = `Photo ${counted}`
  const row = addRow(form, () => stop.abort())
  return { stop, name, isKept: true, row: named(row, name) }
}

const named = ({ say, fail, done }: PhotoRow, name: string): PhotoRow => ({
  say: (text, part) => say(`${name}: ${text}`, part),
  fail: (text, again) => fail(`${name}: ${text}`, again),
  done: (text) => done(`${name}: ${text}`),
})

function queue(
  photo: WaitingPhoto,
  sending: Sending = { stop: new AbortController(), name: '', isKept: true, row: { say() {}, fail() {}, done() {} } },
) {
  known.add(photo.key)
  sending.stop.signal.addEventListener('abort', () => {
    void dropWaiting(photo.key).catch(() => undefined)
  })
  sending.row.say('Waiting to be sent')
  line = line.then(() => send(photo, sending)).catch(() => undefined)
}

async function send(photo: WaitingPhoto, sending: Sending): Promise<void> {
  const { row, stop } = sending
  for (let tries = 1; !stop.signal.aborted; tries++) {
    row.say('Sending…', 0)
    const sent = await postPhoto(photo, { signal: stop.signal, progress: (part) => row.say(`Sending, ${Math.round(part * 100)}%`, part) })
    if (stop.signal.aborted) return
    if (sent.state === 'stored') {
      await dropWaiting(photo.key).catch(() => undefined)
      row.done('Saved.')
      document.dispatchEvent(new Event(photoSentEvent))
      return
    }
    if (sent.state === 'refused') {
      // Chosen on another page, perhaps by another user, which shows the outcome.
      if (sending.name === '') return
      await dropWaiting(photo.key).catch(() => undefined)
      return row.fail(sent.reason)
    }
    if (sent.isTooSlow && tries >= mostTooSlow) return row.fail(sent.reason ?? '', () => queue(photo, sending))
    if (tries === triesBeforeLess && navigator.onLine && !sent.reason)
      photo = { ...photo, data: await shrinkPhoto(photo.data, leastSize).catch(() => photo.data) }
    await pause(sending, sent, tries)
  }
}

/** The server's `reason` why a photo wasn't sent, or as far as the page can know, and its outcome. */
function notSentText({ isKept, isServerReached, reason }: { isKept: boolean; isServerReached?: true; reason?: string }): string {
  if (reason && isKept) return reason
  const why = isServerReached
    ? 'You’re online, but the photo isn’t getting through. Your signal may be weak, or an ad blocker or security app may be stopping it.'
    : 'Check your signal.'
  const what = isKept
    ? 'We’ll keep trying, and it’ll stay on this phone until it’s sent.'
    : 'Keep this page open until it’s sent, because this phone has no room to save it.'
  return `Not sent yet. ${reason ?? why} ${what}`
}

/** Waits for a better moment: some seconds, a returning connection, or a click. */
function pause(
  { row, isKept, stop: { signal } }: Sending,
  { reason, afterMs, isServerReached }: { reason?: string; afterMs?: number; isServerReached?: true },
  tries: number,
): Promise<void> {
  return new Promise((resolve) => {
    row.fail(notSentText({ isKept, isServerReached, reason }), resolve)
    const timer = setTimeout(resolve, pauseAfter(tries, pauses, afterMs))
    addEventListener('online', () => resolve(), { once: true })
    signal.addEventListener('abort', () => resolve())
    signal.addEventListener('abort', () => clearTimeout(timer))
  })
}
