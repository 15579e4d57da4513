import { type DataStrategyResult, data, isRouteErrorResponse, type MiddlewareFunction } from 'react-router'

/* A failed submit of a hydrated page's form: the page stays, with everything typed, and shows the failure. Without this, React Router would
   replace the page by its error boundary. One client middleware of the root route covers all forms. */

/**
 * Why a submit failed. `offline`: no answer; `server`: an answer of 500 or more; `session`, `proof`: the user must sign in, or prove their
 * identity.
 */
type Failure = { reason: 'offline' | 'server' | 'busy' } | { reason: 'session' | 'proof'; href: string }

export type FailedSubmit = Failure & {
  form: HTMLFormElement
  /** Sends the form as it is now, with the button that was used. */
  sendAgain: () => void
}

/** By the ids of routes. */
type Results = Record<string, DataStrategyResult>

type Place = Pick<Location, 'pathname' | 'search'>

/**
 * The part of the router's state that is used here. It is internal to React Router, which is pinned; test/browser/failed-submit.test.ts
 * covers it.
 */
interface RouterInPage {
  state: {
    location: Place
    navigation: { state: string; location?: Place }
    actionData: Record<string, unknown> | null
    loaderData: Record<string, unknown>
  }
  revalidate(): Promise<void>
}
declare global {
  interface Window {
    __reactRouterDataRouter?: RouterInPage
  }
}

const readAgainMs = 5_000

let failed: FailedSubmit | undefined
let submitted: { form: HTMLFormElement; submitter: HTMLElement | null } | undefined
const listeners = new Set<() => void>()

function replace(next: FailedSubmit | undefined): void {
  failed = next
  for (const listener of listeners) listener()
}

/** The last failed submit, until a form is sent again. */
export const getFailedSubmit = (): FailedSubmit | undefined => failed

/** Calls `listener` after every change; returns how to stop that. */
export function subscribeFailedSubmit(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Notes each form that is sent, before the router does; `onSubmit` is called first. Returns how to stop that. */
export function watchSubmits(onSubmit: () => void): () => void {
  const onEvent = ({ target, submitter }: SubmitEvent) => {
    submitted = { form: target as HTMLFormElement, submitter }
    if (failed) replace(undefined)
    onSubmit()
  }
  document.addEventListener('submit', onEvent, { capture: true })
  return () => document.removeEventListener('submit', onEvent, { capture: true })
}

/** Keeps the page when the answer to a form, or the page's new data, doesn't arrive. For the root route. */
export const keepPage: MiddlewareFunction<Results> = async ({ request }, next) => {
  const sent = submitted
  const results = await next()
  const router = window.__reactRouterDataRouter
  if (!router || request.signal.aborted) return results
  return request.method === 'GET' ? keepData(request, results, router) : keepForm(request, results, router, sent)
}

function keepForm(request: Request, results: Results, { state }: RouterInPage, sent: typeof submitted): Results {
  const [found] = Object.entries(results).flatMap(([id, result]) => {
    const failure = failureOf(result, request)
    return failure ? [{ id, failure }] : []
  })
  if (!found || !sent?.form.isConnected) return results
  const { form, submitter } = sent
  replace({ ...found.failure, form, sendAgain: () => form.requestSubmit(submitter?.isConnected ? submitter : null) })
  // For `undefined`, a fetcher would keep its earlier response, which is about another value.
  const answer = state.navigation.state === 'submitting' ? state.actionData?.[found.id] : null
  // With a status of 400 or more nothing is read again.
  return { [found.id]: { type: 'data', result: data(answer, { status: 503 }) } }
}

/**
 * If a page's data can't be read again, keeps the data shown and reads it again a little later. Results of fetchers are then undefined:
 * neither an error nor a redirect from them may replace the page.
 */
function keepData(request: Request, results: Results, { state, revalidate }: RouterInPage): Results {
  const { pathname, search } = new URL(request.url)
  const isOf = (place?: Place) => pathname === place?.pathname && search === place.search
  if (!isOf(state.location) && !isOf(state.navigation.location))
    return Object.fromEntries(
      Object.entries(results).map(([id, result]) => [id, failureOf(result, request) ? { type: 'data', result: undefined } : result]),
    )
  const isLost = Object.values(results).some((result) => ['offline', 'server', 'busy'].includes(failureOf(result, request)?.reason ?? ''))
  if (!isLost || !isOf(state.location) || state.navigation.state !== 'idle') return results
  setTimeout(() => void revalidate(), readAgainMs)
  return Object.fromEntries(
    Object.entries(results).map(([id, result]) => [id, id in state.loaderData ? { type: 'data', result: state.loaderData[id] } : result]),
  )
}

/** Undefined: an answer, or a page that says what is wrong, as 403 and 404 do. */
function failureOf({ type, result }: DataStrategyResult, request: Request): Failure | undefined {
  if (result instanceof Response) return leadsBack(result.headers.get('Location'), request)
  if (type !== 'error') return undefined
  if (isRouteErrorResponse(result)) {
    if (result.status === 429) return { reason: 'busy' }
    return result.status >= 500 ? { reason: 'server' } : undefined
  }
  // An error has the status of its response, if there was one; without a response, fetch throws a TypeError.
  const { data: error, init } = result as { data?: unknown; init?: { status?: number } | null }
  return { reason: (error ?? result) instanceof TypeError && !init?.status ? 'offline' : 'server' }
}

/** Page guards redirect to sign in, or to prove the identity again, and from there back. */
function leadsBack(location: string | null, request: Request): Failure | undefined {
  if (!location) return undefined
  const { pathname, searchParams } = new URL(location, request.url)
  const asked = new URL(request.url)
  const back = searchParams.get('next')
  if (!back || new URL(back, asked).pathname !== asked.pathname) return undefined
  return { reason: pathname === '/account/confirm' ? 'proof' : 'session', href: location }
}
