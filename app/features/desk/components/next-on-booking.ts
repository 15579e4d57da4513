import type { AwaitedPart } from '#app/features/aftercare/awaited-parts.server.ts'
import type { StaffCancellationsView } from '#app/features/aftercare/staff-cancellations.server.ts'
import type { StaffSatisfactionView } from '#app/features/aftercare/staff-satisfaction.server.ts'
import { hasEnded, isExpected } from '#app/features/booking/lifecycle.ts'
import type { WorkView } from '#app/features/visit/read-extra-work.server.ts'
import { isolated } from '#app/platform/bidi-text.ts'
import type { SitePath } from '#app/values/site-path.ts'
import { poundsText } from '#content/money.ts'
import type { BookingView } from '../board-booking.server.ts'
import type { Card } from '../card.ts'
import { leftText, minutesLeftUntil } from './board-clock.ts'

/** The one main key of a booking's page: a link of the list, the assignment, or the first step of the visit; none while we wait. */
export type Lead = 'link' | 'assign' | 'step' | 'wait'

export interface NextItem {
  id: string
  text: string
  link?: { href: SitePath | `#${string}`; label: string }
  isAlarm?: boolean
  lead?: Lead
}

/** The facts that decide the next steps. */
export interface NextInput {
  card: Pick<Card, 'id' | 'status' | 'call' | 'late' | 'engineer'>
  view: Pick<BookingView, 'payUntil' | 'nextReach' | 'undelivered' | 'moneyDoubts'> & {
    messages: readonly Pick<BookingView['messages'][number], 'text' | 'state'>[]
    complaints: readonly Pick<BookingView['complaints'][number], 'next'>[]
  }
  works?: readonly Pick<WorkView, 'amountPence' | 'state'>[]
  /** The next step with its bill, which may be to wait. */
  bill?: { text: string; look: 'check' | 'owed' | 'settled' }
  satisfaction?: Pick<StaffSatisfactionView, 'isDecidable' | 'toBook'>
  cancellations?: { cancelled: readonly Pick<StaffCancellationsView['cancelled'][number], 'isOpen'>[] }
  parts?: readonly Pick<AwaitedPart, 'isOverdue' | 'isToBook'>[]
}

const complaintSteps = { acknowledge: 'acknowledge it', answer: 'answer it', close: 'close it once it’s settled' } as const

/** 'Complaint, overdue: answer it by Fri 20 Nov'. */
export const complaintText = ({ step, due, isOverdue }: NonNullable<BookingView['complaints'][number]['next']>): string =>
  `Complaint${isOverdue ? ', overdue' : ''}: ${complaintSteps[step]}${due ? ` ${due}` : ''}`

/** The next steps with a booking, in the order in which to deal with them; never empty. */
export function nextOnBooking(input: NextInput, nowMs: number): NextItem[] {
  const items = [...callItems(input, nowMs), ...messageItems(input), ...visitItems(input), ...afterVisitItems(input)]
  return items.length > 0 ? items : [{ id: 'nothing', text: 'Nothing to do: this booking is closed.' }]
}

/** The first item that has a main key decides which one it is. */
export const leadOf = (items: readonly NextItem[]): Lead => items.find(({ lead }) => lead)?.lead ?? 'wait'

function callItems({ card: { call, status, late, engineer } }: NextInput, nowMs: number): NextItem[] {
  const items: NextItem[] = []
  if (call && isExpected(status)) {
    const left = minutesLeftUntil(call.dueAt, nowMs)
    const when = left > 0 ? `within ${left} min` : left < 0 ? `now, ${leftText(left).replace('over', 'overdue')}` : 'now'
    items.push({
      id: 'call',
      text: call.isTried
        ? 'Call the customer again: no one has spoken to them. Then choose Called.'
        : `Call the customer ${when}. Then choose Called.`,
      isAlarm: call.isTried || left <= 0,
    })
  }
  if (late)
    items.push({
      id: 'late',
      text: `The arrival time has passed. ${engineer ? `Call ${isolated(engineer)}` : 'Send an engineer'}, then tell the customer when to expect us.`,
      isAlarm: true,
    })
  return items
}

const longestQuote = 90

function messageItems({ view: { messages, undelivered } }: NextInput): NextItem[] {
  const unread = messages.filter(({ state }) => state === 'unread')
  const items: NextItem[] = []
  if (unread.length > 0 || messages.some(({ state }) => state === 'read')) {
    const last = unread.at(-1)?.text.replaceAll(/\s+/g, ' ') ?? ''
    const quote = last.length > longestQuote ? `${last.slice(0, longestQuote).trimEnd()}…` : last
    items.push({
      id: 'message',
      text: unread.length > 0 ? `Unread message from the customer: “${isolated(quote)}”` : 'The customer’s message isn’t answered yet.',
      link: { href: '#messages', label: unread.length > 0 ? 'Read and answer' : 'Answer' },
      lead: 'link',
    })
  }
  if (undelivered)
    items.push({
      id: 'undelivered',
      text: `Our last ${undelivered.isText ? 'text' : 'email'} wasn’t delivered, so call the customer.`,
      link: { href: `/staff/deliveries/${undelivered.id}`, label: 'See why' },
    })
  return items
}

