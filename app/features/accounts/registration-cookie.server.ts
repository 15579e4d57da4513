import { parse, serialize } from 'hono/utils/cookie'
import { days } from '#app/platform/clock.ts'

const name = (siteUrl: string) => (siteUrl.startsWith('https:') ? '__Host-registered' : 'registered')

/** What this browser keeps of its last sign-up. */
export const registrationIn = (cookies: string | null, siteUrl: string): string | undefined => parse(cookies ?? '')[name(siteUrl)]

/** The Set-Cookie header that keeps it for a month; scripts cannot read it. */
export const registrationCookie = (value: string, siteUrl: string): string =>
  serialize(name(siteUrl), value, {
    path: '/',
    httpOnly: true,
    sameSite: 'Lax',
    secure: siteUrl.startsWith('https:'),
    maxAge: days(30) / 1000,
  })
