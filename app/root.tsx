import type { ReactNode } from 'react'
import {
  isRouteErrorResponse,
  Links,
  type LinksFunction,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useLocation,
  useMatches,
  useRouteError,
  useRouteLoaderData,
} from 'react-router'
import { AuthProvider } from '#app/features/accounts/auth-context.ts'
import SessionEnd from '#app/features/accounts/components/session-end.island.tsx'
import { isOfferedPasskey } from '#app/features/accounts/passkey-offer.server.ts'
import { mayActAs } from '#app/features/accounts/roles.ts'
import { sessionTimes, viewerOf, viewerView } from '#app/features/accounts/site-session.server.ts'
import { readReviewKinds } from '#app/features/aftercare/read-reviews.server.ts'
import { limitText } from '#app/features/capacity/online-pause.ts'
import { readRinging } from '#app/features/desk/enquiries.server.ts'
import { readUnreadCount } from '#app/features/desk/read-inbox.server.ts'
import { FormStartProvider } from '#app/features/intake/form-start-context.ts'
import { readKnownAnswers } from '#app/features/intake/known-answers.server.ts'
import { CountViews } from '#app/features/running/components/count-views.tsx'
import { ShellProvider } from '#app/features/site/shell-context.ts'
import { readEngineerMarks } from '#app/features/visit/engineer-marks.server.ts'
import { readOwnEngineer } from '#app/features/visit/own-engineer.server.ts'
import { sayRefusal } from '#app/platform/answer-form.ts'
import { devOnly } from '#app/platform/dev-only.server.ts'
import { keepPage } from '#app/platform/failed-submit.ts'
import { openingOf } from '#app/platform/opening.ts'
import { bookingTrouble, PhoneFirstProvider, phoneFirstMark } from '#app/platform/phone-first-context.ts'
import { overridesElementId, useOverridesJson } from '#app/platform/published-context.ts'
import { notFoundRoute } from '#app/platform/route-pattern.ts'
import { type Services, visitContext } from '#app/platform/services.ts'
import { mostStuck, readStuck } from '#app/platform/stuck-messages.ts'
import { textsArrive } from '#app/platform/texts.ts'
import type { SitePath } from '#app/values/site-path.ts'
import { overridesForPages } from '#content/owner-overrides.ts'
import type { Route } from './+types/root'
import engineerStylesheet from './engineer.css?url'
import { offlineSettingName } from './features/offline/setting.ts'
import { ErrorScreen } from './features/site/components/error-screen.tsx'
import { NoEntry } from './features/site/components/no-entry.tsx'
import { ButtonLinkHome, NotFound } from './features/site/components/not-found.tsx'
import { Page } from './features/site/components/page.tsx'
import { QuietPage } from './features/site/components/quiet-page.tsx'
import { countedRoute, isMeasured, isPublicPath } from './features/site/site-map.ts'
import { OldLink } from './features/tracking/components/old-link.tsx'
import { inlineScript, inlineStyle, speculationRules } from './inline.ts'
import { momentText } from './platform/london.ts'
import { oldLinkMark, type RefusedAnswer, refusedIn } from './platform/refused-page.ts'
import siteStylesheet from './site.css?url'
import { SiteIslands } from './site-islands.tsx'
import staffStylesheet from './staff.css?url'
import { ButtonLink } from './ui/button.tsx'
import { FailedSubmitNotice } from './ui/failed-submit.tsx'
import icon from './ui/icon.svg?url'
import { isStaffPath } from './values/staff-path.ts'

export const links: LinksFunction = () => [{ rel: 'icon', href: icon, type: 'image/svg+xml' }]

export const middleware: Route.MiddlewareFunction[] = [devOnly, sayRefusal]
export const clientMiddleware: Route.ClientMiddlewareFunction[] = [keepPage]

/**
 * Data of every page: the nonce of this response, the site's address, the measurement id, the signed-in user, and for staff the unsent
 * messages.
 */
