import { requireRole } from '#app/features/accounts/guards.server.ts'
import { readChosenWithConsent } from '#app/features/aftercare/chosen-messages.server.ts'
import { ChosenList, StaffReviewCard } from '#app/features/aftercare/components/staff-reviews.tsx'
import { readReviewSummary } from '#app/features/aftercare/read-reviews.server.ts'
import { readStaffReviews } from '#app/features/aftercare/read-staff-reviews.server.ts'
import { notShownTexts, ratingText } from '#app/features/aftercare/review-words.ts'
import { StaffFrame } from '#app/features/site/components/staff-frame.tsx'
import { StaffPage } from '#app/features/site/components/staff-page.tsx'
import { privateFormHeaders, privateMeta } from '#app/platform/public-page.ts'
import type { RouteHandle } from '#app/root.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import type { SitePath } from '#app/values/site-path.ts'
import type { Route } from './+types/reviews'
import { doneIn, staffAction } from './staff-action.server.ts'

export const handle: RouteHandle = { hydrate: true, style: 'staff' }
export const meta = () => privateMeta('Reviews')
export const headers = privateFormHeaders

/** All reviews, the newest first, a page at a time; for an owner also the messages they chose. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { services, viewer } = await requireRole(context, request, 'staff')
  const { db } = services
  const query = new URL(request.url).searchParams
  const page = Math.min(1_000, Math.max(1, Math.floor(Number(query.get('page')) || 1)))
  const isOwner = viewer.account.user.role === 'owner'
  return {
    ...{ page, isOwner, done: doneIn(query).text },
    ...(await readStaffReviews(db, { page })),
    summary: await readReviewSummary(db),
    chosen: isOwner ? await readChosenWithConsent(db) : undefined,
  }
}

export const action = staffAction(({ intent }) => `/staff/reviews?${new URLSearchParams({ done: intent })}`)

/** Reviews for staff: to answer them; for an owner also to remove one for a legal reason. */
export default function StaffReviews({ loaderData, actionData }: Route.ComponentProps) {
  const { page, isOwner, done, reviews, hasMore, summary, chosen } = loaderData
  const problems = Object.values(actionData?.problems ?? {})
  return (
    <StaffPage>
      <StaffFrame
        title="Reviews"
        lead={`${ratingText(summary)}. Customers are asked automatically, and what they write is published straight away.`}
        notice={done && !actionData ? { title: 'Saved', text: done, tone: 'plain' } : undefined}
      >
        {actionData && (
          <div className="mt-5">
            <ErrorSummary problems={(problems.length > 0 ? problems : [actionData.refusal.text]).map((text) => ({ text }))} />
          </div>
        )}
        <ul className="mt-2 list-disc pl-6 text-sm empty:hidden">
          {notShownTexts(summary).map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
        {reviews.map((review) => (
          <StaffReviewCard key={review.id} review={review} isOwner={isOwner} refused={actionData} />
        ))}
        {(page > 1 || hasMore) && (
          <nav aria-label="Pages of reviews" className="mt-4 flex gap-6">
            {page > 1 && (
              <a href={`/staff/reviews?page=${page - 1}` satisfies SitePath} className="inline-flex min-h-11 items-center font-bold">
                Newer
              </a>
            )}
            {hasMore && (
              <a href={`/staff/reviews?page=${page + 1}` satisfies SitePath} className="inline-flex min-h-11 items-center font-bold">
                Older
              </a>
            )}
          </nav>
        )}
        {chosen && <ChosenList messages={chosen} refused={actionData} />}
      </StaffFrame>
    </StaffPage>
  )
}
