import { useEffect, useState } from 'react'
import { useAuth } from '#app/features/accounts/auth-context.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import type { SitePath } from '#app/values/site-path.ts'

/** Offers staff a passkey once, if their browser supports it. It is last on the page, so that it covers and moves nothing. */
export function PasskeyOffer() {
  const { viewer } = useAuth()
  const [can, setCan] = useState(false)
  const [isClosed, setIsClosed] = useState(false)
  useEffect(() => setCan(typeof PublicKeyCredential === 'function'), [])
  if (!viewer?.offersPasskey || !can || isClosed) return null
  function close() {
    setIsClosed(true)
    // Without a connection it is offered again another time.
    fetch('/account/passkeys/offer' satisfies SitePath, { method: 'POST' }).catch(() => undefined)
  }
  return (
    <section aria-label="Passkeys" className="border-y-2 border-ink bg-chalk print:hidden">
      <div className="mx-auto flex max-w-[1720px] flex-wrap items-center gap-x-8 gap-y-3 px-4 py-4 md:px-6">
        <div className="max-w-[50em]">
          <p className="font-bold">Sign in without a password</p>
          <p>
            Add a passkey and use your fingerprint, face or PIN. It’s quicker than a password, and a fake website can’t trick you into
            handing it over.
          </p>
        </div>
        <div className="flex flex-wrap gap-3">
          <ButtonLink href={'/account/passkeys' satisfies SitePath} className="key-small">
            Add a passkey
          </ButtonLink>
          <Button type="button" look="outline" className="key-small" onClick={close}>
            No, thank you
          </Button>
        </div>
      </div>
    </section>
  )
}
