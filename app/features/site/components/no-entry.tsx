import type { ReactNode } from 'react'
import { useAuth } from '#app/features/accounts/auth-context.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import type { SitePath } from '#app/values/site-path.ts'
import { isStaffPath } from '#app/values/staff-path.ts'
import { ButtonLinkHome } from './not-found.tsx'
import { Page } from './page.tsx'
import { StaffFrame } from './staff-frame.tsx'
import { StaffPage } from './staff-page.tsx'

/** For a user whose account may not see a page; reveals nothing about it. `next`: its path, to return to with another account. */
export function NoEntry({ next }: { next: string }) {
  const { viewer } = useAuth()
  if (viewer && viewer.role !== 'customer' && isStaffPath(next)) return <OwnersOnly who={viewer.email || viewer.name} next={next} />
  return (
    <Page scene="door">
      <title>Not available in this account | Emergency Plumbers London</title>
      <meta name="robots" content="noindex" />
      <p className="font-bold">403</p>
      <h1 className="mt-1 text-2xl">Not available in this account</h1>
      <p className="mt-3 max-w-[36em] [overflow-wrap:anywhere]">
        {viewer
          ? `You’re signed in as ${viewer.email || viewer.name}, but that account can’t open this page.`
          : 'Your account can’t open this page.'}{' '}
        If you have another account, sign in with that one.
      </p>
      <div className="mt-6 flex flex-wrap gap-3">
        <OtherAccount next={next}>Sign in as someone else</OtherAccount>
        <ButtonLinkHome />
      </div>
    </Page>
  )
}

/** For staff at a page of the back office that is for owners. */
function OwnersOnly({ who, next }: { who: string; next: string }) {
  return (
    <StaffPage>
      <title>Owners only | Emergency Plumbers London</title>
      <meta name="robots" content="noindex" />
      <StaffFrame title="Only owners can open this page">
        <p className="mt-3 max-w-[36em] [overflow-wrap:anywhere]">
          {`You’re signed in as ${who}, but that isn’t an owner’s account. Ask an owner to make the change for you, or to make you an owner.`}
        </p>
        <div className="mt-6 flex flex-wrap gap-3">
          <ButtonLink href={'/staff' satisfies SitePath}>Back to the board</ButtonLink>
          <OtherAccount next={next} look="outline">
            Sign in with another account
          </OtherAccount>
        </div>
      </StaffFrame>
    </StaffPage>
  )
}

export function OtherAccount({ next, look, children }: { next: string; look?: 'outline'; children: ReactNode }) {
  return (
    <form method="post" action={'/auth/sign-out' satisfies SitePath}>
      <input type="hidden" name="next" value={next} />
      <Button look={look}>{children}</Button>
    </form>
  )
}
