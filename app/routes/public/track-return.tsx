import { redirect } from 'react-router'
import { bookReturn } from '#app/features/aftercare/book-return.server.ts'
import { ReturnPage } from '#app/features/aftercare/components/return-page.tsx'
import { readReturnPage } from '#app/features/aftercare/return-view.server.ts'
import { QuietPage } from '#app/features/site/components/quiet-page.tsx'
import { answerForm, type SentForm } from '#app/platform/answer-form.ts'
import { privateFormHeaders, privateHeaders } from '#app/platform/public-page.ts'
import type { SitePath } from '#app/values/site-path.ts'
import type { Route } from './+types/track-return'
import { trackedOr404 } from './tracked.server.ts'

export const meta: Route.MetaFunction = () => [{ name: 'robots', content: 'noindex' }]
export const headers = privateFormHeaders

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const { services, booking } = await trackedOr404({ params, context })
  const day = new URL(request.url).searchParams.get('day')?.slice(0, 20)
  return { view: await readReturnPage(services, booking, { preferredDate: day }), problems: {}, alert: undefined }
}

/** Books the visit and leads to its page; 'times' only shows another day's slots. */
export async function action({ params, request, context }: Route.ActionArgs) {
  const { services, booking, act } = await trackedOr404({ params, context })
  return answerForm(
    { request, longest: 5_000 },
    async (form) => {
      const { shownDay, ...answers } = answersIn(form)
      const isOtherDay = answers.preferredDate !== shownDay
      const view = () => readReturnPage(services, booking, { ...answers, ...(isOtherDay && { timeSlot: '' }) })
      if (form.text('intent') === 'times') return { view: await view(), problems: {}, alert: undefined }
      // Its slots were another day's.
      if (isOtherDay) return { view: await view(), problems: { timeSlot: 'Choose a slot on this day' }, alert: undefined }
      const path = await bookReturn(services, { ...act, ...answers })
      return redirect(`${path as SitePath}?done=returning`, { status: 303, headers: privateHeaders })
    },
    async ({ message, problems }, form) => {
      const known = Object.fromEntries(Object.entries(problems).filter(([field]) => fields.includes(field)))
      const view = await readReturnPage(services, booking, answersIn(form))
      return { view, problems: known, alert: Object.keys(known).length > 0 ? undefined : message }
    },
  )
}

const fields: readonly string[] = ['description', 'preferredDate', 'timeSlot']

const answersIn = ({ text }: SentForm) => ({
  key: text('key').slice(0, 200),
  description: text('description'),
  preferredDate: text('preferredDate').slice(0, 20),
  timeSlot: text('timeSlot').slice(0, 200),
  shownDay: text('shownDay').slice(0, 20),
})

/** A free return visit, for anyone who has the private link of a finished one. */
export default function TrackReturn({ loaderData, actionData }: Route.ComponentProps) {
  const { view, problems, alert } = actionData ?? loaderData
  const inError = alert !== undefined || Object.keys(problems).length > 0
  return (
    <QuietPage next="call">
      <title>{`${inError ? 'Error: ' : ''}The same problem is back | Emergency Plumbers London`}</title>
      <ReturnPage view={view} problems={problems} alert={alert} />
    </QuietPage>
  )
}
