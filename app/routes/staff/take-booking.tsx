import { data, redirect } from 'react-router'
import { requireRole } from '#app/features/accounts/guards.server.ts'
import { callerDetails } from '#app/features/booking/caller-details.ts'
import { readBooking } from '#app/features/booking/read-booking.server.ts'
import { AnswerNeeded, BookingNotFound, StepRefused } from '#app/features/booking/refusals.ts'
import { readNextArrivals, readRedline } from '#app/features/capacity/read-next-available.server.ts'
import { slotsOf } from '#app/features/capacity/time-slots.ts'
import { nextVisitText, redlineWhy } from '#app/features/desk/board-view.ts'
import { TakePage } from '#app/features/desk/components/take-page.tsx'
import { readEnquiry, settleEnquiry } from '#app/features/desk/enquiries.server.ts'
import { type KnownCaller, readKnownCaller } from '#app/features/desk/known-caller.server.ts'
import { type PhonePrice, readPhonePrice, readPhoneQuote } from '#app/features/desk/phone-price.server.ts'
import { requireReturnable } from '#app/features/dispatch/require-returnable.server.ts'
import { takeBooking } from '#app/features/dispatch/take-booking.server.ts'
import { StaffPage } from '#app/features/site/components/staff-page.tsx'
import { readUnbookedParts } from '#app/features/visit/awaited-parts.server.ts'
import { answerForm } from '#app/platform/answer-form.ts'
import { londonDay } from '#app/platform/london.ts'
import { privateFormHeaders, privateMeta } from '#app/platform/public-page.ts'
import { notFound, refusedAnswer } from '#app/platform/refused-page.ts'
import type { Services } from '#app/platform/services.ts'
import { normalisePhone, phoneText } from '#app/platform/uk.ts'
import type { RouteHandle } from '#app/root.tsx'
import { addDays } from '#app/values/day.ts'
import { newToken } from '#app/values/ids.ts'
import type { SitePath } from '#app/values/site-path.ts'
import { windowsForStaff } from '#content/slot-hours.ts'
import type { Route } from './+types/take-booking'

export const handle: RouteHandle = { hydrate: true, style: 'staff' }
export const meta = () => privateMeta('Booking by phone')
export const headers = privateFormHeaders

export async function loader({ request, context }: Route.LoaderArgs) {
  const { services, userId: staffId } = await requireRole(context, request, 'staff')
  const now = services.clock.now()
  const today = londonDay(now)
  const { db, published } = services
  const { windows } = published.current()
  const arrivals = await readNextArrivals(db, now, windows)
  const redline = await readRedline(db, now, { plan: arrivals.plan })
  const start = await readStart(services, new URL(request.url).searchParams)
  return {
    start,
    quote: start && (start.typed.postcode || start.typed.service) ? await readPhoneQuote(services, startedWith(start)) : undefined,
    formKey: newToken(),
    draftKey: services.secrets.sign('phone-draft', staffId),
    today,
    // The names are the same every day; the price shows if a slot is still free.
    slots: slotsOf(addDays(today, 1), now, windowsForStaff(windows)).map(({ text }) => text),
    nextVisit: nextVisitText(arrivals),
    redline: { left: redline.left, why: redlineWhy(redline), isSoldOut: redline.sold + redline.held >= redline.perDay },
  }
}

/** The answers of a form that starts with these values. */
const startedWith = ({ typed, returnOf = '' }: Start) => ({ serviceLevel: 'standard', timeSlot: 'ASAP', ...typed, returnOf })

interface Start {
  reference?: string
  returnOf?: string
  /** The parts that it fits. */
  parts?: string
  typed: Record<string, string>
}

/**
 * Returns the form's initial values: `?again=` repeats a booking, `?return=` is a free return visit, with `&parts=1` to fit what it waits
 * for, `?enquiry=` is for someone who texted or called, `?phone=` for the number that is on the phone.
 */
