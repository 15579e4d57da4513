import type { RouteConfigEntry } from '@react-router/dev/routes'
import routes from '#app/routes.ts'

/** The path of every page, with its parameters as in `app/routes.ts`: `/track/:token`, `/staff/*`. */
export const pagePatterns: readonly string[] = patternsOf(await routes)

function patternsOf(entries: readonly RouteConfigEntry[], parent = ''): string[] {
  return entries.flatMap(({ path, index, children }) => {
    const own = `${parent}${path ? `/${path}` : ''}`
    return [...(path || index ? [own || '/'] : []), ...patternsOf(children ?? [], own)]
  })
}
