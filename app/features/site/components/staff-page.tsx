import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { useAuth } from '#app/features/accounts/auth-context.ts'
import { bookingTrouble, usePhoneFirst } from '#app/platform/phone-first-context.ts'
import { DrawingDefs } from '#app/ui/drawings/symbols.tsx'
import type { SitePath } from '#app/values/site-path.ts'
import { stuckText, useShell } from '../shell-context.ts'
import { Logo } from './logo.tsx'
import { PasskeyOffer } from './passkey-offer.tsx'
import { SkipLink } from './skip-link.tsx'
import { SignOut } from './viewer-links.tsx'

/** The frame of every staff page: navigation and alarms. `width`: full for pages that set their own. */
export function StaffPage({ children, width = 'text' }: { children: ReactNode; width?: 'text' | 'full' }) {
  return (
    <>
      <SkipLink />
      <DrawingDefs symbols={['logo', 'v0', 'v1']} />
      <header className="border-b-2 border-ink bg-chalk print:hidden">
        <div className="mx-auto flex max-w-[1720px] flex-wrap items-center gap-x-6 px-4 md:px-6">
          <Logo />
          <StaffLinks />
          <SignOut className="order-1 ml-auto min-h-11 cursor-pointer font-semibold underline min-[1408px]:order-2" />
        </div>
      </header>
      <Ringing />
      <PhoneFirstAlarm />
      <UnsentAlarm />
      <MissingAlarm />
      <main id="main" className={width === 'full' ? 'overflow-x-clip' : 'mx-auto max-w-[1720px] px-4 py-8 md:px-6'}>
        {children}
      </main>
      <PasskeyOffer />
    </>
  )
}

const inboxHref: string = '/staff/inbox' satisfies SitePath

/** The parts of the staff area. `isAlone`: paths below it belong to another part; `also`: its other pages. */
const parts: readonly { label: string; href: string; also?: readonly string[]; isAlone?: boolean; isOwners?: boolean }[] = [
  {
    label: 'Board',
    href: '/staff' satisfies SitePath,
    also: ['/staff/week' satisfies SitePath, '/staff/wall' satisfies SitePath],
    isAlone: true,
  },
  { label: 'Bookings', href: '/staff/bookings' satisfies SitePath },
  { label: 'Bills', href: '/staff/bills' satisfies SitePath },
  { label: 'Inbox', href: inboxHref },
  { label: 'Engineers', href: '/staff/engineers' satisfies SitePath },
  { label: 'Deliveries', href: '/staff/deliveries' satisfies SitePath },
  { label: 'Website', href: '/staff/analytics' satisfies SitePath },
  {
    label: 'Monitoring',
    href: '/staff/monitoring' satisfies SitePath,
    also: ['/staff/uptime' satisfies SitePath, '/security-dashboard' satisfies SitePath],
  },
  { label: 'Blog', href: '/blog-admin' satisfies SitePath },
  { label: 'People', href: '/staff/people' satisfies SitePath, isOwners: true },
  { label: 'Settings', href: '/staff/settings' satisfies SitePath, isOwners: true },
  { label: 'Alerts', href: '/account/alerts' satisfies SitePath },
  { label: 'My account', href: '/account' satisfies SitePath },
]

/** The navigation between parts: a row, and on a phone a button that names the current one. */
function StaffLinks() {
  const { viewer } = useAuth()
  const { pathname } = useLocation()
  const { unread } = useShell()
  const links = parts
    .filter(({ isOwners }) => !isOwners || viewer?.role === 'owner')
    .map(({ label, href, also, isAlone }) => ({
      ...{ label, href },
      isHere: pathname === href || also?.includes(pathname) || (!isAlone && pathname.startsWith(`${href}/`)),
    }))
  const list = (className: string) => (
    <ul className={className}>
      {links.map(({ label, href, isHere }) => (
        <li key={href}>
          <a
            href={href}
            aria-current={isHere ? 'page' : undefined}
            className="inline-flex min-h-11 items-center font-semibold whitespace-nowrap no-underline hover:underline aria-[current]:[box-shadow:inset_0_-4px_var(--color-ink)]"
          >
            {label}
            {href === inboxHref && unread > 0 && (
              <b className="ml-1.5 bg-lamp px-1.5">
                {unread}
                <span className="sr-only"> unread</span>
              </b>
            )}
          </a>
        </li>
      ))}
    </ul>
  )
  return (
    <nav aria-label="Staff area" className="order-2 basis-full min-[1408px]:order-1 min-[1408px]:basis-auto">
      <details className="md:hidden">
        <summary className="flex min-h-11 cursor-pointer items-center font-semibold">
          Menu: {links.find(({ isHere }) => isHere)?.label ?? 'staff area'}
          {unread > 0 && <b className="ml-1.5 bg-lamp px-1.5">{`${unread} unread`}</b>}
        </summary>
        {list('grid grid-cols-2 gap-x-5 pb-2')}
      </details>
      {list('hidden flex-wrap gap-x-5 whitespace-nowrap md:flex')}
    </nav>
  )
}

