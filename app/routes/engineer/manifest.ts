import { homeIcons, webManifest } from '#app/platform/web-manifest.ts'
import type { SitePath } from '#app/values/site-path.ts'
import { business } from '#content/business.ts'

/** Web app manifest for an engineer's home screen. Contains no personal data: phones fetch it without a session. */
export const loader = () =>
  webManifest({
    id: '/engineer' satisfies SitePath,
    name: `${business.name}: your jobs`,
    short_name: 'Your jobs',
    description: 'Today’s and tomorrow’s jobs, even without a signal.',
    lang: 'en-GB',
    start_url: '/engineer' satisfies SitePath,
    // Signing in is part of it.
    scope: '/',
    display: 'standalone',
    orientation: 'portrait',
    background_color: '#fbf7ef',
    theme_color: '#13264f',
    icons: homeIcons,
  })
