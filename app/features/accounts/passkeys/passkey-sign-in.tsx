import { useEffect, useState } from 'react'
import { Button } from '#app/ui/button.tsx'
import type { SitePath } from '#app/values/site-path.ts'
import { goTo, runPasskey, useCanUsePasskeys } from '../components/passkey-button.tsx'
import { canAutofillPasskeys } from './passkey-browser.ts'

/** Less than the five minutes that a challenge lasts. */
const askAnewMs = 240_000

/** Signing in with a passkey: by a button, and in the autofill of the email field. Browsers allow one request at a time. */
export function PasskeySignIn({ next }: { next: string }) {
  const can = useCanUsePasskeys()
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const action = `/auth/passkey?next=${encodeURIComponent(next)}` satisfies SitePath

  useEffect(() => {
    if (!can || isBusy) return
    const watch = new AbortController()
    offerInAutofill(action, watch.signal).then((said) => said && setProblem(said))
    return () => watch.abort()
  }, [can, isBusy, action])

  async function press() {
    setIsBusy(true)
    setProblem('')
    const outcome = await runPasskey(action, 'use')
    if (outcome.path !== undefined) return goTo(outcome.path)
    setProblem(outcome.problem)
    setIsBusy(false)
  }

  // Its space is reserved before scripts run, unless there are none.
  return (
    <div className={`mt-5 border-t border-line pt-5 ${can ? '' : 'invisible noscript:hidden'}`}>
      <Button type="button" look="outline" className="w-full" aria-disabled={isBusy || undefined} onClick={() => !isBusy && press()}>
        Sign in with a passkey
      </Button>
      <p role="alert" className="mt-2 font-bold text-alarm-text empty:hidden">
        {problem}
      </p>
    </div>
  )
}

/** Until the page is left or the button is used. Returns the problem if something was chosen and failed. */
async function offerInAutofill(action: string, stop: AbortSignal): Promise<string | undefined> {
  if (!(await canAutofillPasskeys())) return undefined
  while (!stop.aborted) {
    const round = new AbortController()
    const end = () => round.abort()
    const timer = setTimeout(end, askAnewMs)
    stop.addEventListener('abort', end, { once: true })
    const outcome = await runPasskey(action, 'use', { mediation: 'conditional', signal: round.signal })
    clearTimeout(timer)
    stop.removeEventListener('abort', end)
    if (outcome.path !== undefined) return void goTo(outcome.path)
    if (!round.signal.aborted) return outcome.problem
    // In a hidden tab, wait until it is shown before asking again.
    while (document.hidden && !stop.aborted)
      await new Promise((resolve) => document.addEventListener('visibilitychange', resolve, { once: true }))
  }
  return undefined
}
