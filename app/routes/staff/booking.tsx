import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { requireRole } from '#app/features/accounts/guards.server.ts'
import { readAwaitedParts } from '#app/features/aftercare/awaited-parts.server.ts'
import { StaffCancellations } from '#app/features/aftercare/components/staff-cancellations.tsx'
import { BookingParts } from '#app/features/aftercare/components/staff-parts.tsx'
import { StaffReviewCard } from '#app/features/aftercare/components/staff-reviews.tsx'
import { StaffSatisfaction } from '#app/features/aftercare/components/staff-satisfaction.tsx'
import { readStaffReviews } from '#app/features/aftercare/read-staff-reviews.server.ts'
import { readStaffCancellations } from '#app/features/aftercare/staff-cancellations.server.ts'
import { readStaffSatisfaction } from '#app/features/aftercare/staff-satisfaction.server.ts'
import { BillNotes, Debts } from '#app/features/billing/components/bill-notes.tsx'
import { RefusedPayments } from '#app/features/billing/components/refused-payments.tsx'
import { StaffBill } from '#app/features/billing/components/staff-bill.tsx'
import { nextWithBill } from '#app/features/billing/next-with-bills.ts'
import { readBillNotes, readDebts } from '#app/features/billing/read-chasing.server.ts'
import { readRefusedPayments } from '#app/features/billing/read-refused-payments.server.ts'
import { readStaffBill } from '#app/features/billing/staff-bill.server.ts'
import { readBooking } from '#app/features/booking/read-booking.server.ts'
import { BookingNotFound } from '#app/features/booking/refusals.ts'
import { readBookingView } from '#app/features/desk/board-booking.server.ts'
import { ActNotice } from '#app/features/desk/components/act-notice.tsx'
import { BookingPage } from '#app/features/desk/components/booking-page.tsx'
import { useKeptAnswer } from '#app/features/desk/components/use-kept-answer.ts'
import { StaffPage } from '#app/features/site/components/staff-page.tsx'
import { GasFacts } from '#app/features/visit/components/gas-facts.tsx'
import { SheetFacts } from '#app/features/visit/components/job-sheet-facts.tsx'
import { PhotosPart } from '#app/features/visit/components/photos-part.tsx'
import { WorkFacts } from '#app/features/visit/components/work-facts.tsx'
import { readJobSheetOf } from '#app/features/visit/job-sheet.server.ts'
import { readPhotosForStaff } from '#app/features/visit/photos-view.server.ts'
import { readWorkViews } from '#app/features/visit/read-extra-work.server.ts'
import { readApplianceViews } from '#app/features/visit/read-gas-record.server.ts'
import { privateFormHeaders } from '#app/platform/public-page.ts'
import { notFound } from '#app/platform/refused-page.ts'
import type { RouteHandle } from '#app/root.tsx'
import { Part } from '#app/ui/part.tsx'
import type { SitePath } from '#app/values/site-path.ts'
import type { Route } from './+types/booking'
import { doneIn, staffAction } from './staff-action.server.ts'

export const handle: RouteHandle = { hydrate: true, style: 'staff' }
export const meta: Route.MetaFunction = () => [{ name: 'robots', content: 'noindex' }]
export const headers = privateFormHeaders

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const { services, viewer } = await requireRole(context, request, 'staff')
  try {
    const view = await readBookingView(services, params.id)
    const booking = await readBooking(services, params.id)
    const now = services.clock.now()
    const query = new URL(request.url).searchParams
    const action = `/staff/bookings/${params.id}/photos` satisfies SitePath
    return {
      view,
      photos: await readPhotosForStaff(services, { bookingId: view.card.id, action }),
      photo: query.get('photo'),
      sheet: await readJobSheetOf(services.db, ['id', params.id]),
      done: query.get('done') === 'taken' ? 'Booked. Give the customer their reference.' : doneIn(query).text,
      isTaken: query.get('done') === 'taken',
      gas: await readApplianceViews(services.db, params.id),
      works: await readWorkViews(services.db, booking),
      bill: await readStaffBill(services, booking),
      billNotes: await readBillNotes(services.db, params.id),
      review: (await readStaffReviews(services.db, { bookingId: params.id })).reviews[0],
      isOwner: viewer.account.user.role === 'owner',
      refusedPayments: await readRefusedPayments(services, params.id),
      satisfaction: await readStaffSatisfaction(services.db, booking, now),
      cancellations: await readStaffCancellations(services.db, booking, now),
      parts: await readAwaitedParts(services, params.id),
      debts: await readDebts(services.db, booking),
    }
  } catch (error) {
    if (error instanceof BookingNotFound) throw notFound()
    throw error
  }
}

