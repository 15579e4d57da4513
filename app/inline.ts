import { starterScript } from 'virtual:islands'
import accountStyle from './account.css?inline'
import appStyle from './app.css?inline'
import homeStyle from './home.css?inline'
import legalStyle from './legal.css?inline'
import placeStyle from './place.css?inline'
import pricingStyle from './pricing.css?inline'
import readingStyle from './reading.css?inline'
import securityStyle from './security.css?inline'
import trackingStyle from './tracking.css?inline'
import font from './ui/familjen.woff2?url'

/* What a public page carries inside itself: constant texts, whose hashes are in its Content-Security-Policy. Empty in the browser's bundle,
   which doesn't need them. */

/**
 * Without the licence line of the utilities' generator, whose output carries none of its code, and with its variables reset by one
 * rule, which it has for older browsers, instead of a registration of each: fewer bytes, and what HTML checkers can read. Every
 * border is solid (base.css) or told to be dashed on all sides, so that no width repeats it.
 */
const bare = (style: string) =>
  withoutUnread(
    withoutConstants(
      style
        .replace(/^\/\*![^*]*\*\/\s*/, '')
        .replace(/@property --[\w-]+\{[^}]*\}/g, '')
        .replace(/@layer properties\{@supports .*?\{(\*.*?\})\}\}/, '@layer properties{$1}')
        .replace(/border(-\w+)*-style:var\(--tw-border-style\);/g, ''),
    ),
  )

/** A variable of the generator that only the reset sets is its value. */
const withoutConstants = (style: string) =>
  style.replace(/var\((--tw-[\w-]+)\)/g, (use, name) => {
    const [value, ...others] = [...style.matchAll(new RegExp(`${name}:([^;}]*)`, 'g'))].map(([, set]) => set)
    return others.length === 0 && value !== undefined ? value : use
  })

/** The generator sets variables that no rule of a page uses. */
const withoutUnread = (style: string) =>
  style.replace(/(--tw-[\w-]+):[^;}]*;?/g, (setting, name) => (style.includes(`var(${name}`) ? setting : ''))

/** The styles of pages with parts of their own, and of all other pages. */
export const inlineStyles = import.meta.env.SSR
  ? {
      account: bare(accountStyle),
      app: bare(appStyle),
      home: bare(homeStyle),
      legal: bare(legalStyle),
      place: bare(placeStyle),
      pricing: bare(pricingStyle),
      reading: bare(readingStyle),
      security: bare(securityStyle),
      tracking: bare(trackingStyle),
    }
  : { account: '', app: '', home: '', legal: '', place: '', pricing: '', reading: '', security: '', tracking: '' }

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
                  href_matches: [
                    '/book/*',
                    '/book?*',
                    '/track/*',
                    '/auth*',
                    '/account*',
                    '/staff*',
                    '/blog-admin*',
                    '/dev/*',
                    '/functions/*',
                  ],
                },
              },
            ],
          },
          eagerness: 'moderate',
        },
      ],
    })
  : ''
