import { countVisit } from './in-page/count-visit.ts'

let take: ReturnType<typeof countVisit> | undefined

/** Counts one view of a page that isn't public, by its `route`: a pattern of app/routes.ts, or 'not-found'. */
export function countView(route: string): void {
  take ??= countVisit(route, { isPublic: false })
  take({ name: 'page_view', data: { path: route } })
}