export const action = staffAction(
  ({ intent, bookingId, key }) => `/staff/bookings/${bookingId}?${new URLSearchParams({ done: intent, ...(key && { saved: key }) })}`,
)

/** One booking, for staff. */
export default function BookingForStaff({
  loaderData: {
    view,
    sheet,
    works,
    gas,
    bill,
    billNotes,
    satisfaction,
    cancellations,
    refusedPayments,
    debts,
    parts,
    photos,
    photo,
    review,
    isOwner,
    done,
    isTaken,
  },
  actionData,
}: Route.ComponentProps) {
  const { answer: refused, shown, dismiss } = useKeptAnswer(actionData)
  useFocusOnPart()
  return (
    <StaffPage width="full">
      <BookingPage
        key={view.card.id}
        view={view}
        sheet={sheet && <SheetFacts sheet={sheet} />}
        photos={
          <PhotosPart
            photos={photos}
            state={photo}
            label="Add photos"
            hint="Photos the customer sent you another way. The customer won’t see them on their page."
            className="mt-8"
          >
            <h2 id="photos-title" tabIndex={-1} className="border-b-2 border-ink pb-2 text-xl">
              Photos
            </h2>
          </PhotosPart>
        }
        gas={gas.length > 0 && <GasFacts appliances={gas} />}
        works={works.length > 0 && <WorkFacts works={works} />}
        next={{
          ...{ works, satisfaction, cancellations, parts },
          bill: bill && {
            text: nextWithBill(bill.bill),
            look: bill.bill.isIssued ? (bill.bill.owedPence === 0 ? 'settled' : 'owed') : 'check',
          },
        }}
        bill={
          bill && (
            <>
              <RefusedPayments payments={refusedPayments} />
              <StaffBill {...bill} refused={refused} />
              {billNotes && <BillNotes {...billNotes} refused={refused} />}
            </>
          )
        }
        requests={
          <>
            {satisfaction && <StaffSatisfaction view={satisfaction} bookingId={view.card.id} seen={view.card.seen} refused={refused} />}
            {cancellations && <StaffCancellations view={cancellations} seen={view.card.seen} refused={refused} />}
          </>
        }
        review={
          review && (
            <Part id="review" title="Review" isTarget className="mt-8">
              <StaffReviewCard review={review} isOwner={isOwner} refused={refused} isOnBooking />
            </Part>
          )
        }
        parts={
          (parts.length > 0 || (view.card.status === 'completed' && !view.isErased)) && (
            <BookingParts bookingId={view.card.id} parts={parts} answer={refused} />
          )
        }
        debts={debts.length > 0 && <Debts debts={debts} />}
        refused={refused}
        notice={<ActNotice answer={shown} done={done} reference={isTaken ? view.card.reference : undefined} dismiss={dismiss} />}
      />
      {isOwner && (
        <p className="mx-auto max-w-[1720px] px-4 pb-12 md:px-6">
          <a
            href={`/staff/data/person?booking=${view.card.id}` satisfies SitePath}
            className="inline-flex min-h-11 items-center font-semibold"
          >
            Export or erase this customer’s data
          </a>
        </p>
      )}
    </StaffPage>
  )
}

/**
 * Moves the focus to the part of the page that its address names, after an act on another page: its button is not on this page, and
 * keyboard users would begin at the top.
 */
function useFocusOnPart(): void {
  const { key, hash } = useLocation()
  useEffect(() => {
    if (key && hash && document.activeElement === document.body) document.getElementById(hash.slice(1))?.focus()
  }, [key, hash])
}
