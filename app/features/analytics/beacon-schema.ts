import { z } from 'zod'

/** Where pages say what happened on them. */
export const countsPath = '/api/counts'

/** What a page says in one go (count-visit.ts). What of it is counted is decided by `countedIn`. */
export const Beacon = z.object({
  /** Of the page, without its query. */
  path: z.string().max(200),
  /** The site that led here, empty where the browser names none; null: a page of ours, or the browser's own buttons. */
  referrer: z.string().max(300).nullable(),
  /** What a campaign's link calls itself. */
  medium: z.string().max(100),
  events: z
    .array(z.tuple([z.string().max(40), z.union([z.string().max(60), z.number(), z.null()])]))
    .min(1)
    .max(50),
})
export type Beacon = z.infer<typeof Beacon>
