import { createHash } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'

/** Sent with every response; a handler's own value wins. */
const always = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Frame-Options': 'DENY',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
}

/** The constant scripts and styles inlined in pages, as policy sources. */
export interface InlineSources {
  scripts: string[]
  styles: string[]
}

/** An inline text as a policy names it: its hash. */
export const inlineSource = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/**
 * Hosts that Google's tag loads from and reports to, allowed by the policy of a site with a measurement id. A visitor's browser contacts
 * them only with consent (docs/decisions/0013-analytics.md).
 */
const analyticsHosts = {
  script: ['https://www.googletagmanager.com'],
  connect: ['https://*.google-analytics.com', 'https://*.analytics.google.com', 'https://www.googletagmanager.com'],
}
const noHosts: typeof analyticsHosts = { script: [], connect: [] }

/** Browsers report violations of the page policy here. */
const cspReportPath = '/api/reports/csp'

/** A page's policy: its constant inline parts by their hashes, scripts of this one response by `nonce`, and what those load. */
export function pagePolicy(
  inline: InlineSources,
  {
    nonce,
    hasAnalytics,
    formTargets,
    isHttps,
  }: { nonce: string | undefined; hasAnalytics: boolean; formTargets: readonly string[]; isHttps: boolean },
): string {
  const hosts = hasAnalytics ? analyticsHosts : noHosts
  return [
    "default-src 'none'",
    // Not 'strict-dynamic': a script known by its hash may then import nothing.
    `script-src ${["'self'", ...inline.scripts, ...(nonce ? [`'nonce-${nonce}'`] : []), ...hosts.script].join(' ')}`,
    `style-src ${["'self'", ...inline.styles].join(' ')}`,
    "img-src 'self' data:",
    "font-src 'self'",
    ['connect-src', "'self'", ...hosts.connect].join(' '),
    "manifest-src 'self'",
    "worker-src 'self'",
    ["form-action 'self'", ...formTargets].join(' '),
    "base-uri 'none'",
    "frame-ancestors 'none'",
    `report-uri ${cspReportPath}`,
    // Browsers accept endpoints only on https sites, and would then not use `report-uri`.
    ...(isHttps ? ['report-to csp'] : []),
  ].join('; ')
}

/** Only if the site is on https. */
const onHttps = {
  'Strict-Transport-Security': 'max-age=31536000; includeSubDomains',
  'Reporting-Endpoints': `csp="${cspReportPath}"`,
}

/** Security headers, for responses that don't set their own. */
export const securityHeadersOf = (siteUrl: string): [string, string][] =>
  Object.entries(siteUrl.startsWith('https:') ? { ...always, ...onHttps } : always)

/** Gives every answer its security headers. */
export const securityHeaders = (siteUrl: string): MiddlewareHandler => {
  const headers = securityHeadersOf(siteUrl)
  return async (c, next) => {
    await next()
    // Not by `c.header`, which makes a new response for each.
    for (const [name, value] of headers) if (!c.res.headers.has(name)) c.res.headers.set(name, value)
  }
}
