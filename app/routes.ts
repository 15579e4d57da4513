import { index, type RouteConfig, route } from '@react-router/dev/routes'
import { hubs } from '#content/areas/hubs.ts'
import { localities } from '#content/areas/localities.ts'
import { legalSlugs } from '#content/legal/legal.ts'

/** Every place has its own address. */
const areas = [...hubs, ...localities].map(({ slug }) => route(`plumbers-${slug}`, 'routes/public/area.tsx', { id: `plumbers-${slug}` }))

const legal = legalSlugs.map((slug) => route(slug, 'routes/public/legal.tsx', { id: slug }))

/** Every page's address. */
export default [
  index('routes/public/home.tsx'),
  route('book', 'routes/public/book.tsx'),
  route('book/confirmed/:token', 'routes/public/booking-confirmed.tsx'),
  route('track/:token', 'routes/public/track.tsx'),
  route('track/:token/pay', 'routes/public/pay.tsx'),
  route('track/:token/fee', 'routes/public/fee.ts'),
  route('track/:token/booking.ics', 'routes/public/booking-calendar.ts'),
  route('gas-emergency', 'routes/public/gas-emergency.tsx'),
  route('emergency-boiler-repair', 'routes/public/boiler.tsx'),
  route('pricing', 'routes/public/pricing.tsx'),
  route('blog', 'routes/public/blog.tsx'),
  route('blog/rss.xml', 'routes/public/blog-rss.ts'),
  route('blog/:slug', 'routes/public/blog-post.tsx'),
  route('payment-success', 'routes/public/payment-success.tsx'),
  ...legal,
  route('claims', 'routes/public/claims.tsx'),
  route('locations', 'routes/public/locations.tsx'),
  route('locations/:area', 'routes/public/old-location.tsx'),
  ...areas,
  route('auth', 'routes/account/auth.tsx'),
  route('auth/forgotten', 'routes/account/forgotten.tsx'),
  route('auth/new-password', 'routes/account/new-password.tsx'),
  route('auth/second-step', 'routes/account/second-step.tsx'),
  route('auth/sign-out', 'routes/account/sign-out.ts'),
  route('auth/verify', 'routes/account/verify.tsx'),
  route('auth/with/:provider', 'routes/account/with-provider.ts'),
  route('account', 'routes/account/account.tsx'),
  route('account/confirm', 'routes/account/confirm.tsx'),
  route('account/email', 'routes/account/email.tsx'),
  route('account/password', 'routes/account/password.tsx'),
  route('account/session', 'routes/account/session.ts'),
  route('account/bookings', 'routes/account/bookings.tsx'),
  route('account/devices', 'routes/account/devices.tsx'),
  route('account/data', 'routes/account/data.tsx'),
  route('account/data/copy', 'routes/account/data-copy.ts'),
  route('account/delete', 'routes/account/delete.tsx'),
  route('account/deleted', 'routes/account/deleted.tsx'),
  route('account/second-step', 'routes/account/second-step-settings.tsx'),
  route('account/second-step/new', 'routes/account/new-factor.tsx'),
  route('account/sign-in-with', 'routes/account/sign-in-with.tsx'),
  route('account/sign-in-with/:provider', 'routes/account/link-provider.ts'),
  route('sitemap.xml', 'routes/public/sitemap.ts'),
  route('robots.txt', 'routes/public/robots.ts'),
  route('llms.txt', 'routes/public/llms.ts'),
  route('manifest.webmanifest', 'routes/public/manifest.ts'),
  route('dev/mailbox', 'routes/dev/mailbox.tsx'),
  route('dev/mailbox/:id', 'routes/dev/mail.tsx'),
  route('dev/mailbox/:id/html', 'routes/dev/mail-html.ts'),
  route('dev/pay/:id', 'routes/dev/pay.tsx'),
  route('dev/ui', 'routes/dev/ui.tsx'),
  route('dev/error', 'routes/dev/error.tsx'),
  route('dev/failing', 'routes/dev/failing.tsx'),
  route('*', 'routes/public/not-found.tsx'),
] satisfies RouteConfig
