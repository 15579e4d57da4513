import { withoutSecrets } from '#app/platform/private-path.ts'
import { createPatternOf, noPattern } from '#app/platform/route-pattern.ts'

/* Measuring and counting of web vitals and errors, without a page, a clock or a database. */

/** The vitals of a visit. FID only if the browser measures it. */
export const vitals = ['LCP', 'INP', 'CLS', 'TTFB', 'FID'] as const
export type Vital = (typeof vitals)[number]

/** Thresholds for console warnings: the largest paint and the first input's delay, in milliseconds. */
export const warnAboveMs: Partial<Record<Vital, number>> = { LCP: 4_000, FID: 100 }

/** Up to here a vital is good, at the 75th percentile: in milliseconds; the score of layout shifts. */
export const goodUpTo: Record<Vital, number> = { LCP: 2_500, INP: 200, CLS: 0.1, TTFB: 800, FID: 100 }

export const devices = ['phone', 'desktop'] as const
export type Device = (typeof devices)[number]

export const browsers = ['chromium', 'firefox', 'safari', 'other'] as const
export type BrowserFamily = (typeof browsers)[number]

/** Methods and results of a page's requests, as they are reported. */
export const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const
export const results = ['1xx', '2xx', '3xx', '4xx', '5xx', 'failed'] as const

/** How an error became known. `server`: from the log; the others from browsers. */
export const browserErrorKinds = ['react', 'script', 'promise', 'resource', 'fetch'] as const
export const errorKinds = [...browserErrorKinds, 'csp', 'server'] as const
export type ErrorKind = (typeof errorKinds)[number]

/** Maximum number of stored entries. See docs/decisions/0024-monitoring.md. */
export const caps = {
  metrics: 1_000,
  errorGroups: 500,
  samplesPerGroup: 3,
  /** Rows of counts: beyond this the oldest are deleted early. */
  counts: 250_000,
} as const

/** Maximum number of entries per page view and per report. */
export const mostPerView = { errors: 10, metrics: 50 } as const
/** Length of a report, in bytes. Browsers send at most 64 KB by beacon. */
export const mostReportBytes = 16 * 1024
export const longest = { message: 300, stack: 4_000, path: 200 } as const

/** The share of page views whose speed is measured, 0 to 1. Errors are always reported. */
export const measuredShare = 1

// --- Counting: buckets that grow by a fifth, so percentiles are accurate to a tenth ---

const growth = 1.2
const lastBucket = 63
/** The score of layout shifts is counted in thousandths. */
const scaleOf = (metric: string) => (metric === 'CLS' ? 1_000 : 1)

/** The bucket that a value falls into: 0 for 0, 1 up to 1, and so on. */
export function bucketOf(metric: string, value: number): number {
  const scaled = value * scaleOf(metric)
  if (!(scaled > 0)) return 0
  // Slightly less: a bucket includes its own upper end, however the logarithm is rounded.
  return Math.min(lastBucket, 1 + Math.max(0, Math.ceil(Math.log(scaled) / Math.log(growth) - 1e-9)))
}

const bucketEnd = (bucket: number) => (bucket === 0 ? 0 : growth ** (bucket - 1))
const bucketStart = (bucket: number) => (bucket <= 1 ? 0 : growth ** (bucket - 2))

/** The value below which `share` of the counted values lie, straight through its bucket; null of none. */
export function percentileOf(metric: string, counts: readonly { bucket: number; count: number }[], share: number): number | null {
  const sorted = counts.toSorted((one, other) => one.bucket - other.bucket)
  const total = sorted.reduce((sum, { count }) => sum + count, 0)
  if (total === 0) return null
  let before = 0
  for (const { bucket, count } of sorted) {
    if (before + count >= total * share) {
      const part = (total * share - before) / count
      const [from, to] = [bucketStart(bucket), bucketEnd(bucket)]
      return (from + (to - from) * part) / scaleOf(metric)
    }
    before += count
  }
  return bucketEnd(lastBucket) / scaleOf(metric)
}

// --- What may be stored of an error ---

