import { sameSecret } from '#app/platform/secrets.ts'
import type { Services } from '#app/platform/services.ts'
import { hostCookie, hostCookieIn } from '#app/platform/site-cookies.ts'
import { days } from '#app/values/clock.ts'
import { registeredDays } from '#content/device-storage.ts'

/* A browser's cookie of its last sign-up or sign-in: keyed hashes of the address, of the address with its password, and of the address
   signed in to; none of them can be reversed. The first shows that there is an account already; the second tells the email's link whose
   password it sets; the third lets a sign-in bypass the limits used up by strangers. */

type Keys = Pick<Services, 'secrets'>
type Mark = 'address' | 'sign-up' | 'sign-in'
const marks: readonly Mark[] = ['address', 'sign-up', 'sign-in']

const markOf = ({ secrets }: Keys, mark: Mark, text: string) => secrets.sign('registration', `${mark} ${text}`)
const isMarked = (services: Keys, registration: string | undefined, mark: Mark, text: string) =>
  sameSecret(registration?.split('.')[marks.indexOf(mark)] ?? '', markOf(services, mark, text))

/** The cookie's value for a sign-up. */
export const registrationOf = (services: Keys, email: string, passwordHash: string): string =>
  `${markOf(services, 'address', email)}.${markOf(services, 'sign-up', `${email} ${passwordHash}`)}.`

/** The cookie's value once the browser is signed in to an account. */
export const registrationOfSignIn = (services: Keys, email: string): string =>
  `${markOf(services, 'address', email)}..${markOf(services, 'sign-in', email)}`

/** Returns true if the browser has signed this address up, or been signed in to its account. */
export const hasRegistered = (services: Keys, registration: string | undefined, email: string): boolean =>
  isMarked(services, registration, 'address', email)

/** Returns true if the browser's last sign-up was this one, with this address and password. */
export const hasSignedUp = (services: Keys, registration: string | undefined, email: string, passwordHash: string): boolean =>
  isMarked(services, registration, 'sign-up', `${email} ${passwordHash}`)

/** Returns true if the browser was last signed in to the account of this address. */
export const hasSignedIn = (services: Keys, registration: string | undefined, email: string): boolean =>
  isMarked(services, registration, 'sign-in', email)

/** The browser's cookie of its last sign-up or sign-in. */
export const registrationIn = (cookies: string | null | undefined, siteUrl: string): string | undefined =>
  hostCookieIn(cookies, 'registered', siteUrl)

/** The Set-Cookie header that keeps it for a month; scripts cannot read it. */
export const registrationCookie = (value: string, siteUrl: string): string =>
  hostCookie('registered', value, { siteUrl, maxAge: days(registeredDays) / 1000 })
