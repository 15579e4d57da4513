import { useLocation } from 'react-router'
import { useAuth } from '#app/features/accounts/auth-context.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import type { SitePath } from '#app/values/site-path.ts'
import { isStaffPath } from '#app/values/staff-path.ts'
import { Page } from './page.tsx'
import { PhoneLink } from './phone-link.tsx'
import { StaffFrame } from './staff-frame.tsx'
import { StaffPage } from './staff-page.tsx'

/** The page for a path that does not exist: the specification's, and for staff in the back office one with a link to the board. */
export function NotFound() {
  const { viewer } = useAuth()
  const { pathname } = useLocation()
  if (viewer && viewer.role !== 'customer' && isStaffPath(pathname)) return <NoStaffPage />
  return (
    <Page scene="apart">
      <title>Oops! Page not found | Emergency Plumbers London</title>
      <meta name="robots" content="noindex" />
      <p className="font-bold">404</p>
      <h1 className="mt-1 text-2xl">Oops! Page not found</h1>
      <p className="mt-3">{noPageHere.text}</p>
      <div className="mt-6 flex flex-wrap gap-3">
        <ButtonLinkHome />
        <PhoneLink look="outline" className="hidden lg:inline-flex" />
      </div>
    </Page>
  )
}

const NoStaffPage = () => (
  <StaffPage>
    <title>{`${noPageHere.title} | Emergency Plumbers London`}</title>
    <meta name="robots" content="noindex" />
    <StaffFrame title={noPageHere.title} lead={noPageHere.text}>
      <p className="mt-6">
        <ButtonLink href={'/staff' satisfies SitePath}>Back to the board</ButtonLink>
      </p>
    </StaffFrame>
  </StaffPage>
)

export function ButtonLinkHome() {
  return (
    <ButtonLink look="outline" href={'/' satisfies SitePath}>
      Return to Home
    </ButtonLink>
  )
}

/** The words for staff and engineers at an address that no page has. */
export const noPageHere = {
  title: 'There’s no page here',
  text: 'The address may have been mistyped, or the page may have moved.',
} as const
