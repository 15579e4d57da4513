import { notFoundRoute } from '#app/platform/route-pattern.ts'
import type { SitePath } from '#app/values/site-path.ts'
import { areaPath, headingOf } from '#content/areas/area.ts'
import { hubs } from '#content/areas/hubs.ts'
import { localities } from '#content/areas/localities.ts'
import { servicePath } from '#content/services/service.ts'
import { services } from '#content/services/services.ts'
import { bookingSteps, inWords } from '#content/stated.ts'

/** A public page, as listed for search engines and language models. */
export interface PublicPage {
  path: string
  name: string
  kind: 'main' | 'service' | 'hub' | 'place'
}

const mainPages: readonly (PublicPage & { path: SitePath })[] = [
  { path: '/', name: 'Emergency plumbers in London', kind: 'main' },
  { path: '/book', name: `Book online, in ${inWords(bookingSteps)} steps`, kind: 'main' },
  { path: '/emergency-boiler-repair', name: 'Emergency boiler repair', kind: 'main' },
  { path: '/services', name: 'Every job we do', kind: 'main' },
  { path: '/about', name: 'About us: who we send, and how we’re insured', kind: 'main' },
  { path: '/contact', name: 'Contact and complaints', kind: 'main' },
  { path: '/guarantee', name: 'Our guarantee, and how to claim', kind: 'main' },
  { path: '/reviews', name: 'Customer reviews: all of them', kind: 'main' },
  { path: '/pricing', name: 'Prices, with a calculator', kind: 'main' },
  { path: '/blog', name: 'Blog: helpful tips', kind: 'main' },
  { path: '/privacy', name: 'Privacy', kind: 'main' },
  { path: '/terms', name: 'Terms', kind: 'main' },
  { path: '/cookies', name: 'Cookies', kind: 'main' },
  { path: '/accessibility', name: 'Accessibility', kind: 'main' },
  { path: '/claims', name: 'Our claims, and the evidence for them', kind: 'main' },
  { path: '/gas-emergency', name: 'Smell of gas: what to do', kind: 'main' },
  { path: '/locations', name: 'All locations by part of London', kind: 'main' },
]

/** Every public page, once: all others are private, a step of a form, or a file. */
export const publicPages: readonly PublicPage[] = [
  ...mainPages,
  ...services.map(({ slug, title }) => ({ path: servicePath(slug), name: title, kind: 'service' as const })),
  ...hubs.map((hub) => ({ path: areaPath(hub.slug), name: headingOf(hub), kind: 'hub' as const })),
  ...localities.map((place) => ({ path: areaPath(place.slug), name: headingOf(place), kind: 'place' as const })),
]

const publicPaths: ReadonlySet<string> = new Set(publicPages.map(({ path }) => path))

/** Returns true if a path is that of a public page, or could be that of a post. */
export const isPublicPath = (path: string): boolean => publicPaths.has(path) || /^\/blog\/[^/]+$/.test(path)

/**
 * Returns true if a page may have the measurement id and the policy for the tag service's scripts (docs/decisions/0013-analytics.md). Never
 * on a private page, nor on pages for signing in or for staff.
 */
export const isMeasured = (path: string): boolean => isPublicPath(path) || path === ('/payment-success' satisfies SitePath)

/**
 * The name under which views of a route are counted, given its pattern in app/routes.ts; undefined if they aren't. The specification has
 * the blog's admin page counted, but no other page where staff and engineers work.
 */
export function countedRoute(pattern: string): string | undefined {
  // React Router leaves out the slash that addresses begin with.
  const route = pattern.replace(/^\/?/, '/')
  if (/^\/(staff|engineer|dev|blog-admin\/.+)(\/|$)/.test(route)) return undefined
  return route === '/*' ? notFoundRoute : route
}
