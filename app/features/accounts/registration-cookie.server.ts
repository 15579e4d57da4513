import { days } from '#app/platform/clock.ts'
import { sameSecret } from '#app/platform/secrets.ts'
import type { Services } from '#app/platform/services.ts'
import { hostCookie, hostCookieIn } from '#app/platform/site-cookies.ts'
import { registeredDays } from '#content/device-storage.ts'

/*
 * What a browser keeps of its last sign-up: which address it signed up, and with which password, as two keyed hashes that lead back to
 * neither. By the first it is told that there is an account already; by the second the mail's link knows whose password it sets.
 */

type Keys = Pick<Services, 'secrets'>

const addressMark = ({ secrets }: Keys, email: string) => secrets.sign('registration', email)
const signUpMark = ({ secrets }: Keys, email: string, passwordHash: string) => secrets.sign('registration', `${email} ${passwordHash}`)

/** The cookie's value for a sign-up. */
export const registrationOf = (services: Keys, email: string, passwordHash: string): string =>
  `${addressMark(services, email)}.${signUpMark(services, email, passwordHash)}`

/** Whether the browser has signed this address up. */
export const hasRegistered = (services: Keys, registration: string | undefined, email: string): boolean =>
  sameSecret(registration?.split('.')[0] ?? '', addressMark(services, email))

/** Whether its last sign-up was this one, of this address and with this password. */
export const hasSignedUp = (services: Keys, registration: string | undefined, email: string, passwordHash: string): boolean =>
  sameSecret(registration?.split('.')[1] ?? '', signUpMark(services, email, passwordHash))

/** What this browser keeps of its last sign-up. */
export const registrationIn = (cookies: string | null | undefined, siteUrl: string): string | undefined =>
  hostCookieIn(cookies, 'registered', siteUrl)

/** The Set-Cookie header that keeps it for a month; scripts cannot read it. */
export const registrationCookie = (value: string, siteUrl: string): string =>
  hostCookie('registered', value, { siteUrl, maxAge: days(registeredDays) / 1000 })
