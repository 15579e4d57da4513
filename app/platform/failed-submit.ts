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

interface ShownPage {
  place: string
  /** Another one after each navigation. */
  key: string
  loaderData: Record<string, unknown>
  readAgain: () => Promise<void>
}

/** In the data of a page. Parts of a page (fetchers) read only their own route. */
const rootRoute = 'root'
const readAgainMs = 5_000

let failed: FailedSubmit | undefined
let submitted: { form: HTMLFormElement; submitter: HTMLElement | null } | undefined
let shown: ShownPage | undefined
/** The last answer to a form, which the page shows until the next navigation. `keys`: of the page before and with the answer. */
let answered: { routeId: string; answer: unknown; keys: string[] } | undefined
const listeners = new Set<() => void>()

function replace(next: FailedSubmit | undefined): void {
  failed = next
  for (const listener of listeners) listener()
}

/** The last failed submit, until a form is sent again. */
export const getFailedSubmit = (): FailedSubmit | undefined => failed

/** Calls `listener` after every change; returns the function that stops it. */
export function subscribeFailedSubmit(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Notes each form that is sent, before the router does; `onSubmit` is called first. Returns the function that stops it. */
export function watchSubmits(onSubmit: () => void): () => void {
  const onEvent = ({ target, submitter }: SubmitEvent) => {
    submitted = { form: target as HTMLFormElement, submitter }
    if (failed) replace(undefined)
    onSubmit()
  }
  document.addEventListener('submit', onEvent, { capture: true })
  return () => document.removeEventListener('submit', onEvent, { capture: true })
}

/** Notes the shown page after each change. */
export function noteShownPage(page: ShownPage): void {
  shown = page
  if (!answered || answered.keys.includes(page.key)) return
  if (answered.keys.length === 1) answered.keys.push(page.key)
  else answered = undefined
}

/** Keeps the page when the answer to a form, or the page's new data, doesn't arrive. For the root route. */
export const keepPage: MiddlewareFunction<Results> = async ({ request }, next) => {
  const sent = submitted
  const results = await next()
  if (!shown || request.signal.aborted) return results
  return request.method === 'GET' ? keepData(request, results, shown) : keepForm(request, results, shown, sent)
}

function keepForm(request: Request, results: Results, { key, loaderData }: ShownPage, sent: typeof submitted): Results {
  const [found] = Object.entries(results).map(([routeId, result]) => ({ routeId, result, failure: failureOf(result, request) }))
  if (!found) return results
  const { routeId, result, failure } = found
  // Forms of a part of the page (fetchers) are sent to another route.
  const isOfPage = routeId in loaderData
  if (!failure || !sent?.form.isConnected) {
    // The data of an action comes with its status.
    if (isOfPage && result.type === 'data') answered = { routeId, answer: (result.result as ReturnType<typeof data>).data, keys: [key] }
    return results
  }
  const { form, submitter } = sent
  replace({ ...failure, form, sendAgain: () => form.requestSubmit(submitter?.isConnected ? submitter : null) })
  // The page's earlier response is still shown. For `undefined`, a fetcher would keep its own, which is about another value.
  const answer = isOfPage && answered?.routeId === routeId ? answered.answer : null
  if (isOfPage) answered = { routeId, answer, keys: [key] }
  // With a status of 400 or more, no data is read again.
  return { [routeId]: { type: 'data', result: data(answer, { status: 503 }) } }
}

/**
 * If a page's data can't be read again, keeps the data shown and reads it again a little later. Results of fetchers are then undefined:
 * neither an error nor a redirect from them may replace the page.
 */
function keepData(request: Request, results: Results, { place, loaderData, readAgain }: ShownPage): Results {
  if (!(rootRoute in results))
    return Object.fromEntries(
      Object.entries(results).map(([id, result]) => [id, failureOf(result, request) ? { type: 'data', result: undefined } : result]),
    )
  const isLost = Object.values(results).some((result) => ['offline', 'server', 'busy'].includes(failureOf(result, request)?.reason ?? ''))
  const { pathname, search } = new URL(request.url)
  if (!isLost || pathname + search !== place) return results
  setTimeout(() => void readAgain(), readAgainMs)
  return Object.fromEntries(
    Object.entries(results).map(([id, result]) => [id, id in loaderData ? { type: 'data', result: loaderData[id] } : result]),
  )
}

/** Returns undefined for an answer, and for a page that states the problem, as 403 and 404 do. */
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