async function readStart(services: Services, query: URLSearchParams): Promise<Start | undefined> {
  const enquiryId = query.get('enquiry')?.slice(0, 100)
  const enquiry = enquiryId && (await readEnquiry(services.db, enquiryId))
  if (enquiry) return { typed: { enquiryId, phone: phoneText(enquiry.phone), description: enquiry.text.slice(0, 1_000) } }
  const phone = normalisePhone(query.get('phone') ?? '')
  if (phone) return { typed: { phone: phoneText(phone) } }
  const [again, returnOf] = [query.get('again'), query.get('return')]
  const id = (returnOf ?? again)?.slice(0, 100)
  if (!id) return undefined
  try {
    const booking = returnOf ? await requireReturnable(services.db, id, services.clock.now()) : await readBooking(services, id)
    const parts = query.has('parts') && returnOf ? await readUnbookedParts(services.db, id, 'all') : []
    const details = booking.erasedAt ? {} : callerDetails(booking)
    return {
      reference: booking.reference,
      ...(returnOf && { returnOf: id }),
      ...(parts.length > 0 && { parts: parts.map(({ name }) => name).join('; ') }),
      typed: { ...details, service: booking.service, ...(returnOf && { description: `Return visit for ${booking.reference}: ` }) },
    }
  } catch (error) {
    if (error instanceof StepRefused) throw refusedAnswer({ refused: error.message, href: `/staff/bookings/${id}` }, { status: 409 })
    if (error instanceof BookingNotFound) throw notFound()
    throw error
  }
}

interface Answer {
  typed: Record<string, string>
  problems: Readonly<Record<string, string>>
  refusal?: string
  /** No problem: it is booked once the question is answered with yes. */
  question?: { text: string; confirms: string }
  /** Read out before it is booked. */
  price?: PhonePrice
  known?: KnownCaller
}

/** First the price, to be read out; then, at that price, the booking. */
export async function action({ request, context }: Route.ActionArgs) {
  const { services, userId: staffId } = await requireRole(context, request, 'staff')
  return answerForm(
    { request, longest: 5_000 },
    async (form) => {
      const typed = form.typed()
      const { intent, toldPence, key = '', confirmed, enquiryId, ...input } = typed
      const known = await readKnownCaller(services, typed)
      if (intent === 'fill') return { typed: filled(typed, known), problems: {}, known } satisfies Answer as Answer
      const price = await readPhonePrice(services, input)
      if (intent !== 'book') return { typed, problems: {}, price, known } satisfies Answer as Answer
      if (String(price.pence) !== toldPence) return data<Answer>({ typed, problems: {}, price, known, refusal: priceChanged }, 409)
      const { id } = await takeBooking(services, { staffId, idempotencyKey: key, input, confirmed })
      if (enquiryId) await settleEnquiry(services, { enquiryId, staffId })
      return redirect(`/staff/bookings/${id}?done=taken` satisfies SitePath, 303)
    },
    async (refusal, form): Promise<Answer> => {
      const typed = form.typed()
      const { intent: _, toldPence: __, key: ___, confirmed: ____, ...input } = typed
      return {
        typed,
        problems: refusal.problems,
        ...(refusal instanceof AnswerNeeded
          ? { question: { text: refusal.message, confirms: refusal.confirms }, price: await readPhonePrice(services, input) }
          : { refusal: refusal.message }),
        known: await readKnownCaller(services, typed),
      }
    },
  )
}

/** Returns the typed values, and for empty fields the caller's known details. */
const filled = (typed: Record<string, string>, known?: KnownCaller): Record<string, string> => ({
  ...known?.details,
  ...Object.fromEntries(Object.entries(typed).filter(([, value]) => value !== '')),
})

const priceChanged = 'The price has changed because of what you entered. Read out the new one, then book.'

/** A booking by phone. */
export default function TakeBooking({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <StaffPage width="full">
      <TakePage {...loaderData} {...actionData} />
    </StaffPage>
  )
}
