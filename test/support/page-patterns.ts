import type { RouteConfigEntry } from '@react-router/dev/routes'
import routes from '#app/routes.ts'

/** The path of every page, with its parameters as in `app/routes.ts`: `/track/:token`, `/staff/*`. */
export const pagePatterns: readonly string[] = patternsOf(await routes)

/** The same, but one of the places, which share a page, and one of the services. */
export const differentPages = pagePatterns.filter(
  (path) => !/^\/(plumbers-|services\/)/.test(path) || ['/plumbers-whitechapel', '/services/burst-pipe'].includes(path),
)

function patternsOf(entries: readonly RouteConfigEntry[], parent = ''): string[] {
  return entries.flatMap(({ path, index, children }) => {
    const own = `${parent}${path ? `/${path}` : ''}`
    return [...(path || index ? [own || '/'] : []), ...patternsOf(children ?? [], own)]
  })
}
