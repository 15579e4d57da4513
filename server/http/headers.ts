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

/** The policy of a page whose scripts carry `nonce`: nothing but our own, nothing inline without the nonce. */
export const pagePolicy = (nonce: string): string =>
  [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

/** Security headers (DESIGN 8); HSTS only where the site is on https. */
export const securityHeaders =
  (siteUrl: string): MiddlewareHandler =>
  async (c, next) => {
    await next()
    for (const [name, value] of Object.entries(always)) if (!c.res.headers.has(name)) c.header(name, value)
    if (siteUrl.startsWith('https:')) c.header('Strict-Transport-Security', 'max-age=31536000; includeSubDomains')
  }
