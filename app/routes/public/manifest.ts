import type { SitePath } from '#app/values/site-path.ts'
import { business } from '#content/business.ts'

/** Web app manifest for a phone's home screen. */
export function loader() {
  const icon = (name: string, size: number, purpose?: string) => ({
    src: `/icons/${name}.png`,
    sizes: `${size}x${size}`,
    type: 'image/png',
    ...(purpose && { purpose }),
  })
  const manifest = {
    id: '/',
    name: business.name,
    short_name: 'Plumbers',
    description: 'Emergency plumbing and boiler repair in London, day and night.',
    lang: 'en-GB',
    start_url: '/',
    scope: '/',
    display: 'minimal-ui',
    background_color: '#fbf7ef',
    theme_color: '#fbf7ef',
    icons: [icon('icon-192', 192), icon('icon-512', 512), icon('maskable-512', 512, 'maskable')],
    shortcuts: [
      { name: 'Book online', url: '/book' satisfies SitePath },
      { name: 'Smell of gas', url: '/gas-emergency' satisfies SitePath },
    ],
  }
  return new Response(JSON.stringify(manifest), {
    headers: { 'Content-Type': 'application/manifest+json', 'Cache-Control': 'public, max-age=86400' },
  })
}
