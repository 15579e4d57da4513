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
import { FormStartProvider } from '#app/features/intake/form-start-context.ts'
import { CountViews } from '#app/features/running/components/count-views.tsx'
import { ShellProvider } from '#app/features/site/shell-context.ts'
import { sayRefusal } from '#app/platform/answer-form.ts'
import { devOnly } from '#app/platform/dev-only.server.ts'
import { keepPage } from '#app/platform/failed-submit.ts'
import { PhoneFirstProvider, phoneFirstMark } from '#app/platform/phone-first-context.ts'
import { overridesElementId, useOverridesJson } from '#app/platform/published-context.ts'
import { notFoundRoute } from '#app/platform/route-pattern.ts'
import { visitContext } from '#app/platform/services.ts'
import type { SitePath } from '#app/values/site-path.ts'
import type { Route } from './+types/root'
import engineerStylesheet from './engineer.css?url'
import { offlineSettingName } from './features/offline/setting.ts'
import { ErrorScreen } from './features/site/components/error-screen.tsx'
import { NoEntry } from './features/site/components/no-entry.tsx'
import { ButtonLinkHome, NotFound } from './features/site/components/not-found.tsx'
import { Page } from './features/site/components/page.tsx'
import { QuietPage } from './features/site/components/quiet-page.tsx'
import { OldLink } from './features/tracking/components/old-link.tsx'
import { inlineScript, inlineStyle, speculationRules } from './inline.ts'
import { oldLinkMark, type RefusedAnswer, refusedIn } from './platform/refused-page.ts'
import { readRootData } from './root-data.server.ts'
import siteStylesheet from './site.css?url'
import { SiteIslands } from './site-islands.tsx'
import staffStylesheet from './staff.css?url'
import { ButtonLink } from './ui/button.tsx'
import { FailedSubmitNotice } from './ui/failed-submit.tsx'
import icon from './ui/icon.svg?url'

export const links: LinksFunction = () => [{ rel: 'icon', href: icon, type: 'image/svg+xml' }]

export const middleware: Route.MiddlewareFunction[] = [devOnly, sayRefusal]
export const clientMiddleware: Route.ClientMiddlewareFunction[] = [keepPage]

export const loader = ({ context, url, pattern }: Route.LoaderArgs) => readRootData(context.get(visitContext), url.pathname, pattern)

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
