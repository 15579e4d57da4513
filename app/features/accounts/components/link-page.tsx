import type { ReactNode } from 'react'
import { tooManyText } from '#app/platform/errors.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import type { SitePath } from '#app/values/site-path.ts'
import { dropsPasswordText, type LinkType, linkTexts } from '../link-types.ts'

export type LinkState = 'open' | 'spent' | 'half' | 'taken' | 'too often'

/** The target of an email's link: nothing happens until its button is used, since email scanners open links too. */
export function LinkPage({ type, state, dropsPassword }: { type: LinkType; state: LinkState; dropsPassword: boolean }) {
  const { heading, text, button } = linkTexts[type]
  if (state === 'half')
    return (
      <Frame heading="Nearly there">
        <p className="mt-3 text-lg">This address is confirmed. Now open the email we sent to your other address and confirm it too.</p>
        <p className="mt-6">
          <ButtonLink look="outline" href={'/account/email' satisfies SitePath}>
            See what’s left to confirm
          </ButtonLink>
        </p>
      </Frame>
    )
  if (state === 'taken')
    return (
      <Frame heading="This address now has an account">
        <p className="mt-3 text-lg">
          Someone has created an account with this address since you asked to use it. Nothing has changed: sign in with your old address, as
          before.
        </p>
        <p className="mt-6">
          <ButtonLink href={'/account/email' satisfies SitePath}>Choose another address</ButtonLink>
        </p>
      </Frame>
    )
  if (state === 'spent')
    return (
      <Frame heading="This link no longer works">
        <p className="mt-3 text-lg">
          It’s already been used, it’s expired, or we’ve sent you a newer one. Use the link in our newest email. If you used this one to
          confirm your address, you’re done. If not, ask for another email on the sign-in page.
        </p>
        <p className="mt-6">
          <ButtonLink href={'/auth' satisfies SitePath}>Go to sign in</ButtonLink>
        </p>
      </Frame>
    )
  return (
    <Frame heading={heading}>
      <p className="mt-3 text-lg">{dropsPassword ? dropsPasswordText : text}</p>
      {state === 'too often' && (
        <p role="alert" className="mt-5 border-l-4 border-alarm pl-4 font-bold">
          {tooManyText}
        </p>
      )}
      <form method="post" className="mt-6">
        <Button>{button}</Button>
      </form>
      <p className="mt-6 text-sm text-muted">Not you? Just close this page.</p>
    </Frame>
  )
}

function Frame({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <div className="max-w-[40em]">
      <h1 className="text-2xl">{heading}</h1>
      {children}
    </div>
  )
}
