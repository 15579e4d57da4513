import { ButtonLink } from '#app/ui/button.tsx'

const pages = [
  { name: 'board', label: 'Board', href: '/staff' },
  { name: 'bookings', label: 'Bookings', href: '/staff/bookings' },
  { name: 'engineers', label: 'Engineers', href: '/staff/engineers' },
  { name: 'area', label: 'Staff area', href: '/blog-admin' },
] as const

/** The ways between the pages of dispatch, and the search, which every one of them has. */
export function DispatchNav({ current, search = '' }: { current?: (typeof pages)[number]['name']; search?: string }) {
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-2 py-2">
      <nav aria-label="Dispatch" className="flex flex-wrap gap-x-5">
        {pages.map(({ name, label, href }) => (
          <a
            key={name}
            href={href}
            aria-current={name === current ? 'page' : undefined}
            className="inline-flex min-h-11 items-center font-semibold no-underline hover:underline aria-[current]:[box-shadow:inset_0_-4px_var(--color-ink)]"
          >
            {label}
          </a>
        ))}
      </nav>
      {/* By post: what somebody looks for is a person's, and has no place in an address. */}
      <search className="min-w-0 grow md:max-w-100 lg:ml-auto">
        <form method="post" action="/staff/bookings" className="flex gap-2">
          <label htmlFor="search" className="sr-only">
            Find a booking by reference, name, phone, email or postcode
          </label>
          <input
            id="search"
            name="search"
            type="search"
            defaultValue={search}
            maxLength={200}
            autoComplete="off"
            placeholder="Reference, name, phone, postcode"
            className="min-h-11 w-full min-w-0 rounded-key border-2 border-ink bg-white px-3 py-1.5 leading-tight"
          />
          <button type="submit" className="key key-outline key-row">
            Find
          </button>
        </form>
      </search>
      <ButtonLink href="/staff/bookings/new" className="key-row">
        Booking by phone
      </ButtonLink>
    </div>
  )
}
