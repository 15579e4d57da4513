import type { ReactNode } from 'react'
import { ButtonLink, RowButton } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import { Part } from '#app/ui/part.tsx'
import type { SitePath } from '#app/values/site-path.ts'
import { exactPoundsText } from '#content/money.ts'
import type { BillListed } from '../find-bills.server.ts'
import { mostListed } from '../next-with-bills.ts'

interface BillListsProps {
  toIssue: readonly BillListed[]
  owing: readonly BillListed[]
  /** All bills, newest first, or the search results. */
  all: readonly BillListed[]
  search: string
  /** The next thing to do, in a sentence. */
  next: string
  /** Shown first. */
  children?: ReactNode
}

/** Visits to bill, unpaid bills, and a search of all bills by number, name or sum. */
export function BillLists({ toIssue, owing, all, search, next, children }: BillListsProps) {
  return (
    <>
      <h1 className="text-2xl">Bills</h1>
      {search === '' && <p className="mt-2">{next}</p>}
      <form method="get" className="flex max-w-[34em] flex-wrap items-end gap-3">
        <div className="grow">
          <TextField name="q" label="Find a bill" hint="Bill number, customer’s name or amount" defaultValue={search} autoComplete="off" />
        </div>
        <RowButton>Find</RowButton>
      </form>
      {children}
      {search === '' && (
        <>
          <List title="To issue" bills={toIssue} none="Every visit has been billed." more="Later visits appear once you’ve billed these." />
          <List title="Owed" bills={owing} none="Nothing is owed." more="Later ones appear once these are paid. Search for any by name." />
        </>
      )}
      <List
        title={search === '' ? 'All bills, newest first' : `Results for “${search}”`}
        bills={all}
        none={search === '' ? 'None yet.' : 'No bills match your search.'}
        more="Only the newest are shown. Search for an older one by its number, or by name."
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

const owedInWords = (pence: number) => (pence > 0 ? `${exactPoundsText(pence)} owed` : `We owe ${exactPoundsText(-pence)}`)

function List({ title, bills, none, more }: { title: string; bills: readonly BillListed[]; none: string; more: string }) {
  const isCut = bills.length >= mostListed
  return (
    <Part title={bills.length > 0 ? `${title} (${bills.length}${isCut ? ' or more' : ''})` : title} className="mt-8">
      {bills.length === 0 && <p className="py-3">{none}</p>}
      <ul>
        {bills.map(({ bookingId, reference, what, name, on, total, owedPence, mark }) => (
          <li
            key={`${bookingId} ${reference}`}
            className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-5 gap-y-0.5 border-b border-line py-2.5 text-sm lg:grid-cols-[2fr_2fr_2fr_1fr_1fr] lg:items-center"
          >
            <a
              href={`/staff/bookings/${bookingId}#bill` satisfies SitePath}
              className="inline-flex min-h-11 items-center text-base font-bold [overflow-wrap:anywhere] lg:min-h-6"
            >
              {reference || what}
            </a>
            <p className="min-w-0 [overflow-wrap:anywhere] max-lg:row-start-2">
              <bdi>{name}</bdi>
            </p>
            <p className="max-lg:col-span-2 max-lg:row-start-3">
              {reference && <span className="block">{what}</span>}
              {on}
            </p>
            <p className="self-center text-right max-lg:col-start-2 max-lg:row-start-1">{total}</p>
            <p className="text-right font-bold max-lg:col-start-2 max-lg:row-start-2">
              {owedPence !== 0 && owedInWords(owedPence)}
              {mark && <span className="block font-normal">{mark}</span>}
            </p>
          </li>
        ))}
      </ul>
      {isCut && <p className="py-3 text-muted">{more}</p>}
    </Part>
  )
}
