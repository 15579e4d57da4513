import { useAuth } from '#app/features/accounts/auth-context.ts'
import { useDetails } from '#app/platform/published-context.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import type { SitePath } from '#app/values/site-path.ts'
import { useShell } from '../shell-context.ts'
import { areaLinks, reviewsLink } from './links.ts'
import { Logo } from './logo.tsx'
import { Menu, MenuButton } from './menu.tsx'
import { SignOut, ViewerLink } from './viewer-links.tsx'

/** The sticky navigation. `bookHref`: address of this page's booking form. */
export function Header({ bookHref, sellsNothing }: { bookHref: string; sellsNothing?: boolean }) {
  const { emergencyPhone } = useDetails()
  const { viewer } = useAuth()
  const reviews = reviewsLink(useShell().hasReviews)
  return (
    <header className="top-0 z-5 tall:sticky border-b-2 border-ink bg-paper">
      <div className="mx-auto flex min-h-14 max-w-[1240px] items-center gap-[8px] px-[16px] md:gap-4 md:px-8 lg:min-h-18">
        <Logo />
        {/* Aligned left, so that parts that arrive later on a slow connection move nothing. */}
        <nav aria-label="Main" className={`site-nav hidden flex-1 items-center text-sm font-semibold lg:flex ${viewer ? '' : 'xl:gap-2'}`}>
          {/* Links for signed-in users use its space on narrow screens. */}
          {viewer ? (
            <span className="hidden xl:inline">
              <a href={'/#offer' satisfies SitePath}>Offer</a>
            </span>
          ) : (
            <a href={'/#offer' satisfies SitePath}>Offer</a>
          )}
          <a href={'/#services' satisfies SitePath}>Services</a>
          <a href={'/emergency-boiler-repair' satisfies SitePath}>Emergency Repairs</a>
          <div className="relative flex">
            <a href={'/locations' satisfies SitePath}>Locations</a>
            <details className="areas">
              <summary aria-label="Areas of London">
                <svg viewBox="0 0 12 8" aria-hidden="true" className="w-3 fill-none stroke-ink stroke-2">
                  <path d="M1 1l5 5 5-5" />
                </svg>
              </summary>
              <ul className="absolute top-full right-0 z-6 w-52 rounded-key border-2 border-ink bg-chalk p-2">
                {areaLinks.map(({ label, href }) => (
                  <li key={href}>
                    <a href={href}>{label}</a>
                  </li>
                ))}
              </ul>
            </details>
          </div>
          <a href={'/#coverage' satisfies SitePath}>Coverage</a>
          <a href={reviews.href}>{reviews.label}</a>
          <a href={'/pricing' satisfies SitePath}>Pricing</a>
          {!sellsNothing && <a href={bookHref}>Book</a>}
          {viewer ? (
            <>
              <ViewerLink role={viewer.role} />
              <SignOut />
            </>
          ) : (
            <a href={'/auth' satisfies SitePath}>Sign In</a>
          )}
          {!sellsNothing && (
            <ButtonLink look="alarm" href={emergencyPhone.href} className="key-small ml-auto whitespace-nowrap xl:min-w-53">
              Call Now <span className="hidden xl:inline">{emergencyPhone.text}</span>
            </ButtonLink>
          )}
        </nav>
        {!sellsNothing && (
          // In outline: the red key is in the bar below.
          <ButtonLink
            look="outline"
            href={emergencyPhone.href}
            className="key-small absolute top-1.5 right-33 hidden md:inline-flex lg:hidden"
          >
            {emergencyPhone.text}
          </ButtonLink>
        )}
        <MenuButton />
      </div>
      <Menu bookHref={sellsNothing ? undefined : bookHref} />
    </header>
  )
}