/** Calls that ring now: pages that are kept up to date show them as they come, over what is scrolled. */
function Ringing() {
  const { ringing = [] } = useShell()
  return (
    <div role="status" className="sticky top-0 z-20 print:hidden">
      {ringing.map(({ id, phoneText, name, find }) => (
        <p key={id} className="flex flex-wrap items-center gap-x-3 border-b-2 border-ink bg-lamp px-4 font-bold md:px-6">
          <span className="py-2">
            Ringing: {phoneText || 'number withheld'} ({name ? <bdi>{name}</bdi> : 'unknown'})
          </span>
          {find && (
            <a href={find} className="inline-flex min-h-11 items-center">
              {name ? 'Open their bookings' : 'Book them in'}
            </a>
          )}
        </p>
      ))}
    </div>
  )
}

/** Bookings can't be relied on: on every staff page, while the public pages ask people to call. */
function PhoneFirstAlarm() {
  if (usePhoneFirst() !== bookingTrouble) return null
  return (
    <section aria-label="Online booking" className="border-b-2 border-ink bg-alarm-wash print:hidden">
      <div className="mx-auto flex max-w-[1720px] flex-wrap items-center gap-x-5 px-4 md:px-6">
        <p className="py-2 font-bold text-alarm-text">Online booking is failing. Our pages are asking customers to call.</p>
        <a href={'/staff/uptime' satisfies SitePath} className="inline-flex min-h-11 items-center font-bold">
          See what’s wrong
        </a>
      </div>
    </section>
  )
}

/** Nothing can be saved, or something has been unsent for a minute: on every staff page, until it is sent or handled. */
function UnsentAlarm() {
  const { stuck } = useShell()
  if (!stuck) return null
  return (
    <section aria-label="Not sent" className="border-b-2 border-ink bg-alarm-wash print:hidden">
      <div className="mx-auto flex max-w-[1720px] flex-wrap items-center gap-x-5 px-4 md:px-6">
        <p className="py-2 font-bold text-alarm-text">{stuckText(stuck)}</p>
        {stuck !== 'store' && (
          <a href={'/staff/deliveries' satisfies SitePath} className="inline-flex min-h-11 items-center font-bold">
            See deliveries
          </a>
        )}
      </div>
    </section>
  )
}

/**
 * The site isn't ready to open, or lacks details that the law requires: on every staff page of a public site, else on the board. On a phone
 * the details are folded.
 */
function MissingAlarm() {
  const { missing } = useShell()
  const { viewer } = useAuth()
  const { pathname } = useLocation()
  if (!missing || !(missing.isPublic || pathname === ('/staff' satisfies SitePath))) return null
  const text = missing.isPublic ? 'By law the site must show these, but they’re missing:' : 'To fill in before the site opens:'
  const details = missing.details.map(({ field, label }) =>
    viewer?.role === 'owner' ? (
      <a
        key={field}
        href={`${'/staff/settings/business/details' satisfies SitePath}#${field}`}
        className="inline-flex min-h-11 items-center font-bold"
      >
        {label}
      </a>
    ) : (
      <span key={field}>{label}</span>
    ),
  )
  return (
    <section
      aria-label="Before you open"
      className={`border-b-2 border-ink print:hidden ${missing.isPublic ? 'bg-alarm-wash text-alarm-text' : 'bg-lamp'}`}
    >
      <details className="mx-auto px-4 md:hidden">
        <summary className="flex min-h-11 cursor-pointer items-center py-1 font-bold">
          {`${text} ${missing.details.length === 1 ? '1 detail' : `${missing.details.length} details`}`}
        </summary>
        <div className="flex flex-wrap gap-x-5 pb-2">{details}</div>
      </details>
      <div className="mx-auto hidden max-w-[1720px] flex-wrap items-center gap-x-5 px-6 md:flex">
        <p className="py-2 font-bold">{text}</p>
        {details}
      </div>
    </section>
  )
}
