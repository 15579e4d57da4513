import { useEffect, useRef, useState } from 'react'
import { useAuth } from '#app/features/accounts/auth-context.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import type { SitePath } from '#app/values/site-path.ts'

/**
 * Offers staff a passkey once, if their browser supports it: it stays on the page where they have seen it, and no other has it. It is last
 * on the page, so that it covers and moves nothing.
 */
export function PasskeyOffer() {
  const { viewer } = useAuth()
  const [isOffered, setOffered] = useState(false)
  const box = useRef<HTMLElement>(null)
  useEffect(() => {
    if (viewer?.offersPasskey && typeof PublicKeyCredential === 'function') setOffered(true)
  }, [viewer?.offersPasskey])
  useEffect(() => {
    if (!box.current) return
    const seeing = new IntersectionObserver(([seen]) => {
      if (!seen?.isIntersecting) return
      seeing.disconnect()
      // Without a connection it is offered again another time.
      fetch('/account/passkeys/offer' satisfies SitePath, { method: 'POST' }).catch(() => undefined)
    })
    seeing.observe(box.current)
    return () => seeing.disconnect()
  }, [isOffered])
  if (!isOffered) return null
  return (
    <section ref={box} aria-label="Passkeys" className="border-y-2 border-ink bg-chalk print:hidden">
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
          <Button type="button" look="outline" className="key-small" onClick={() => setOffered(false)}>
            No, thank you
          </Button>
        </div>
      </div>
    </section>
  )
}
