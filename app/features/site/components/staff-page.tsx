import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { useAuth } from '#app/features/accounts/auth-context.ts'
import { counted } from '#app/platform/next-text.ts'
import { bookingTrouble, usePhoneFirst } from '#app/platform/phone-first-context.ts'
import { DrawingDefs } from '#app/ui/drawings/symbols.tsx'
import { useCloseElsewhere } from '#app/ui/use-close-elsewhere.ts'
import type { SitePath } from '#app/values/site-path.ts'
import { stuckText, useShell } from '../shell-context.ts'
import { Logo } from './logo.tsx'
import { SkipLink } from './skip-link.tsx'
import { PasskeyOffer } from './staff-passkey-offer.tsx'
import { SignOut } from './viewer-links.tsx'

/** The frame of every staff page: navigation and alarms. `width`: full for pages that set their own. */
export function StaffPage({ children, width = 'text' }: { children: ReactNode; width?: 'text' | 'full' }) {
  return (
    <>
      <SkipLink />
      <DrawingDefs symbols={['logo']} />
      <header className="relative z-30 border-b-2 border-ink bg-chalk print:hidden">
        <div className="mx-auto flex max-w-[1720px] flex-wrap items-center gap-x-2 px-4 md:gap-x-4 md:px-6 lg:gap-x-6">
          <Logo />
          <StaffLinks />
          <SignOut className="ml-auto min-h-11 cursor-pointer font-semibold underline max-[759px]:hidden" />
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

interface Part {
  label: string
  href: string
  /** Its other pages. */
  also?: readonly string[]
  /** Paths below it belong to another part. */
  isAlone?: boolean
  isOwners?: boolean
}

/** The day's work. */
const dailyParts: readonly Part[] = [
  {
    label: 'Board',
    href: '/staff' satisfies SitePath,
    also: ['/staff/week' satisfies SitePath, '/staff/wall' satisfies SitePath],
    isAlone: true,
  },
  { label: 'Bookings', href: '/staff/bookings' satisfies SitePath },
  { label: 'Inbox', href: inboxHref },
  { label: 'Engineers', href: '/staff/engineers' satisfies SitePath },
  { label: 'Bills', href: '/staff/bills' satisfies SitePath },
]

/** Everything else, under 'Office'. */
const officeParts: readonly Part[] = [
  { label: 'Settings', href: '/staff/settings' satisfies SitePath, also: ['/staff/parts' satisfies SitePath], isOwners: true },
  { label: 'People', href: '/staff/people' satisfies SitePath, isOwners: true },
  { label: 'Reviews', href: '/staff/reviews' satisfies SitePath },
  { label: 'Blog', href: '/blog-admin' satisfies SitePath },
  { label: 'Website', href: '/staff/analytics' satisfies SitePath },
  { label: 'Deliveries', href: '/staff/deliveries' satisfies SitePath },
  {
    label: 'Monitoring',
    href: '/staff/monitoring' satisfies SitePath,
    also: ['/staff/uptime' satisfies SitePath, '/security-dashboard' satisfies SitePath],
  },
  { label: 'My account', href: '/account' satisfies SitePath, isAlone: true },
  { label: 'Alerts', href: '/account/alerts' satisfies SitePath },
]

/** The navigation between parts: a row that ends in 'Office', and on a phone a menu that names the current part. */
function StaffLinks() {
  const { viewer } = useAuth()
  const { pathname } = useLocation()
  const nav = useRef<HTMLElement>(null)
  useCloseElsewhere(nav)
  const isHere = ({ href, also, isAlone }: Part) =>
    pathname === href || also?.includes(pathname) || (!isAlone && pathname.startsWith(`${href}/`))
  const office = officeParts.filter(({ isOwners }) => !isOwners || viewer?.role === 'owner')
  const here = [...dailyParts, ...office].find(isHere)
  const list = (parts: readonly Part[], className: string) => (
    <ul className={className}>
      {parts.map((part) => (
        <li key={part.href}>
          <a href={part.href} aria-current={isHere(part) ? 'page' : undefined} className={linkLook}>
            {part.label}
            {part.href === inboxHref && <Unread />}
          </a>
        </li>
      ))}
    </ul>
  )
  return (
    <nav ref={nav} aria-label="Staff area" className="max-[759px]:ml-auto">
      <details className="min-[760px]:hidden" onKeyDown={closeByEscape}>
        <summary className="flex min-h-11 cursor-pointer list-none items-center text-sm font-semibold after:ml-1.5 after:content-['▾'/'']">
          <span className="whitespace-pre max-[429px]:sr-only">{'Menu: '}</span>
          {here?.label ?? 'Staff area'}
          <Unread />
        </summary>
        <div className="absolute inset-x-0 top-full border-b-2 border-ink bg-chalk px-4 pb-2">
          {list(dailyParts, 'grid grid-cols-2 gap-x-5')}
          <p className="mt-1 border-t border-line pt-2 text-sm text-muted">Office</p>
          {list(office, 'grid grid-cols-2 gap-x-5')}
          <SignOut className="min-h-11 cursor-pointer font-semibold underline" />
        </div>
      </details>
      <div className="hidden flex-wrap items-center gap-x-3.5 min-[760px]:flex lg:gap-x-5">
        {list(dailyParts, 'flex flex-wrap gap-x-3.5 lg:gap-x-5')}
        <details className="relative" onKeyDown={closeByEscape}>
          <summary
            aria-current={here && office.includes(here) ? 'true' : undefined}
            className={`${linkLook} cursor-pointer list-none after:ml-1.5 after:content-['▾'/'']`}
          >
            Office
            {here && office.includes(here) && <span className="max-lg:hidden">: {here.label}</span>}
          </summary>
          <div className="absolute top-full left-0 w-76 border-2 border-ink bg-chalk px-4 py-2">
            {list(office, 'grid grid-cols-2 gap-x-5')}
          </div>
        </details>
      </div>
    </nav>
  )
}

/** The number of unread messages. */
function Unread() {
  const { unread } = useShell()
  if (unread === 0) return null
  return (
    <b className="ml-1.5 bg-lamp px-1.5">
      {unread}
      <span className="sr-only"> unread</span>
    </b>
  )
}

const linkLook =
  'inline-flex min-h-11 items-center font-semibold whitespace-nowrap no-underline hover:underline aria-[current]:[box-shadow:inset_0_-4px_var(--color-ink)]'

function closeByEscape({ key, currentTarget }: KeyboardEvent<HTMLDetailsElement>) {
  if (key !== 'Escape' || !currentTarget.open) return
  currentTarget.open = false
  currentTarget.querySelector('summary')?.focus()
}

/** Calls that ring now: live pages show them as they arrive, above the scrolled content. */
function Ringing() {
  const { ringing = [] } = useShell()
  const bar = useRef<HTMLDivElement>(null)
  // Other sticky parts are placed below the bar, whose height varies: calls take one line or two each.
  useEffect(() => {
    const shown = bar.current
    if (!shown) return
    const observer = new ResizeObserver(() => document.documentElement.style.setProperty('--ringing', `${shown.offsetHeight}px`))
    observer.observe(shown)
    return () => observer.disconnect()
  }, [])
  return (
    <div ref={bar} role="status" className="ringing sticky top-0 z-20 print:hidden">
      {ringing.map(({ id, phoneText, name, find }) => (
        <p key={id} className="flex flex-wrap items-center gap-x-3 border-b-2 border-ink bg-lamp px-4 font-bold md:px-6">
          <span className="py-2">
            Ringing: {phoneText || 'number withheld'} ({name ? <bdi>{name}</bdi> : 'unknown'})
          </span>
          {find && (
            <a href={find} className="inline-flex min-h-11 items-center">
              {name ? 'Open their record' : 'Book them in'}
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
  const isStore = stuck === 'store'
  return (
    <section
      aria-label="Not sent"
      className={`border-b-2 border-ink print:hidden ${isStore ? 'bg-alarm-wash text-alarm-text' : 'bg-lamp'}`}
    >
      <div className="mx-auto flex max-w-[1720px] flex-wrap items-center gap-x-5 px-4 md:px-6">
        <p className="py-2 font-bold">{stuckText(stuck)}</p>
        {!isStore && (
          <a href={'/staff/deliveries' satisfies SitePath} className="inline-flex min-h-11 items-center font-bold">
            See deliveries
          </a>
        )}
      </div>
    </section>
  )
}

/** A public site lacks details that the law requires: on every staff page. On a phone the details are folded. */
function MissingAlarm() {
  const { missing } = useShell()
  const { viewer } = useAuth()
  if (!missing) return null
  const text = 'By law the site must show these, but they’re missing:'
  const details = missing.map(({ field, label }) =>
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
    <section aria-label="Before you open" className="border-b-2 border-ink bg-cream print:hidden">
      <details className="mx-auto px-4 md:hidden">
        <summary className="flex min-h-11 cursor-pointer items-center py-1 font-bold">
          {`${text} ${counted(missing.length, 'detail')}`}
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
