import type { SitePath } from '#app/platform/site-path.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { Page } from './page.tsx'
import { PhoneLink } from './phone-link.tsx'

/** The page for a path that does not exist. */
export function NotFound() {
  return (
    <Page scene="apart">
      <title>Oops! Page not found | Emergency Plumbers London</title>
      <meta name="robots" content="noindex" />
      <p className="font-bold">404</p>
      <h1 className="mt-1 text-2xl">Oops! Page not found</h1>
      <p className="mt-3">The address may be mistyped, or the page may have moved.</p>
      <div className="mt-6 flex flex-wrap gap-3">
        <ButtonLinkHome />
        <PhoneLink look="outline" className="hidden lg:inline-flex" />
      </div>
    </Page>
  )
}

export function ButtonLinkHome() {
  return (
    <ButtonLink look="outline" href={'/' satisfies SitePath}>
      Return to Home
    </ButtonLink>
  )
}
