import { useAuth } from '#app/features/accounts/auth-context.ts'
import { useDetails } from '#app/platform/published-context.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import type { SitePath } from '#app/values/site-path.ts'
import { areaLinks, sectionLinks } from '../shell/links.ts'
import { useShell } from '../shell-context.ts'
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
      <nav aria-label="Menu" className="px-4 py-2">
        <ul>
          {sectionLinks(shell).map(({ label, href }) => (
            <MenuLink key={href} {...{ label, href }} />
          ))}
          <MenuLink label="Pricing" href={'/pricing' satisfies SitePath} />
          <MenuLink label="Every Job We Do" href={'/services' satisfies SitePath} />
          <MenuLink label="Emergency Repairs" href={'/emergency-boiler-repair' satisfies SitePath} />
          <MenuLink label="Locations" href={'/locations' satisfies SitePath} />
        </ul>
        <ul className="grid grid-cols-2 gap-x-4 border-b border-line py-1 text-sm">
          {areaLinks.map(({ label, href }) => (
            <li key={href}>
              <a href={href} className="flex min-h-11 items-center no-underline">
                {label}
              </a>
            </li>
          ))}
        </ul>
        <ul>
          {viewer ? (
            <>
              <MenuLink {...viewerLinkOf(viewer.role)} />
              <li className="border-b border-line">
                <SignOut className="flex min-h-12 w-full items-center font-bold" />
              </li>
            </>
          ) : (
            <MenuLink label="Sign In" href={'/auth' satisfies SitePath} />
          )}
        </ul>
      </nav>
      {bookHref && (
        <div className="grid gap-3 p-4">
          <ButtonLink href={bookHref}>Book Emergency Service</ButtonLink>
          <ButtonLink look="alarm" href={emergencyPhone.href} className="flex-col !gap-0.5">
            <span>Call Emergency Line</span>
            <span className="text-sm font-normal">{emergencyPhone.text}</span>
          </ButtonLink>
        </div>
      )}
    </dialog>
  )
}

function MenuLink({ label, href }: { label: string; href: string }) {
  return (
    <li className="border-b border-line">
      <a href={href} className="flex min-h-12 items-center font-bold no-underline">
        {label}
      </a>
    </li>
  )
}
