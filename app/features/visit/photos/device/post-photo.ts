import type { PhotoProblem } from '../photo-problems.ts'
import type { WaitingPhoto } from './waiting-photos.ts'

/** The result of sending a photo: stored; refused for good, with the reason; or failed, to be tried again. */
type Sent =
  | { state: 'stored' }
  | { state: 'refused'; reason: string }
  | { state: 'again'; afterMs?: number; reason?: string; isServerReached?: true; isTooSlow?: boolean }

/** Sends a photo; `progress` receives the fraction sent, from 0 to 1. If aborted by `signal`, it will be tried again. */
export function postPhoto(photo: WaitingPhoto, { signal, progress }: { signal: AbortSignal; progress(part: number): void }): Promise<Sent> {
  const form = new FormData()
  for (const [name, value] of Object.entries({
    key: photo.key,
    kind: photo.kind,
    takenAt: photo.takenAt,
    sentAt: new Date().toISOString(),
  }))
    form.append(name, value)
  form.append('photo', photo.data, 'photo.jpg')
  return new Promise((resolve) => {
    const request = new XMLHttpRequest()
    request.open('POST', photo.action)
    request.setRequestHeader('Accept', 'application/json')
    request.timeout = 60_000
    request.upload.onprogress = ({ loaded, total }) => progress(total > 0 ? loaded / total : 0)
    request.onload = () => resolve(answerOf(request))
    request.ontimeout = request.onabort = () => resolve({ state: 'again' })
    request.onerror = async () => resolve({ state: 'again', isServerReached: (await reachesServer()) || undefined })
    signal.addEventListener('abort', () => request.abort())
    request.send(form)
  })
}

/** Returns true if the server answers: if so, it isn't only the signal that holds a photo back. */
async function reachesServer(): Promise<boolean> {
  const { ok } = await fetch('/api/health', { cache: 'no-store', signal: AbortSignal.timeout(5_000) }).catch(() => ({ ok: false }))
  return ok
}

function answerOf(request: XMLHttpRequest): Sent {
  const { status } = request
  const body = jsonIn(request.responseText)
  if (status === 200 && body?.state === 'added') return { state: 'stored' }
  // 408: the line was too slow for a whole request.
  if (status === 408 || status === 429 || status >= 500) {
    const seconds = Number(request.getResponseHeader('Retry-After'))
    const isTooSlow = body?.error?.code === ('too_slow' satisfies PhotoProblem)
    return { state: 'again', reason: body?.error?.message, afterMs: seconds > 0 ? seconds * 1_000 : undefined, isTooSlow }
  }
  // Redirected to sign in.
  if (status === 200) return { state: 'again', reason: 'You’ve been signed out. Sign in again, and this photo will be sent.' }
  return {
    state: 'refused',
    reason: body?.error?.message ?? 'You can no longer add photos to this job. Call us if there’s something we need to see.',
  }
}

function jsonIn(text: string): { state?: string; error?: { code?: string; message?: string } } | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
