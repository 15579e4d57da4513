import type { ReactNode } from 'react'
import type { SitePath } from '#app/platform/site-path.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import type { BillListed } from '../find-bills.server.ts'

interface BillListsProps {
  toIssue: readonly BillListed[]
  owing: readonly BillListed[]
  /** All bills, newest first, or the search results. */
  all: readonly BillListed[]
  search: string
  /** Shown first. */
  children?: ReactNode
}

/** Visits to bill, unpaid bills, and a search of all bills by number, name or sum. */
export function BillLists({ toIssue, owing, all, search, children }: BillListsProps) {
  return (
    <>
      <h1 className="text-2xl">Bills</h1>
      <form method="get" className="flex max-w-[34em] flex-wrap items-end gap-3">
        <div className="grow">
          <TextField name="q" label="Find a bill" hint="By number, customer’s name or amount" defaultValue={search} autoComplete="off" />
        </div>
        <Button look="outline" className="key-row">
          Find
        </Button>
      </form>
      {children}
      {search === '' && (
        <>
          <List title="To issue" bills={toIssue} none="Every visit has been billed." />
          <List title="Owed" bills={owing} none="Nothing is owed." />
        </>
      )}
      <List
        title={search === '' ? 'All bills, newest first' : `Results for “${search}”`}
        bills={all}
        none={search === '' ? 'None yet.' : 'No bill matches that.'}
      />
      {search !== '' && (
        <p className="mt-5">
          <ButtonLink href={'/staff/bills' satisfies SitePath} look="outline" className="key-row">
            All bills
          </ButtonLink>
        </p>
      )}
    </>
  )
}

function List({ title, bills, none }: { title: string; bills: readonly BillListed[]; none: string }) {
  return (
    <section className="mt-8">
      <h2 className="border-b-2 border-ink pb-2 text-xl">{bills.length > 0 ? `${title} (${bills.length})` : title}</h2>
      {bills.length === 0 && <p className="py-3">{none}</p>}
      <ul>
        {bills.map(({ bookingId, reference, what, name, on, total, owed }) => (
          <li
            key={`${bookingId} ${reference}`}
            className="grid gap-x-5 gap-y-0.5 border-b border-line py-2.5 text-sm md:grid-cols-[2fr_2fr_2fr_1fr_1fr] md:items-center"
          >
            <a
              href={`/staff/bookings/${bookingId}#bill` satisfies SitePath}
              className="inline-flex min-h-11 items-center text-base font-bold md:min-h-6"
            >
              {reference || what}
            </a>
            <p className="min-w-0 [overflow-wrap:anywhere]">{name}</p>
            <p>
              {reference && <span className="block">{what}</span>}
              {on}
            </p>
            <p className="md:text-right">{total}</p>
            <p className="font-bold md:text-right">{owed && `${owed} owed`}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
