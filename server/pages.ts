import { createRequestHandler, RouterContextProvider } from 'react-router'
import { inlineScript, inlineStyle, preloadLink, speculationRules } from '#app/inline.ts'
import { type Visit, visitContext } from '#app/platform/services.ts'
import { type InlineSources, inlineSource } from './http/headers.ts'

type Handle = ReturnType<typeof createRequestHandler>
let made: Handle | undefined

/** Created once if the build doesn't change: given a function, React Router computes all routes for each request. */
async function handlerOfBuild(): Promise<Handle> {
  const { MODE, PROD } = import.meta.env
  if (PROD) made ??= createRequestHandler(await import('virtual:react-router/server-build'), MODE)
  return made ?? createRequestHandler(() => import('virtual:react-router/server-build'), MODE)
}

/** React Router's handler, with the context that `visit` makes from the request. */
export async function renderPage(request: Request, visit: Visit): Promise<Response> {
  const context = new RouterContextProvider()
  context.set(visitContext, visit)
  const handle = await handlerOfBuild()
  const page = await handle(request, context)
  if (visit.keepUntil !== undefined) {
    const expires = Math.min(visit.keepUntil, Date.parse(page.headers.get('expires') ?? '') || visit.keepUntil)
    page.headers.set('Expires', new Date(expires).toUTCString())
  }
  return page
}

/** Private and developer pages, which are never cached. */
const personal = /^(auth|account|staff|blog-admin|dev)(\/|$)/

/** The paths of public pages without parameters, which can be rendered ahead. */
export async function plainPaths(): Promise<string[]> {
  const { routes } = await import('virtual:react-router/server-build')
  return Object.values(routes).flatMap((route) => {
    if (route?.index) return ['/']
    return route?.path && !/[:*]/.test(route.path) && !personal.test(route.path) ? [`/${route.path}`] : []
  })
}

/** The patterns of all page paths, e.g. `/track/:token`, and their build. */
export async function siteBuild(): Promise<{ patterns: string[]; release: string }> {
  const { routes, assets } = await import('virtual:react-router/server-build')
  const patterns = Object.values(routes).flatMap((route) => (route?.index ? ['/'] : route?.path ? [`/${route.path}`] : []))
  return { patterns, release: assets.version }
}

export { preloadLink }

/** The inline scripts and styles of public pages, for the content security policy. */
export const inlineSources: InlineSources = {
  scripts: [inlineScript, speculationRules].map(inlineSource),
  styles: [inlineSource(inlineStyle)],
}
