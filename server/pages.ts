import { createRequestHandler, RouterContextProvider } from 'react-router'
import { type Visit, visitContext } from '#app/platform/services.ts'

const handle = createRequestHandler(() => import('virtual:react-router/server-build'), import.meta.env.MODE)

/** React Router, given what `visit` says of the request. */
export function renderPage(request: Request, visit: Visit): Promise<Response> {
  const context = new RouterContextProvider()
  context.set(visitContext, visit)
  return handle(request, context)
}
