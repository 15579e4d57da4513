import { createRequestHandler, RouterContextProvider } from 'react-router'
import { inlineScript, inlineStyles, preloadLink, speculationRules } from '#app/inline.ts'
import { type Visit, visitContext } from '#app/platform/services.ts'
import { type InlineSources, inlineSource } from './http/headers.ts'

type Handle = ReturnType<typeof createRequestHandler>
let made: Handle | undefined

/** Made once where the build stays what it is: given a function, React Router works out all routes at each request. */
async function handlerOfBuild(): Promise<Handle> {
  const { MODE, PROD } = import.meta.env
  if (PROD) made ??= createRequestHandler(await import('virtual:react-router/server-build'), MODE)
  return made ?? createRequestHandler(() => import('virtual:react-router/server-build'), MODE)
}

/** React Router, given what `visit` says of the request. */
export async function renderPage(request: Request, visit: Visit): Promise<Response> {
  const context = new RouterContextProvider()
  context.set(visitContext, visit)
  const handle = await handlerOfBuild()
  return handle(request, context)
}

/** What is someone's own, or for developers: no page of it is kept. */
const personal = /^(auth|account|staff|blog-admin|dev)(\/|$)/

/** The addresses of the public pages that have no parameters: those that may be rendered before anyone asks. */
export async function plainPaths(): Promise<string[]> {
  const { routes } = await import('virtual:react-router/server-build')
  return Object.values(routes).flatMap((route) => {
    if (route?.index) return ['/']
    return route?.path && !/[:*]/.test(route.path) && !personal.test(route.path) ? [`/${route.path}`] : []
  })
}

/** The patterns of all pages' addresses, e.g. `/track/:token`, and the build that they are of. */
export async function siteBuild(): Promise<{ patterns: string[]; release: string }> {
  const { routes, assets } = await import('virtual:react-router/server-build')
  const patterns = Object.values(routes).flatMap((route) => (route?.index ? ['/'] : route?.path ? [`/${route.path}`] : []))
  return { patterns, release: assets.version }
}

export { preloadLink }

/** What stands inside every public page, for its policy. */
export const inlineSources: InlineSources = {
  scripts: [inlineScript, speculationRules].map(inlineSource),
  styles: Object.values(inlineStyles).map(inlineSource),
}
