import { minutes } from '#app/platform/clock.ts'
import type { RateLimit } from '#app/platform/rate-limit.ts'

/** How often something about accounts may be asked for or tried. */
export const limits = {
  /** For each address. */
  token: { name: 'auth-token', turns: 150, windowMs: minutes(5) },
  verify: { name: 'auth-verify', turns: 30, windowMs: minutes(5) },
  ask: { name: 'auth-ask', turns: 30, windowMs: minutes(5) },
  passkey: { name: 'auth-passkey', turns: 150, windowMs: minutes(5) },
  factor: { name: 'auth-factor', turns: 15, windowMs: minutes(1) },
  /** For each account, from one address and from all of them, whether or not there is such an account. */
  signInHere: { name: 'auth-sign-in-here', turns: 20, windowMs: minutes(15) },
  signIn: { name: 'auth-sign-in', turns: 100, windowMs: minutes(60) },
  /** Tries of six digits, from one address and from all of them: a new email with a new code doesn't reset the count. */
  codeHere: { name: 'auth-code-here', turns: 10, windowMs: minutes(60) },
  code: { name: 'auth-code', turns: 30, windowMs: minutes(60) },
  /** For each account and kind of email, from one address and from all of them, so that no one can keep the owner from an email. */
  mail: { name: 'auth-mail', turns: 1, windowMs: minutes(1) },
  mailHere: { name: 'auth-mail-here', turns: 3, windowMs: minutes(15) },
  mails: { name: 'auth-mails', turns: 15, windowMs: minutes(15) },
  /** For each owner: invitation emails. */
  invite: { name: 'auth-invite', turns: 30, windowMs: minutes(60) },
  /** For each phone number and user. */
  text: { name: 'auth-text', turns: 1, windowMs: minutes(1) },
  texts: { name: 'auth-texts', turns: 10, windowMs: minutes(60) },
} as const satisfies Record<string, RateLimit>
