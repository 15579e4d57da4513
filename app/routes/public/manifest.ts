import { homeIcons, webManifest } from '#app/platform/web-manifest.ts'
import type { SitePath } from '#app/values/site-path.ts'
import { business } from '#content/business.ts'

/** Web app manifest for a phone's home screen. */
export const loader = () =>
  webManifest({
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
    icons: homeIcons,
    shortcuts: [
      { name: 'Book online', url: '/book' satisfies SitePath },
      { name: 'Smell of gas', url: '/gas-emergency' satisfies SitePath },
    ],
  })
