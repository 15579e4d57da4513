import type { SitePath } from '#app/values/site-path.ts'

const tabs = [
  { id: 'bookings', label: 'My bookings', href: '/account/bookings' satisfies SitePath },
  { id: 'account', label: 'My account', href: '/account' satisfies SitePath },
] as const

/** The two pages of someone who is signed in. */
export function AccountTabs({ current }: { current: (typeof tabs)[number]['id'] }) {
  return (
    <nav aria-label="Account" className="flex flex-wrap gap-x-6 border-b-2 border-ink">
      {tabs.map(({ id, label, href }) => (
        <a
          key={id}
          href={href}
          aria-current={id === current ? 'page' : undefined}
          className={`flex min-h-11 items-center ${id === current ? 'font-bold no-underline' : ''}`}
        >
          {label}
        </a>
      ))}
    </nav>
  )
}
