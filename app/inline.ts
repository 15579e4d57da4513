import { starterScript } from 'virtual:islands'
import style from './site.css?inline'
import font from './ui/familjen.woff2?url'

/* Constant texts that public pages inline; their hashes are in the Content-Security-Policy. Empty in the browser's bundle, which doesn't
   need them. */

/** The style inside public pages (docs/decisions/0009-one-style.md). */
export const inlineStyle = import.meta.env.SSR ? style : ''

/** Fetched beside the page, named in its headers: the font is used when it is there in time (docs/decisions/0008). */
export const preloadLink = `<${font}>; rel=preload; as=font; type="font/woff2"; crossorigin`

export const inlineScript = import.meta.env.SSR ? starterScript : ''

/** Pages without a visitor's own state, fetched when a finger or a pointer rests on a link to them. */
export const speculationRules = import.meta.env.SSR
  ? JSON.stringify({
      prefetch: [
        {
          where: {
            and: [
              { href_matches: '/*' },
              {
                not: {
                  href_matches: ['/book/*', '/book?*', '/track/*', '/review/*', '/pay/*', '/auth*', '/account*', '/staff*', '/blog-admin*'],
                },
              },
            ],
          },
          eagerness: 'moderate',
        },
      ],
    })
  : ''
