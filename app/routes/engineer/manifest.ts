import type { SitePath } from '#app/values/site-path.ts'
import { business } from '#content/business.ts'

/** Web app manifest for an engineer's home screen. Contains no personal data: phones fetch it without a session. */
export function loader() {
  const icon = (name: string, size: number, purpose?: string) => ({
    src: `/icons/${name}.png`,
    sizes: `${size}x${size}`,
    type: 'image/png',
    ...(purpose && { purpose }),
  })
  const manifest = {
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
    icons: [icon('icon-192', 192), icon('icon-512', 512), icon('maskable-512', 512, 'maskable')],
  }
  return new Response(JSON.stringify(manifest), {
    headers: { 'Content-Type': 'application/manifest+json', 'Cache-Control': 'public, max-age=86400' },
  })
}
