import type { ReactNode } from 'react'
import { ButtonLink, type ButtonLook } from '#app/ui/button.tsx'
import type { SitePath } from '#app/values/site-path.ts'

interface DispatchBarProps {
  search?: string
  /** Of the link to book by phone; 'outline' on a page with a main key of its own. */
  look?: ButtonLook
  /** Beside them. */
  children?: ReactNode
}

/** The search and the link to book by phone, on every page of dispatch. */
export function DispatchBar({ search = '', look, children }: DispatchBarProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1 py-2 md:gap-x-4">
      <search className="min-w-0 grow basis-full md:max-w-100 md:basis-40 lg:max-xl:max-w-70">
        <form action={'/staff/bookings' satisfies SitePath} className="flex gap-2">
          <label htmlFor="search" className="sr-only">
            Find a booking or a customer by name, phone, address, reference or engineer
          </label>
          <input
            id="search"
            name="q"
            type="search"
            defaultValue={search}
            maxLength={200}
            autoComplete="off"
            placeholder="Name, phone, address, reference"
            className="min-h-11 w-full min-w-0 rounded-key border-2 border-ink bg-white px-3 py-1.5 leading-tight"
          />
          <button type="submit" className="key key-outline key-row">
            Find
          </button>
        </form>
      </search>
      <ButtonLink href={'/staff/bookings/new' satisfies SitePath} look={look} className="key-row">
        Booking by phone
      </ButtonLink>
      {children}
    </div>
  )
}
