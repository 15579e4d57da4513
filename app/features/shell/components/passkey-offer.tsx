import { useEffect, useState } from 'react'
import { useAuth } from '#app/features/sessions/auth-context.ts'
import type { SitePath } from '#app/platform/site-path.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'

/**
 * Asks staff once to add a passkey, where their browser can. It lies over the foot of the page: what appears above the board would move
 * what somebody is about to press.
 */
export function PasskeyOffer() {
  const { viewer } = useAuth()
  const [can, setCan] = useState(false)
  const [isClosed, setIsClosed] = useState(false)
  useEffect(() => setCan(typeof PublicKeyCredential === 'function'), [])
  if (!viewer?.offersPasskey || !can || isClosed) return null
  function close() {
    setIsClosed(true)
    // Where the line is down it is asked again another time.
    fetch('/account/passkeys/offer' satisfies SitePath, { method: 'POST' }).catch(() => undefined)
  }
  return (
    <section
      aria-label="Passkeys"
      className="fixed inset-x-4 bottom-4 z-10 rounded-key border-2 border-ink bg-chalk p-4 md:left-auto md:max-w-[26em] print:hidden"
    >
      <p className="font-bold">Sign in without a password</p>
      <p className="mt-1">
        Add a passkey and use your fingerprint, face or PIN. It’s quicker, and a fake website can’t trick you out of it.
      </p>
      <div className="mt-3 flex flex-wrap gap-3">
        <ButtonLink href={'/account/passkeys' satisfies SitePath} className="key-small">
          Add a passkey
        </ButtonLink>
        <Button type="button" look="outline" className="key-small" onClick={close}>
          No, thank you
        </Button>
      </div>
    </section>
  )
}