export async function loader({ context, url, pattern }: Route.LoaderArgs) {
  const visit = context.get(visitContext)
  const { siteUrl } = visit.services.config
  // The page's own address, also for requests of its data: `request.url` then ends in .data.
  const { pathname } = url
  const analyticsMeasurementId = isMeasured(pathname) ? visit.services.analyticsId.current() : undefined
  const signedIn = await viewerOf(visit)
  const session = signedIn ? sessionTimes(visit.services, signedIn) : null
  const isForStaff = signedIn && mayActAs(signedIn.account.user, 'staff') && isStaffPath(pathname)
  const offersPasskey = isForStaff && (await isOfferedPasskey(visit.services, signedIn)) ? true : undefined
  const { serviceWorker } = visit.services.config
  const isEngineers = pathname === '/engineer' || pathname.startsWith('/engineer/')
  const own = signedIn && isEngineers ? await readOwnEngineer(visit.services, signedIn) : undefined
  const jobsMark = own && (await readEngineerMarks(visit.services.db, [own.id], visit.services.clock.now())).get(own.id)
  const known = signedIn && !isForStaff ? await readKnownAnswers(visit.services, signedIn) : undefined
  const unsent = isForStaff ? await readStuck(visit.services) : undefined
  const sending = unsent ? { count: unsent.count, isMore: unsent.count >= mostStuck, since: momentText(unsent.since) } : null
  const stuck = isForStaff && !visit.services.canStore() ? ('store' as const) : sending
  const unread = isForStaff ? await readUnreadCount(visit.services) : 0
  const ringing = isForStaff ? await readRinging(visit.services) : undefined
  const phoneFirst = phoneFirstText(visit.services)
  const { isPreview, isPublic, missing } = openingOf(visit.services)
  return {
    phoneFirst,
    nonce: visit.nonce,
    siteUrl,
    overrides: overridesForPages(visit.services.published.current().overrides),
    analyticsMeasurementId,
    route: countedRoute(pattern),
    engineer: own && { id: own.id, mark: jobsMark },
    viewer: signedIn ? { ...viewerView(signedIn), offersPasskey } : null,
    session,
    stuck,
    unread,
    ringing: ringing?.length ? ringing : undefined,
    serviceWorker,
    formStart: {
      known,
      redlineByPhone: visit.services.payments ? undefined : true,
      offersTexts: textsArrive(visit.services) || undefined,
      findsAddresses: Boolean(visit.services.config.addressLookupUrl) || undefined,
    },
    isPreview: isPreview || undefined,
    reviewKinds: await reviewKindsOf(visit.services, pathname),
    missing: isForStaff && isPublic && missing.length > 0 ? missing : undefined,
  }
}

/** Which reviews the home page has, for the menus of public pages. */
async function reviewKindsOf({ db, config }: Services, path: string) {
  if (config.sampleData) return { hasReviews: true, hasMessages: true }
  return isPublicPath(path) ? readReviewKinds(db) : undefined
}

/** Why pages ask people to call: staff have paused online booking or have no one free yet, or test bookings fail. */
function phoneFirstText({ onlinePause, phoneFirst, clock }: Services): string {
  const limit = onlinePause.current()
  if (limit) return limitText(limit, clock.now())
  return phoneFirst.current() === null ? '' : bookingTrouble
}

/**
 * Properties of a route's pages: `export const handle: RouteHandle = { … }`. If some viewers see a page inside the back office, its loader
 * returns `isInBackOffice` and it then has the style of staff pages.
 */
export interface RouteHandle {
  /** React hydrates the page. */
  hydrate?: boolean
  /** The style of the page, if it isn't that of all pages. */
  style?: keyof typeof ownStylesheets
}

/** Returns true for the 404 page, but not that of a private link, which offers a new link. */
const isNotFound = (error: unknown) => isRouteErrorResponse(error) && error.status === 404 && error.data !== oldLinkMark

function useDocument() {
  const matches = useMatches()
  const error = useRouteError()
  const handles = matches.map((match) => match.handle as RouteHandle | undefined)
  const isInBackOffice = matches.some(({ loaderData }) => (loaderData as { isInBackOffice?: boolean } | undefined)?.isInBackOffice)
  const {
    phoneFirst = '',
    formStart,
    nonce,
    analyticsMeasurementId,
    route,
    viewer = null,
    session = null,
    stuck = null,
    unread = 0,
    ringing,
    serviceWorker,
    isPreview = false,
    missing,
    reviewKinds = { hasReviews: false, hasMessages: false },
  } = useRouteLoaderData<typeof loader>('root') ?? {}
  return {
    hydrate: handles.some((handle) => handle?.hydrate),
    style: isInBackOffice ? ('staff' as const) : handles.find((handle) => handle?.style)?.style,
    nonce,
    analyticsMeasurementId,
    route: route && isNotFound(error) ? notFoundRoute : route,
    viewer,
    session,
    shell: { ...reviewKinds, stuck, unread, ringing, missing },
    serviceWorker,
    phoneFirst,
    formStart,
    isPreview,
  }
}

