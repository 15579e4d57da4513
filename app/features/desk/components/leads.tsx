import type { ReactNode } from 'react'
import type { BillCall } from '#app/features/payments/bill-call.ts'
import type { SitePath } from '#app/values/site-path.ts'
import type { readBoard } from '../board.server.ts'
import type { BoardView } from '../board-view.ts'
import { ActButton } from './act-button.tsx'
import { CallLink } from './call-link.tsx'

export type CallBackView = Awaited<ReturnType<typeof readBoard>>['callBacks'][number]

interface LeadsProps {
  leads: BoardView['leads']
  callBacks: readonly CallBackView[]
  billCalls: readonly BillCall[]
}

/** Customers to call, because their Red Line hold expired or a bill is owed, and those who may still pay for Red Line. */
export function Leads({ leads, callBacks, billCalls }: LeadsProps) {
  return (
    <div className="mt-10 grid gap-x-6 gap-y-8 lg:grid-cols-2">
      <section aria-labelledby="call-backs">
        <h2 id="call-backs" className="border-b-2 border-ink pb-2.5 text-xl">
          To call back <span className="font-normal text-muted">{callBacks.length + billCalls.length}</span>
        </h2>
        {callBacks.length + billCalls.length === 0 ? (
          <p className="py-4 text-muted">No one to call: no Red Line bookings have expired unpaid, and no bills need chasing.</p>
        ) : (
          <ul>
            {callBacks.map((each) => (
              <LeadRow key={each.id} {...each} says={`Red Line, expired unpaid ${each.since}`}>
                <ActButton intent="call-back" bookingId={each.id}>
                  Called
                  <span className="sr-only">, {each.reference}</span>
                </ActButton>
              </LeadRow>
            ))}
            {billCalls.map((each) => (
              <li key={each.bookingId} className="flex flex-wrap items-center justify-between gap-2 border-b border-line py-2">
                <div className="min-w-0 flex-1 basis-56 text-sm leading-snug">
                  <a
                    href={`/staff/bookings/${each.bookingId}#bill` satisfies SitePath}
                    className="inline-flex min-h-6 items-center text-base font-bold"
                  >
                    {`${each.title}: ${each.says}`}
                  </a>
                  <p className="[overflow-wrap:anywhere]">
                    <bdi>{each.name}</bdi>
                  </p>
                  {each.last && <p className="text-muted">{each.last}</p>}
                </div>
                <CallLink phone={each.phone} phoneText={each.phoneText} className="key key-outline key-row" />
              </li>
            ))}
          </ul>
        )}
      </section>
      <section aria-labelledby="leads">
        <h2 id="leads" className="border-b-2 border-ink pb-2.5 text-xl">
          Awaiting payment <span className="font-normal text-muted">{leads.length}</span>
        </h2>
        {leads.length === 0 ? (
          <p className="py-4 text-muted">No Red Line bookings are waiting for payment.</p>
        ) : (
          <ul>
            {leads.map((each) => (
              <LeadRow key={each.id} {...each} says={`Red Line, ${each.came}`} />
            ))}
          </ul>
        )}
      </section>
    </div>
  )
}

interface LeadRowProps extends Pick<CallBackView, 'id' | 'service' | 'place' | 'name' | 'phone' | 'phoneText'> {
  says: string
  children?: ReactNode
}

function LeadRow({ id, service, place, name, phone, phoneText, says, children }: LeadRowProps) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-2 border-b border-line py-2">
      <div className="min-w-0 flex-1 basis-56 text-sm leading-snug">
        <a
          href={`/staff/bookings/${id}` satisfies SitePath}
          className="inline-flex min-h-6 items-center text-base font-bold [overflow-wrap:anywhere]"
        >
          {service}
        </a>
        <p className="[overflow-wrap:anywhere]">
          {place}, <bdi>{name}</bdi>
        </p>
        <p className="text-muted">{says}</p>
      </div>
      <div className="flex flex-wrap gap-2">
        <CallLink phone={phone} phoneText={phoneText} className="key key-outline key-row" />
        {children}
      </div>
    </li>
  )
}
