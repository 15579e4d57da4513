import { days } from '#app/platform/clock.ts'
import { hostCookie, hostCookieIn } from '#app/platform/site-cookies.ts'
import { registeredDays } from '#content/device-storage.ts'

/** What this browser keeps of its last sign-up. */
export const registrationIn = (cookies: string | null, siteUrl: string): string | undefined => hostCookieIn(cookies, 'registered', siteUrl)

/** The Set-Cookie header that keeps it for a month; scripts cannot read it. */
export const registrationCookie = (value: string, siteUrl: string): string =>
  hostCookie('registered', value, { siteUrl, maxAge: days(registeredDays) / 1000 })
