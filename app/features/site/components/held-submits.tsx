import { useEffect } from 'react'
import { useRouteLoaderData } from 'react-router'

declare global {
  interface Window {
    /** Submits the held forms, and stops holding. */
    sendHeld?: () => void
  }
}

/** Scripts that haven't run 10 seconds after the tap may never run: then the browser posts the form. */
const script = `{
const held = new Map
const hold = (event) => {
  event.preventDefault()
  if (!held.size) setTimeout(() => sendHeld(), 10000)
  held.set(event.target, event.submitter)
}
addEventListener('submit', hold, true)
window.sendHeld = () => {
  removeEventListener('submit', hold, true)
  for (const [form, button] of held) form.requestSubmit(button)
  held.clear()
}}`

/**
 * Holds forms submitted before React runs, which the browser would post: without a connection they would be lost. Constant, and allowed by
 * the response's nonce.
 */
export function HeldSubmits() {
  const { nonce } = useRouteLoaderData<{ nonce?: string }>('root') ?? {}
  return <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: script }} />
}

/** Submits the held forms, once React handles them. */
export const useHeldSubmits = (): void => useEffect(() => window.sendHeld?.(), [])