function visitItems({ card: { status, engineer }, view: { payUntil, nextReach }, works = [] }: NextInput): NextItem[] {
  const who = isolated(engineer ?? 'the engineer')
  const reach: NextItem[] = nextReach
    ? [
        {
          id: 'reach',
          text: [nextReach.isLast ? 'No engineer has taken it.' : 'We’re asking engineers automatically.', nextReach.tried, nextReach.text]
            .filter(Boolean)
            .join(' '),
          isAlarm: nextReach.isLast,
        },
      ]
    : []
  const link = { href: '#engineerId', label: 'Choose an engineer' } as const
  switch (status) {
    case 'awaiting_payment':
      return [
        {
          id: 'payment',
          text: `Waiting for the customer to pay the Red Line fee${payUntil ? ` until ${payUntil}` : ''}. If they don’t, the booking ends by itself.`,
          lead: 'wait',
        },
      ]
    case 'received':
      return [{ id: 'assign', text: 'Assign an engineer below. That accepts the booking too.', link, lead: 'assign' }, ...reach]
    case 'confirmed':
      return [{ id: 'assign', text: 'Assign an engineer below.', link, lead: 'assign' }, ...reach]
    case 'assigned':
      return [
        {
          id: 'visit',
          text: `Waiting for ${who} to set off. If they tell you they have, record it below: we’ll email the customer.`,
          lead: 'step',
        },
      ]
    case 'en_route':
      return [{ id: 'visit', text: `Waiting for ${who} to arrive. If they tell you they have, record it below.`, lead: 'step' }]
    case 'arrived': {
      const asked = works.filter(({ state }) => state === 'proposed')
      const pence = asked.reduce((sum, { amountPence }) => sum + amountPence, 0)
      return [
        ...(asked.length > 0
          ? [
              {
                id: 'works',
                text: `Extra work for up to ${poundsText(pence)} is waiting for the customer’s answer, on their booking page or the engineer’s phone. If the visit ends first, it can’t be billed.`,
                link: { href: '#works', label: 'See the extra work' },
                lead: 'wait',
              } as const,
            ]
          : []),
        { id: 'visit', text: `Waiting for ${who} to finish. If they tell you they have, record it below. The bill is next.`, lead: 'step' },
      ]
    }
    default:
      return []
  }
}

function afterVisitItems({ card, view, bill, satisfaction, cancellations, parts = [] }: NextInput): NextItem[] {
  const items: NextItem[] = []
  for (const { next } of view.complaints)
    if (next)
      items.push({
        id: 'complaint',
        text: `${complaintText(next)}.`,
        link: { href: '#complaints', label: 'Go to the complaint' },
        isAlarm: next.isOverdue,
        lead: 'link',
      })
  if (satisfaction?.isDecidable)
    items.push({
      id: 'satisfaction',
      text: 'The customer isn’t satisfied and wants a refund: decide on it.',
      link: { href: '#satisfaction', label: 'Go to the request' },
      lead: 'link',
    })
  if (satisfaction?.toBook)
    items.push({
      id: 'satisfaction',
      text: 'The customer isn’t satisfied and wants it put right for free.',
      link: { href: `/staff/bookings/new?return=${card.id}`, label: 'Book the return visit' },
      lead: 'link',
    })
  if (cancellations?.cancelled.some(({ isOpen }) => isOpen))
    items.push({
      id: 'cancellation',
      text: 'The customer used their right to cancel: settle what they get back.',
      link: { href: '#cancellations', label: 'Go to the cancellation' },
      lead: 'link',
    })
  if (view.moneyDoubts.length > 0)
    items.push({
      id: 'money',
      text: 'Reports disagree about a fee or money off: decide which is right.',
      link: { href: '#money', label: 'Decide' },
      lead: 'link',
    })
  if (parts.some(({ isOverdue, isToBook }) => isOverdue || isToBook))
    items.push({
      id: 'parts',
      text: parts.some(({ isToBook }) => isToBook)
        ? 'The parts have arrived: book the return visit.'
        : 'A part is overdue: ask the supplier, then enter the new day.',
      link: { href: '#parts', label: 'Go to the parts' },
      lead: 'link',
    })
  if (bill && hasEnded(card.status) && (bill.look !== 'settled' || items.length === 0))
    items.push({
      id: 'bill',
      text: bill.text,
      ...(bill.look === 'check' && { link: { href: '#bill', label: 'Check the bill' }, lead: 'link' }),
      ...(bill.look === 'owed' && { link: { href: '#bill', label: 'See the bill' }, lead: 'wait' }),
    })
  return items
}
