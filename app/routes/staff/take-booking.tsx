import { data, redirect } from 'react-router'
import { slotsOf } from '#app/features/booking/rules.ts'
import { InvalidBooking } from '#app/features/booking/schema.ts'
import { type PhonePrice, readPhonePrice } from '#app/features/dispatch/board-price.server.ts'
import { TakePage } from '#app/features/dispatch/components/take-page.tsx'
import { takeBooking } from '#app/features/dispatch/take-booking.server.ts'
import { readSlotsLeft } from '#app/features/redline/reads.server.ts'
import { requireRole } from '#app/features/sessions/guards.server.ts'
import { StaffPage } from '#app/features/shell/components/staff-page.tsx'
import { addDays } from '#app/platform/day.ts'
import { Refusal } from '#app/platform/errors.ts'
import { newToken } from '#app/platform/ids.ts'
import { londonDay } from '#app/platform/london.ts'
import { privateHeaders } from '#app/platform/public-page.ts'
import { readForm } from '#app/platform/read-form.ts'
import { visitContext } from '#app/platform/services.ts'
import type { RouteHandle } from '#app/root.tsx'
import type { Route } from './+types/take-booking'

export const handle: RouteHandle = { hydrate: true, style: 'staff' }
export const meta: Route.MetaFunction = () => [
  { title: 'Booking by phone | Emergency Plumbers London' },
  { name: 'robots', content: 'noindex' },
]
export const headers = () => privateHeaders

export async function loader({ request, context }: Route.LoaderArgs) {
  const visit = context.get(visitContext)
  await requireRole(visit, request, 'staff')
  const now = visit.services.clock.now()
  const today = londonDay(now)
  return {
    formKey: newToken(),
    today,
    // Their names are the same every day; whether one is still free is said when the price is.
    slots: slotsOf(addDays(today, 1), now).map(({ text }) => text),
    slotsLeft: await readSlotsLeft(visit.services.db, now),
  }
}

interface Answer {
  typed: Record<string, string>
  problems: Record<string, string>
  refusal?: string
  /** Read out before it is booked. */
  price?: PhonePrice
}

/** First the price, to be read out; then, at that price, the booking. */
export async function action({ request, context }: Route.ActionArgs) {
  const visit = context.get(visitContext)
  const viewer = await requireRole(visit, request, 'staff')
  const { services } = visit
  const form = await readForm(request)
  const typed = Object.fromEntries([...form].map(([name, value]) => [name, typeof value === 'string' ? value.slice(0, 5_000) : '']))
  const { intent, toldPence, key = '', ...input } = typed
  const answer = (more: Partial<Answer>, status: number) => data<Answer>({ typed, problems: {}, ...more }, status)
  try {
    const price = await readPhonePrice(services, input)
    if (intent !== 'book') return answer({ price }, 200)
    if (String(price.pence) !== toldPence)
      return answer({ price, refusal: 'The price has changed with what you entered. Read the new one out, then book.' }, 409)
    const { id } = await takeBooking(services, { staffId: viewer.account.user.id, idempotencyKey: key, input })
    return redirect(`/staff/bookings/${id}?done=taken`, 303)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const problems = error instanceof InvalidBooking ? (error.fields as Record<string, string>) : {}
    return answer({ problems, refusal: error.message }, error.status)
  }
}

/** A booking that somebody makes by ringing us. */
export default function TakeBooking({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <StaffPage width="full">
      <TakePage {...loaderData} {...actionData} />
    </StaffPage>
  )
}
