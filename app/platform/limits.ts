import { hours, minutes } from '#app/values/clock.ts'
import type { RateLimit } from './rate-limit.ts'

/** Shown on the security dashboard. */
export type Protected = 'signing in' | 'booking' | 'other'

interface SiteLimit extends RateLimit {
  protects: Protected
}

const limit = (protects: Protected, name: string, turns: number, windowMs: number): SiteLimit => ({ name, turns, windowMs, protects })

/** Every limit of the site on requests and tries. `name` begins its keys in the database. */
export const limits = {
  /* For each network address. */
  authToken: limit('signing in', 'auth-token', 150, minutes(5)),
  authVerify: limit('signing in', 'auth-verify', 30, minutes(5)),
  authAsk: limit('signing in', 'auth-ask', 30, minutes(5)),
  authPasskey: limit('signing in', 'auth-passkey', 150, minutes(5)),
  authFactor: limit('signing in', 'auth-factor', 15, minutes(1)),
  /* For each account, from one address and from all of them, whether or not there is such an account. */
  authSignInHere: limit('signing in', 'auth-sign-in-here', 20, minutes(15)),
  authSignIn: limit('signing in', 'auth-sign-in', 100, minutes(60)),
  /* Tries of six digits, from one address and from all of them: a new email with a new code doesn't reset the count. */
  authCodeHere: limit('signing in', 'auth-code-here', 10, minutes(60)),
  authCode: limit('signing in', 'auth-code', 30, minutes(60)),
  /* For each account and kind of email, from one address and from all of them, so that no one can keep the owner from an email. */
  authMail: limit('signing in', 'auth-mail', 1, minutes(1)),
  authMailHere: limit('signing in', 'auth-mail-here', 3, minutes(15)),
  authMails: limit('signing in', 'auth-mails', 15, minutes(15)),
  /* Invitation emails of one owner. */
  authInvite: limit('signing in', 'auth-invite', 30, minutes(60)),
  /* For each phone number and user. */
  authText: limit('signing in', 'auth-text', 1, minutes(1)),
  authTexts: limit('signing in', 'auth-texts', 10, minutes(60)),

  submit: limit('booking', 'submit', 5, minutes(1)),
  /** Places an hour of one network address: many customers of a phone company can share one. */
  unprovenPlaces: limit('booking', 'unproven-places', 20, hours(1)),
  /** Bookings that no one has proven and that cause texts: of one number, which may be anyone's, and of one network address. */
  unprovenTexts: limit('booking', 'unproven-texts', 3, hours(24)),
  unprovenTextsHere: limit('booking', 'unproven-texts-here', 20, hours(1)),
  /** Texts that answer a missed call: to one number, and to all, since callers can show any number. */
  missedCallText: limit('booking', 'missed-call-text', 1, hours(6)),
  missedCallTexts: limit('booking', 'missed-call-texts', 100, hours(24)),
  bookingProof: limit('booking', 'booking-proof', 10, minutes(10)),
  draft: limit('booking', 'draft', 60, minutes(1)),
  /** More than anyone types in a minute, as the look-up service is a third party's. */
  lookup: limit('booking', 'lookup', 20, minutes(1)),
  /** Addresses at a postcode, for one client and for all: the service is paid for each look-up. */
  addresses: limit('booking', 'addresses', 10, minutes(1)),
  allAddresses: limit('booking', 'all-addresses', 200, hours(1)),
  /** A new private link, of one client and of one booking. */
  renewLink: limit('booking', 'booking-link', 3, minutes(10)),
  /** For one client: prevents guessing references or addresses. */
  askForLink: limit('booking', 'booking-link', 5, minutes(10)),
  cancel: limit('booking', 'booking-cancel', 5, minutes(1)),
  reschedule: limit('booking', 'booking-reschedule', 5, minutes(1)),
  /** For one booking: each change emails two people. */
  reschedules: limit('booking', 'booking-reschedules', 10, hours(1)),
  /** For one client, and for one booking. */
  message: limit('booking', 'booking-message', 5, minutes(1)),
  messages: limit('booking', 'booking-messages', 20, hours(1)),
  /** Return visits asked for, of one booking. */
  returns: limit('booking', 'booking-returns', 10, hours(1)),
  complain: limit('booking', 'booking-complaint', 5, minutes(10)),
  review: limit('booking', 'review', 10, minutes(10)),
  reviews: limit('booking', 'reviews', 20, hours(1)),
  photo: limit('booking', 'photo', 30, minutes(10)),
  photos: limit('booking', 'photos', 60, hours(1)),
  decideWork: limit('booking', 'booking-work', 10, minutes(1)),
  retryRedLine: limit('booking', 'redline-retry', 5, minutes(1)),
  retriesOfRedLine: limit('booking', 'redline-retries', 3, hours(24)),
  /**
   * Requests to the provider for a page of one booking. An open page is used again without a turn; another sum, a new page after an old one
   * and a retry after a failure take one each.
   */
  paymentPage: limit('booking', 'payment-page', 10, minutes(10)),

  /** Posts as data, of one client: a page asks once, a feed reader now and then. */
  posts: limit('other', 'posts', 120, minutes(1)),
  testWebhook: limit('other', 'webhook-test', 10, minutes(1)),
  /** For one client: bounds the security dashboard's tests. */
  selfTest: limit('other', 'security-test', 20, minutes(1)),
} as const satisfies Record<string, SiteLimit>
