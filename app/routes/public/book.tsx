import { data, redirect } from 'react-router'
import { serviceLevels } from '#app/features/booking/answers.ts'
import { readPageArrival } from '#app/features/capacity/page-arrival.server.ts'
import { PageBookingForm } from '#app/features/intake/components/page-booking-form.tsx'
import { type Continued, continueDraft } from '#app/features/intake/continue-draft.server.ts'
import { draftCookie, draftIdOf, newDraft, readDraft } from '#app/features/intake/drafts.server.ts'
import { readFormView } from '#app/features/intake/form-view.server.ts'
import { emptyForm } from '#app/features/intake/form-view.ts'
import { type Changing, readChanging, readStep } from '#app/features/intake/step-moves.ts'
import { Page } from '#app/features/site/components/page.tsx'
import { pageMeta, siteUrlOf } from '#app/features/site/page-meta.ts'
import { useDetails } from '#app/platform/published-context.ts'
import { readForm } from '#app/platform/read-form.ts'
import { visitContext } from '#app/platform/services.ts'
import type { SitePath } from '#app/values/site-path.ts'
import { emergencyTypes } from '#content/emergency-types.ts'
import { bookingSteps, inWords } from '#content/stated.ts'
import type { Route } from './+types/book'

const title = 'Book Your Service | Emergency Plumbers London'

/** The page's own title tells if there is a problem. */
export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    siteUrl: siteUrlOf(matches),
    path: '/book' satisfies SitePath,
    title,
    keywords: ['book a plumber online', 'emergency plumber London', 'same day plumber'],
    description: `Book an emergency plumber in London online: ${inWords(bookingSteps)} short steps, no account, and clear prices before you book.`,
  }).filter((tag) => !('title' in tag))

/** For everyone who has no draft: the same page, kept in memory. */
const sharedPage = { 'Cache-Control': 'public, max-age=0, must-revalidate', Vary: 'Cookie' }

/** Query parameters of the form; others, such as a campaign's mark, begin no draft. */
const ownQuery = ['step', 'change', 'back', 'service', 'borough', 'serviceLevel']

/** Returns the step in the address, with the visitor's draft. A draft that was sent is replaced by a new one. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const visit = context.get(visitContext)
  const { services } = visit
  const query = new URL(request.url).searchParams
  const cookieDraftId = draftIdOf(request, services.config.siteUrl)
  if (!cookieDraftId && !ownQuery.some((name) => query.has(name))) {
    const { next } = await readPageArrival(visit)
    return data({ ...emptyForm, next }, { headers: sharedPage })
  }
  const known = await readDraft(services, cookieDraftId)
  const draft = known?.confirmation ? newDraft() : (known ?? newDraft())
  const service = emergencyTypes.find(({ name }) => name === query.get('service'))?.name
  if (service) draft.answers.service = service
  const level = serviceLevels.find((name) => name === query.get('serviceLevel'))
  if (level) draft.answers.serviceLevel = level
  const borough = services.published.current().boroughs.find((name) => name === query.get('borough'))
  if (borough) draft.answers.borough = borough
  const view = await readFormView(services, {
    draft,
    step: readStep(query.get('step')),
    isKept: known !== undefined && !service && !level && !borough,
    changing: readChanging(query.get('change'), query.get('back')),
    shownUntil: query.get('shown'),
    clientKey: visit.clientKey,
  })
  return data(view, { headers: { 'Set-Cookie': draftCookie(draft.id, services.config.siteUrl) } })
}

/** Handles one post of the form. Redirects to the next step if cookies work, else returns the next step itself. */
export async function action({ request, context }: Route.ActionArgs) {
  const visit = context.get(visitContext)
  const cookieDraftId = draftIdOf(request, visit.services.config.siteUrl)
  const form = await readForm(request)
  const continued = await continueDraft(visit, { form, cookieDraftId })
  const shownUntil = String(form.get('shownUntil') ?? '').slice(0, 30)
  if (continued.at === 'booked') return redirect(`/book/confirmed/${continued.trackingToken}` satisfies SitePath, 303)
  const headers = { 'Set-Cookie': draftCookie(continued.draft.id, visit.services.config.siteUrl) }
  // A cookie that came back, even of a deleted draft, shows that the next one will come back too.
  if (continued.at === 'step' && cookieDraftId && (continued.isNew || cookieDraftId === continued.draft.id))
    return redirect(addressOf(continued, shownUntil), { status: 303, headers })
  return data(await readFormView(visit.services, { ...continued, shownUntil, clientKey: visit.clientKey }), {
    status: statusOf(continued),
    headers: { ...headers, ...refusalHeaders(continued) },
  })
}

function addressOf({ step, changing }: { step: number; changing?: Changing }, shownUntil: string): string {
  const query = new URLSearchParams({
    step: String(step),
    ...(changing && { change: changing.field, back: String(changing.back) }),
    ...(shownUntil && { shown: shownUntil }),
  })
  return `/book?${query}${changing ? `#${changing.field}` : ''}` satisfies SitePath
}

const statusOf = (continued: Exclude<Continued, { at: 'booked' }>) => (continued.at === 'step' ? 200 : (continued.refusal?.status ?? 400))
const refusalHeaders = (continued: Continued) => (continued.at === 'problem' ? continued.refusal?.headers() : undefined)

export const headers: Route.HeadersFunction = ({ actionHeaders, loaderHeaders }) => {
  const own = [...actionHeaders].length > 0 ? actionHeaders : loaderHeaders
  return own
}

export default function Book({ loaderData, actionData }: Route.ComponentProps) {
  const { emergencyPhone } = useDetails()
  const view = actionData ?? loaderData
  const inError = view.alert !== undefined || Object.keys(view.problems).length > 0
  return (
    <Page bookHref="#main" isBooking>
      <title>{inError ? `Error: ${title}` : title}</title>
      <h1 className="mb-2 text-2xl max-md:-mt-5 md:mb-5">Book Your Service</h1>
      <PageBookingForm view={view} />
      <p className="mt-5 max-w-[40em]">
        Quicker by phone?{' '}
        <a href={emergencyPhone.href} className="inline-flex min-h-11 items-center font-bold">
          {emergencyPhone.text}
        </a>
        , day and night.
      </p>
    </Page>
  )
}
