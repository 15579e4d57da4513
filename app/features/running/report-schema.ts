import { z } from 'zod'
import { browserErrorKinds, browsers, devices, longest, methods, mostPerView, results, vitals } from './vitals-and-errors.ts'

/** A page's report about itself. Of a browser only its family, of a device only its kind. */
export const PageReport = z.object({
  page: z.string().max(longest.path),
  device: z.enum(devices),
  browser: z.enum(browsers),
  metrics: z
    .array(
      z.discriminatedUnion('category', [
        z.object({
          category: z.literal('vitals'),
          name: z.enum(vitals),
          value: z.number().min(0).max(600_000),
        }),
        z.object({
          category: z.literal('fetch'),
          name: z.literal('fetch'),
          value: z.number().min(0).max(600_000),
          metadata: z.object({
            method: z.enum(methods),
            path: z.string().max(longest.path),
            ended: z.enum(results),
          }),
        }),
      ]),
    )
    .max(mostPerView.metrics),
  errors: z
    .array(
      z.object({
        kind: z.enum(browserErrorKinds),
        message: z.string().max(longest.message),
        stack: z.string().max(longest.stack),
      }),
    )
    .max(mostPerView.errors),
})
export type PageReport = z.infer<typeof PageReport>

const text = z.string().max(2_000)

/** A violation of the policy as `report-uri` has it, in a browser's own names. */
const CspReport = z.object({
  'csp-report': z.object({
    'document-uri': text,
    'violated-directive': text.default(''),
    'effective-directive': text.default(''),
    'blocked-uri': text.default(''),
    'source-file': text.nullish(),
    'line-number': z.number().nullish(),
    'column-number': z.number().nullish(),
  }),
})

/** The same as `report-to` has it: several in one go, among reports of other kinds. */
const ReportingApiReports = z
  .array(
    z.object({
      type: z.string(),
      body: z.looseObject({
        documentURL: text.default(''),
        effectiveDirective: text.default(''),
        blockedURL: text.nullish(),
        sourceFile: text.nullish(),
        lineNumber: z.number().nullish(),
        columnNumber: z.number().nullish(),
      }),
    }),
  )
  .max(20)

/** A violation, with a page's path and a file of ours; without queries, and without a sample of the refused code. */
interface Violation {
  page: string
  directive: string
  /** A site, or the kind of source: `inline`, `eval`, `data`. */
  blocked: string
  /** Like a line of a stack. */
  frame: string
}

/** The violations in a browser's report, without those caused by extensions; undefined if it is no report. */
export function violationsIn(body: unknown): Violation[] | undefined {
  const list = ReportingApiReports.safeParse(body)
  if (list.success)
    return list.data
      .filter(({ type }) => type === 'csp-violation')
      .flatMap(({ body: one }) =>
        violation(one.documentURL, one.effectiveDirective, one.blockedURL ?? '', one.sourceFile ?? '', one.lineNumber, one.columnNumber),
      )
  const single = CspReport.safeParse(body)
  if (!single.success) return undefined
  const one = single.data['csp-report']
  return violation(
    one['document-uri'],
    one['effective-directive'] || one['violated-directive'],
    one['blocked-uri'],
    one['source-file'] ?? '',
    one['line-number'],
    one['column-number'],
  )
}

/** Sources that are not the site's fault: browser extensions, and violations without an address. */
const foreign = /^(about|[a-z-]*extension|safari-web-extension|moz-extension|chrome|resource|webkit-masked-url|file|view-source)(:|$)/i

function violation(
  page: string,
  directive: string,
  blocked: string,
  source: string,
  line?: number | null,
  column?: number | null,
): Violation[] {
  if (!URL.canParse(page) || foreign.test(page) || foreign.test(blocked) || foreign.test(source)) return []
  return [
    {
      page: new URL(page).pathname,
      directive: /^[a-z-]{1,40}/.exec(directive)?.[0] ?? '',
      blocked:
        URL.canParse(blocked) && /^(https?|wss?):/.test(blocked) ? new URL(blocked).origin : (/^[\w-]{1,30}/.exec(blocked)?.[0] ?? ''),
      frame: source && line ? `${source.split(/[?#]/, 1)[0]}:${line}:${column ?? 0}` : '',
    },
  ]
}
