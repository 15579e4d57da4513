import { z } from 'zod'

/** Pages send their events to this path. */
export const countsPath = '/api/counts'

/** One beacon of a page (count-visit.ts). `countedIn` decides which of it is counted. */
export const Beacon = z.object({
  /** The page's path, without its query. */
  path: z.string().max(200),
  /** The site that led here, empty if the browser names none; null for one of our pages or the browser's own buttons. */
  referrer: z.string().max(300).nullable(),
  /** A campaign link's name for its medium. */
  medium: z.string().max(100),
  events: z
    .array(z.tuple([z.string().max(40), z.union([z.string().max(60), z.number(), z.null()])]))
    .min(1)
    .max(50),
})
export type Beacon = z.infer<typeof Beacon>
