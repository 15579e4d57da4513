import type { SitePath } from '#app/platform/site-path.ts'
import { ButtonLink } from '#app/ui/button.tsx'

/** The search, and a booking by phone: on every page of dispatch. */
export function DispatchBar({ search = '' }: { search?: string }) {
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-2 py-2">
      {/* By post: what somebody looks for is a person's, and has no place in an address. */}
      <search className="min-w-0 grow md:max-w-100">
        <form method="post" action={'/staff/bookings' satisfies SitePath} className="flex gap-2">
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
      <ButtonLink href={'/staff/bookings/new' satisfies SitePath} className="key-row">
        Booking by phone
      </ButtonLink>
    </div>
  )
}
