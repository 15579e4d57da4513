import type { LocalStorage } from '#app/platform/device-storage.ts'
import { photoSentEvent, photosName } from './waiting-flag.ts'

/* Loads the code that sends photos once one is chosen, or if one still waits on this device. Without it the form sends them. */

const load = () => import('./device/send-photos.ts')

document.addEventListener('change', ({ target }) => {
  if (target instanceof HTMLInputElement) take(target)
})
// Photos chosen before this script loaded.
for (const input of document.querySelectorAll<HTMLInputElement>('form[data-photos] input[type=file]')) take(input)
resume()
addEventListener('online', resume)

function take(input: HTMLInputElement) {
  const { form } = input
  // If it can't be loaded, the form still sends them.
  if (form?.matches('[data-photos]') && input.files?.length)
    load().then(
      ({ sendChosen }) => sendChosen(form),
      () => undefined,
    )
}

function resume() {
  try {
    const device: LocalStorage = localStorage
    if (device.getItem(photosName))
      load().then(
        ({ resumeWaiting }) => resumeWaiting(),
        () => undefined,
      )
  } catch {
    // A browser that keeps nothing.
  }
}

// A document shows its photos again; app pages reload their data themselves.
document.addEventListener(photoSentEvent, async () => {
  const shown = document.querySelector('[data-photos-shown]')
  if (!shown || !document.querySelector('[data-island*="/choose-photos"]')) return
  const answer = await fetch(location.href, { cache: 'no-store' })
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
  const now = page.querySelector('[data-photos-shown]')
  if (answer.ok && now) shown.replaceWith(document.importNode(now, true))
})
