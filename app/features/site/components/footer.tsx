import { useDetails } from '#app/platform/published-context.ts'
import night from '#app/ui/drawings/night.svg?url'
import type { SitePath } from '#app/values/site-path.ts'
import { business, identityFacts } from '#content/business.ts'
import { insured } from '#content/stated.ts'
import { footerLinks } from './links.ts'
import { Logo } from './logo.tsx'

/** The night street and the footer. */
export function Footer({ bookHref, coverage, sellsNothing }: { bookHref: string; coverage: string; sellsNothing?: boolean }) {
  const { hours } = business
  const { emergencyPhone, email } = useDetails()
  const { publicLiability, indemnity, employersLiability } = insured
  return (
    <footer
      className={`site-footer bg-stone ${sellsNothing ? 'border-t-2 border-ink pb-8' : 'pb-[calc(5rem+36px+env(safe-area-inset-bottom))] lg:pb-8'}`}
    >
      {!sellsNothing && (
        <div className="relative overflow-clip border-y-2 border-ink">
          <img
            src={night}
            width="1280"
            height="300"
            loading="lazy"
            alt="Our van under a street lamp, outside a terrace with one window lit"
            className="h-auto max-h-[300px] min-h-[88px] w-full object-cover object-bottom"
          />
          {/* Drawn as page text over the van: an image has neither the page's font nor the owner's number. */}
          <svg viewBox="0 0 1280 300" preserveAspectRatio="xMidYMax slice" aria-hidden="true" className="fi absolute inset-0 size-full">
            <text x="740" y="206" fontSize="17" className="font-bold">
              {emergencyPhone.text}
            </text>
            <text x="740" y="226" fontSize="11.5">
              24 hours, 7 days
            </text>
          </svg>
        </div>
      )}
      <div className="mx-auto mt-4 grid max-w-[1240px] grid-cols-1 gap-2 px-4 [overflow-wrap:anywhere] md:mt-6 md:grid-cols-2 md:gap-4 md:px-8 lg:grid-cols-[1.4fr_1fr_1fr]">
        <div>
          <div className="max-md:hidden">
            <Logo />
          </div>
          {!sellsNothing && (
            <p className="flex flex-wrap items-center gap-x-4 font-bold md:mt-3 md:block">
              <span className="md:block">{hours}</span>
              <a href={emergencyPhone.href} className="text-[1.5rem]">
                {emergencyPhone.text}
              </a>
            </p>
          )}
          {email && (
            <p>
              <a href={`mailto:${email}`}>{email}</a>
            </p>
          )}
          <p className="max-w-[34em] text-sm md:mt-2">{coverage}</p>
        </div>
        <nav aria-label="Quick links">
          <ul className="flex flex-wrap gap-x-4 max-md:text-sm md:block">
            {footerLinks.map(({ label, href }) => (
              <li key={href}>
                <a href={href}>{label}</a>
              </li>
            ))}
            {!sellsNothing && (
              <li>
                <a href={bookHref}>Book online</a>
              </li>
            )}
          </ul>
        </nav>
        <div className="text-sm md:max-lg:col-span-2">
          <p className="flex flex-wrap gap-x-4 max-md:mb-1">
            <a href={'/about' satisfies SitePath}>About us</a>
            <a href={'/contact' satisfies SitePath}>Contact</a>
            <a href={'/guarantee' satisfies SitePath}>Guarantee</a>
            <a href={'/blog' satisfies SitePath}>Blog</a>
            <a href={'/privacy' satisfies SitePath}>Privacy</a>
            <a href={'/terms' satisfies SitePath}>Terms</a>
            <a href={'/cookies' satisfies SitePath}>Cookies</a>
            <a href={'/accessibility' satisfies SitePath}>Accessibility</a>
            <a href={'/claims' satisfies SitePath}>Our claims</a>
            <a href={'/gas-emergency' satisfies SitePath}>Smell gas?</a>
          </p>
          {/* On phones the bar says most of it, and the page the rest. */}
          <p className="max-md:hidden">
            {`Gas Safe registered. City & Guilds qualified. ${publicLiability} public liability, ${indemnity} indemnity and ${employersLiability} employer liability insurance.`}
          </p>
          <CompanyDetails className="md:mt-4 md:border-t md:border-line md:pt-4" />
        </div>
      </div>
    </footer>
  )
}

/** The company details that the law requires on every page, as far as the owner has entered them. */
export function CompanyDetails({ className = '' }: { className?: string }) {
  const facts = identityFacts(useDetails()).map(([label, value]) => `${label}: ${value}`)
  return <p className={`text-xs ${className}`}>{`${[business.name, ...facts].join('. ')}.`}</p>
}
