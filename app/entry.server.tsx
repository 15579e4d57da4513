import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { renderToPipeableStream } from 'react-dom/server'
import { type EntryContext, type HandleErrorFunction, isRouteErrorResponse, type RouterContextProvider, ServerRouter } from 'react-router'
import { StoreUnavailable } from '#app/platform/errors.ts'
import { loggable } from '#app/platform/log.ts'
import { PublishedProvider } from '#app/platform/published-context.ts'
import { visitContext } from '#app/platform/services.ts'

const renderLimitMs = 5_000

/** Renders the whole page before it answers, so an error on the way gives an error page, not half a page. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: RouterContextProvider,
) {
  headers.set('Content-Type', 'text/html; charset=utf-8')
  if (request.method === 'HEAD') return new Response(null, { status, headers })
  const { nonce, services } = loadContext.get(visitContext)
  const { overrides } = services.published.current()
  const html = await new Promise<string>((resolve, reject) => {
    const { pipe, abort } = renderToPipeableStream(
      <PublishedProvider overrides={overrides}>
        <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
      </PublishedProvider>,
      {
        nonce,
        onAllReady() {
          clearTimeout(limit)
          const body = new PassThrough()
          text(body).then(resolve, reject)
          pipe(body)
        },
        onShellError: reject,
        onError: reject,
      },
    )
    const limit = setTimeout(() => abort(new Error('Rendering took too long')), renderLimitMs)
  })
  return new Response(html, { status, headers })
}

/** Errors of loaders, actions and components: logged here once, shown by the error screen. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || isRouteErrorResponse(error)) return
  const visit = context.get(visitContext)
  if (error instanceof StoreUnavailable) visit.unavailable = error
  visit.services.log.error({ error: loggable(error) }, 'page failed')
}