/** The document. Public pages are documents: their style and one constant script inside, nothing to wait for. */
export function Layout({ children }: { children: ReactNode }) {
  const { hydrate, style, nonce, analyticsMeasurementId, route, viewer, session, shell, serviceWorker, phoneFirst, formStart, isPreview } =
    useDocument()
  return (
    <html lang="en-GB" {...phoneFirstMark(phoneFirst)}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <Meta />
        {isPreview && <meta name="robots" content="noindex, nofollow" />}
        {!hydrate && analyticsMeasurementId && <meta name="analytics-measurement-id" content={analyticsMeasurementId} />}
        {!hydrate && route && <meta name="route" content={route} />}
        {serviceWorker === false && <meta name={offlineSettingName} content="" />}
        {/* React Router gives its links the response's nonce, which a kept page must not have. */}
        {hydrate ? <Links /> : <link rel="icon" href={icon} type="image/svg+xml" />}
        <link rel="apple-touch-icon" href="/icons/apple-touch-icon.png" />
        <link
          rel="manifest"
          href={style === 'engineer' ? ('/engineer/manifest.webmanifest' satisfies SitePath) : ('/manifest.webmanifest' satisfies SitePath)}
        />
        <OwnerChanges />
        {hydrate || style ? (
          <link rel="stylesheet" href={style ? ownStylesheets[style] : siteStylesheet} />
        ) : (
          <style dangerouslySetInnerHTML={{ __html: inlineStyle }} />
        )}
      </head>
      <body>
        {isPreview && <PreviewMark />}
        <AuthProvider viewer={viewer}>
          <ShellProvider facts={shell}>
            <PhoneFirstProvider says={phoneFirst}>
              <FormStartProvider start={formStart}>{children}</FormStartProvider>
            </PhoneFirstProvider>
          </ShellProvider>
        </AuthProvider>
        {hydrate ? (
          <>
            <FailedSubmitNotice />
            {session && <SessionEnd {...session} />}
            <CountViews route={route} />
            <ScrollRestoration nonce={nonce} />
            <Scripts nonce={nonce} />
          </>
        ) : (
          <>
            <SiteIslands session={session} formStart={formStart ?? {}} />
            <script type="speculationrules" dangerouslySetInnerHTML={{ __html: speculationRules }} />
            <script dangerouslySetInnerHTML={{ __html: inlineScript }} />
          </>
        )}
      </body>
    </html>
  )
}

/** Styles of pages that don't have the site's: files beside the page. */
const ownStylesheets = { staff: staffStylesheet, engineer: engineerStylesheet }

/** On every page of a site that is not ready to open. */
const PreviewMark = () => (
  <p className="border-b-2 border-ink bg-lamp px-4 py-2 text-center font-bold">
    Preview: this website isn’t open yet. Please don’t book here.
  </p>
)

/** The owner's changes, for the page's scripts: data, which no policy needs to allow. Nothing if nothing was changed. */
function OwnerChanges() {
  const json = useOverridesJson()
  return json === undefined ? null : <script type="application/json" id={overridesElementId} dangerouslySetInnerHTML={{ __html: json }} />
}

export default function Root() {
  return <Outlet />
}

/**
 * Shows a refusal by a form or by React Router first. 404: the specification's page, or for a private link the one that offers a new link.
 * 403: a page with the next step only. Other thrown responses: the router's generic text. Anything else: the error screen.
 */
export function ErrorBoundary() {
  const error = useRouteError()
  const { nonce } = useDocument()
  const { pathname, search } = useLocation()
  const refused = isRouteErrorResponse(error) ? refusedIn(error) : undefined
  if (refused) return <RefusedPage href={pathname + search} {...refused} />
  if (isRouteErrorResponse(error) && error.status === 404) return error.data === oldLinkMark ? <OldLinkPage /> : <NotFound />
  if (isRouteErrorResponse(error) && error.status === 403) return <NoEntry next={pathname + search} />
  if (isRouteErrorResponse(error))
    return (
      <Page>
        <title>Unexpected Application Error!</title>
        <h1 className="text-2xl">Unexpected Application Error!</h1>
        <p className="mt-3">
          {error.status} {error.statusText}
        </p>
        {typeof error.data === 'string' && <p className="mt-3">{error.data}</p>}
        <ButtonLinkHome />
      </Page>
    )
  return (
    <>
      <title>Something Went Wrong</title>
      <ErrorScreen errorId={Date.now()} nonce={nonce} />
    </>
  )
}

function RefusedPage({ refused, href }: Required<RefusedAnswer>) {
  return (
    <Page>
      <title>Error: That didn’t work</title>
      <h1 className="text-2xl">That didn’t work</h1>
      <p role="alert" className="mt-3 max-w-[40em] text-lg">
        {refused}
      </p>
      <p className="mt-6">
        <ButtonLink href={href}>Continue</ButtonLink>
      </p>
    </Page>
  )
}

function OldLinkPage() {
  return (
    <QuietPage next="call">
      <OldLink />
    </QuietPage>
  )
}
