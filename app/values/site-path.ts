import type { Register } from 'react-router'

/** A pattern of app/routes.ts with its parameters filled in: `/track/:token` is `/track/${string}`. */
type Filled<Pattern extends string> = Pattern extends `/${infer Segment}/${infer Rest}`
  ? `/${FilledSegment<Segment>}${Filled<`/${Rest}`>}`
  : Pattern extends `/${infer Segment}`
    ? `/${FilledSegment<Segment>}`
    : never
type FilledSegment<Segment extends string> = Segment extends `:${string}` ? string : Segment

/** The address of a page of app/routes.ts, except catch-all routes. */
type PagePath = Filled<Exclude<keyof Register['pages'], `${string}*`>>

/**
 * A link inside this site, with its query and its part of the page. Written as `'/terms#offers' satisfies SitePath`, an address without a
 * page doesn't compile. The type adds nothing to scripts.
 */
export type SitePath = PagePath | `${PagePath}${'?' | '#'}${string}`
