import { useAuth } from '#app/features/accounts/auth-context.ts'
import { useDetails } from '#app/platform/published-context.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import type { SitePath } from '#app/values/site-path.ts'
import { useShell } from '../shell-context.ts'
import { areaLinks, sectionLinks } from './links.ts'
import { SignOut, viewerLinkOf } from './viewer-links.tsx'

const id = 'menu'

/**
 * Opens the menu without a script: by the browser's own command, or as a popover in browsers without commands (Safari before 26.2, Firefox
 * before 144). Browsers with commands ignore the popover target; where a script has shown the dialog, it does nothing.
 */
export function MenuButton() {
  return (
    <button
      type="button"
      command="show-modal"
      commandfor={id}
      popoverTarget={id}
      popoverTargetAction="show"
      className="key key-small key-outline ml-auto w-21 lg:hidden"
    >
      Menu
    </button>
  )
}

/**
 * The mobile menu: a modal dialog from the right, which keeps the focus and closes with Escape, backdrop and button. `bookHref`: this
 * page's form; without it neither booking nor our number is offered.
 */
export function Menu({ bookHref }: { bookHref?: string }) {
  const { emergencyPhone } = useDetails()
  const { viewer } = useAuth()
  const shell = useShell()
  return (
    <dialog id={id} aria-label="Menu" closedby="any" popover="auto" className="menu">
      <div className="flex min-h-14 items-center justify-between border-b-2 border-ink px-4 font-bold">
        Menu
        <button
          type="button"
          command="close"
          commandfor={id}
          popoverTarget={id}
          popoverTargetAction="hide"
          className="key key-small key-outline"
        >
          Close
        </button>
      </div>
      {bookHref && (
        <div className="grid gap-2 border-b-2 border-ink px-4 py-3">
          <ButtonLink look="alarm" href={emergencyPhone.href} className="flex-col !gap-0.5">
            <span>Call Emergency Line</span>
            <span className="text-sm font-normal">{emergencyPhone.text}</span>
          </ButtonLink>
          <ButtonLink href={bookHref}>Book Emergency Service</ButtonLink>
        </div>
      )}
      <nav aria-label="Menu" className="px-4">
        <Group title="On our home page" links={sectionLinks(shell)} />
        <Group title="Prices, places and jobs" links={pageLinks} />
        <Group title="Parts of London" links={areaLinks} />
        <ul>
          {viewer ? (
            <>
              <MenuLink {...viewerLinkOf(viewer.role)} />
              <li className="border-t border-line">
                <SignOut className="flex min-h-12 w-full items-center font-bold" />
              </li>
            </>
          ) : (
            <MenuLink label="Sign In" href={'/auth' satisfies SitePath} />
          )}
        </ul>
      </nav>
    </dialog>
  )
}

const pageLinks = [
  { label: 'Pricing', href: '/pricing' satisfies SitePath },
  { label: 'Every Job We Do', href: '/services' satisfies SitePath },
  { label: 'Locations', href: '/locations' satisfies SitePath },
  { label: 'Emergency Repairs', note: 'boilers and heating', href: '/emergency-boiler-repair' satisfies SitePath },
]

interface GroupLink {
  label: string
  href: string
  /** Distinguishes it from an entry with a similar name. */
  note?: string
}

function Group({ title, links }: { title: string; links: readonly GroupLink[] }) {
  return (
    <div className="border-b border-line py-2">
      <p className="text-sm text-muted">{title}</p>
      <ul className="grid grid-cols-[5fr_6fr] gap-x-2 text-sm">
        {links.map(({ label, href, note }) => (
          <li key={href}>
            <a href={href} className="flex min-h-11 flex-col justify-center leading-tight font-semibold no-underline">
              {label}
              {note && <small className="font-normal">{note}</small>}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}

function MenuLink({ label, href }: { label: string; href: string }) {
  return (
    <li>
      <a href={href} className="flex min-h-12 items-center font-bold no-underline">
        {label}
      </a>
    </li>
  )
}
