import { useEffect, useState } from 'react'
import { Button, type ButtonLook } from '#app/ui/button.tsx'
import { canUsePasskeys, createPasskey, usePasskey } from '../passkeys/passkey-browser.ts'

interface PasskeyButtonProps {
  /** The page's own address for it: a request without a body gets options, one with a body the result. */
  action: string
  does: 'create' | 'use'
  children: string
  look?: ButtonLook
  /** Path to continue at, unless the response has one. */
  next: string
}

/** Absent until scripts run, and if the browser has no passkeys. */
export function PasskeyButton({ action, does, children, look = 'outline', next }: PasskeyButtonProps) {
  const can = useCanUsePasskeys()
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState('')
  if (!can) return null
  async function press() {
    setIsBusy(true)
    setProblem('')
    const outcome = await runPasskey(action, does)
    if (outcome.path !== undefined) return goTo(outcome.path || next)
    setIsBusy(false)
    setProblem(outcome.problem)
  }
  return (
    <div>
      <Button type="button" look={look} className="w-full" aria-disabled={isBusy || undefined} onClick={() => !isBusy && press()}>
        {children}
      </Button>
      <p role="alert" className="mt-2 font-bold text-alarm-text empty:hidden">
        {problem}
      </p>
    </div>
  )
}

/** Returns false on the server, and until the page is hydrated. */
export function useCanUsePasskeys(): boolean {
  const [can, setCan] = useState(false)
  useEffect(() => setCan(canUsePasskeys()), [])
  return can
}

/** A whole page load, so that every part of the page knows who is signed in. */
export const goTo = (path: string): void => location.assign(path)

/** `path`: it worked; the address to continue at, '' if the response has none. */
type PasskeyOutcome = { path: string } | { path?: undefined; problem: string }

/**
 * Gets the options from the server, has the browser use or make the passkey, and sends the result. No problem is shown on 'Cancel', or
 * before a passkey is picked.
 */
export async function runPasskey(
  action: string,
  does: 'create' | 'use',
  options: { mediation?: 'conditional'; signal?: AbortSignal } = {},
): Promise<PasskeyOutcome> {
  let isChosen = options.mediation === undefined
  try {
    const asked = await send(action, undefined, options.signal)
    const credential = await (does === 'create' ? createPasskey(asked.options as never) : usePasskey(asked.options as never, options))
    isChosen = true
    const { path } = await send(action, { challenge_id: asked.challenge_id, credential })
    return { path: typeof path === 'string' ? path : '' }
  } catch (error) {
    return { problem: isChosen ? problemOf(error) : '' }
  }
}

/** The server's refusal, in its words. */
class Refused extends Error {}

async function send(action: string, body?: unknown, signal?: AbortSignal): Promise<Record<string, unknown>> {
  const response = await fetch(action, {
    method: 'POST',
    cache: 'no-store',
    body: body === undefined ? undefined : JSON.stringify(body),
    signal,
  })
  const answer = (await response.json()) as Record<string, unknown>
  if (!response.ok) throw new Refused(String(answer.message ?? ''))
  return answer
}

function problemOf(error: unknown): string {
  if (error instanceof Refused) return error.message
  const name = error instanceof Error ? error.name : ''
  if (name === 'NotAllowedError' || name === 'AbortError') return ''
  if (name === 'InvalidStateError') return 'This device already has a passkey for your account.'
  return 'That didn’t work. Please try again, or use a different method.'
}