/**
 * A text without anything that may be personal: email addresses, postcodes, phone and other long numbers, tokens, and queries of addresses.
 * Cut to its first 300 characters.
 */
export function cleaned(text: string): string {
  return (
    text
      .slice(0, longest.message * 4)
      // biome-ignore lint/suspicious/noControlCharactersInRegex: no text column takes them
      .replace(/[\u0000-\u001f\u007f]+/g, ' ')
      .toWellFormed()
      .replace(/(\w:?\/[^\s'"<>?#]*)[?#][^\s'"<>)]*/g, '$1')
      .replace(/[^\s@<>"(),:;]+@[^\s@<>"(),:;]+/g, '[email]')
      .replace(/\/(track|book\/confirmed|pay\/[^\s/'"]+)\/[^\s/'"]+/gi, '/$1/[token]')
      .replace(/[A-Za-z0-9_~+=%-]{20,}/g, '[token]')
      .replace(/\b[A-Z]{1,2}[0-9][0-9A-Z]?[\s+-]*[0-9][A-Z]{2}(?![A-Za-z])/gi, '[postcode]')
      .replace(/[+(]?[0-9](?:[\s().-]{0,3}[0-9]){4,}/g, '[number]')
      .replace(/\s+/g, ' ')
      .trim()
      .slice(0, longest.message)
  )
}

const ownFrames = (stack: string) =>
  [...stack.slice(0, longest.stack).matchAll(/\/(?:assets|islands)\/([\w.-]{1,80}\.js:\d{1,7}:\d{1,7})/g)].slice(0, 5)

/** Returns the frames of a stack in our own files, innermost first: `page-AbC.js:1:234`. Nothing else of it is stored. */
export const framesIn = (stack: string): string[] => ownFrames(stack).map(([, frame = '']) => frame)

/** The same as a page reports them: with their folders, a line each. */
export const stackOf = (stack: string): string =>
  ownFrames(stack)
    .map(([frame]) => frame)
    .join('\n')

/** The innermost frame of a stack on the server, in the sources or in the build: `app/platform/jobs.ts:12:3`. */
export const serverFrameIn = (stack: string): string =>
  /(?:(?:app|server|content|db)\/[\w./-]{1,120}\.tsx?|[\w-]{1,80}\.js):\d{1,7}:\d{1,7}/.exec(stack.slice(0, longest.stack))?.[0] ?? ''

/** A frame for comparing errors: the file without the build's hash, so an error of a new build is recognised. */
export const fileOf = (frame: string): string => frame.replace(/:\d+:\d+$/, '').replace(/-[\w-]{6}(?:[\w-]{2})?\.js$/, '.js')

// --- Pages by their patterns ---

/** A page's path as browsers report it, without secrets and row ids. */
export const reportedPath = (path: string): string =>
  withoutSecrets(path)
    .replace(/\/[0-9a-f]{8}-[0-9a-f-]{27}(?=\/|$)/gi, '/:id')
    .replace(/\/[^/]{40,}/g, '/:long')
    .slice(0, longest.path)

/** A request to another site, which isn't named. */
export const elsewhere = '(elsewhere)'

/** A path that isn't one of our pages. */
const unknownPage = '(unknown)'

/** Returns a function that finds a path's route pattern, e.g. `/track/:token`; areas count as one page. */
export function pagePatterns(patterns: readonly string[]): (path: string) => string {
  const patternOf = createPatternOf(patterns.filter((pattern) => !pattern.includes('*')))
  return (path) => {
    // A hydrated page's data has the page's own address, and an ending.
    const asked = path.length > longest.path ? '' : path.replace(/\.data$/, '').replace(/^\/_root$/, '/')
    const pattern = patternOf(asked)
    if (pattern === noPattern) return unknownPage
    return pattern.startsWith('/plumbers-') ? '/plumbers-:area' : pattern
  }
}

/** How an answer ended, e.g. `2xx`. */
export const statusClass = (status: number): (typeof results)[number] => results[Math.floor(status / 100) - 1] ?? 'failed'
