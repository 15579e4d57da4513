import { redirect } from 'react-router'
import { ReviewForm, WithdrawReview } from '#app/features/aftercare/components/review-form.tsx'
import { readOwnReview } from '#app/features/aftercare/read-own-review.server.ts'
import { withdrawReview, writeReview } from '#app/features/aftercare/write-review.server.ts'
import { QuietPage } from '#app/features/site/components/quiet-page.tsx'
import { BackToBooking } from '#app/features/tracking/components/back-to-booking.tsx'
import { answerForm } from '#app/platform/answer-form.ts'
import { privateFormHeaders, privateHeaders } from '#app/platform/public-page.ts'
import { wrongForm } from '#app/platform/refused-page.ts'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { NoticeInPage } from '#app/ui/notice-in-page.tsx'
import type { SitePath } from '#app/values/site-path.ts'
import type { Route } from './+types/review'
import { trackedOr404 } from './tracked.server.ts'

export const meta: Route.MetaFunction = () => [{ name: 'robots', content: 'noindex' }]
export const headers = privateFormHeaders

const said = {
  saved: { title: 'Thank you', text: 'Your review is on our website now.', tone: 'plain' },
  withdrawn: { title: 'Your review is withdrawn', text: 'It’s no longer shown or counted. You can write a new one below.', tone: 'plain' },
} as const

/** The review of a private link's visit: `?stars=` chooses stars in the form, and saves nothing. Before the visit is over, the booking. */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const { services, booking, events } = await trackedOr404({ params, context })
  const review = await readOwnReview(services, booking, events)
  if (!review) throw redirect(`/track/${params.token}` satisfies SitePath, { status: 303, headers: privateHeaders })
  const query = new URL(request.url).searchParams
  const stars = query.get('stars') ?? ''
  const done = query.get('done')
  return {
    review,
    stars: /^[1-5]$/.test(stars) ? stars : undefined,
    notice:
      done === 'saved' && review.state === 'shown' && !review.isOwn
        ? said.saved
        : done === 'withdrawn' && review.state === 'none'
          ? said.withdrawn
          : undefined,
  }
}

export async function action({ params, request, context }: Route.ActionArgs) {
  const { services, act } = await trackedOr404({ params, context })
  return answerForm(
    { request, longest: 5_000 },
    async ({ text }) => {
      const intent = text('intent')
      if (intent !== 'save' && intent !== 'withdraw') throw wrongForm()
      const written = { stars: text('stars'), text: text('text'), name: text('name'), mayPublish: text('mayPublish') }
      if (intent === 'save') await writeReview(services, { ...act, written })
      else await withdrawReview(services, act)
      const done = `/review/${params.token}?done=${intent === 'save' ? 'saved' : 'withdrawn'}` satisfies SitePath
      return redirect(done, { status: 303, headers: privateHeaders })
    },
    (refusal, { typed }) => ({
      typed: typed(['stars', 'text', 'name', 'mayPublish']),
      problems: refusal.problems,
      alert: Object.keys(refusal.problems).length > 0 ? undefined : { title: refusal.title, text: refusal.message },
    }),
  )
}

/** Stars and words about a visit, for anyone who has the booking's private link. */
export default function Review({ loaderData: { review, stars, notice }, actionData, params }: Route.ComponentProps) {
  const { state, removedBecause, isOwn, answer, reference } = review
  const problems = Object.entries(actionData?.problems ?? {}).map(([field, text]) => ({ field, text }))
  return (
    <QuietPage scene="door">
      <title>{`${actionData ? 'Error: ' : ''}Your review | Emergency Plumbers London`}</title>
      <div className="max-w-[40em]">
        <BackToBooking path={`/track/${params.token}` satisfies SitePath} reference={reference} />
        {actionData && (
          <ErrorSummary title={actionData.alert?.title} problems={actionData.alert ? [{ text: actionData.alert.text }] : problems} />
        )}
        {notice && !actionData && (
          <div className="mb-5">
            <NoticeInPage notice={notice} isSaid />
          </div>
        )}
        <h1 className="text-2xl">{state === 'none' ? 'Review your visit' : 'Your review'}</h1>
        {state === 'shown' && !isOwn && (
          <p className="mt-3">
            {!notice &&
              (review.written.mayPublish === 'yes' ? 'Your review is on our website. ' : 'Your stars are counted in our average. ')}
            You can change it here, or withdraw it at the end of this page.
          </p>
        )}
        {removedBecause && (
          <p className="mt-3 border-l-4 border-alarm py-1 pl-4">
            {`We took its words off our website, because ${removedBecause}. If you write it again without that part, it’ll be shown again.`}
          </p>
        )}
        {isOwn && state === 'shown' && (
          <p className="mt-3 border-l-4 border-alarm py-1 pl-4">
            It isn’t shown or counted, because this booking has the email or phone of someone who works here.
          </p>
        )}
        {answer && state === 'shown' && (
          <blockquote className="mt-3 border-l-4 border-ink py-1 pl-4 whitespace-pre-line [overflow-wrap:anywhere]">
            <b>We answered:</b> {answer}
          </blockquote>
        )}
        <ReviewForm review={review} typed={actionData?.typed ?? (stars ? { stars } : undefined)} problems={actionData?.problems} />
        {state !== 'none' && <WithdrawReview />}
      </div>
    </QuietPage>
  )
}
