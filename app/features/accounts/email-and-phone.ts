import { emailPattern } from '#app/platform/email.ts'

/** Control characters, the replacement character, and characters that are invisible or unassigned. */
const invisible = /[\p{Cc}\p{Cf}\p{Cs}\ufffd]/u

/** An email address as it is kept and compared; undefined if it isn't one. */
export function readEmail(typed: string): string | undefined {
  const email = typed.trim().toLowerCase()
  return email.length <= 255 && emailPattern.test(email) && !invisible.test(email) ? email : undefined
}

/**
 * A phone number in E.164, without its plus as in the contract, and without the (0) for calls inside a country; undefined if it isn't one.
 */
export function readE164(typed: string): string | undefined {
  const digits = typed.replace(/\(0\)|[\s()-]/g, '').replace(/^\+/, '')
  return /^[1-9]\d{6,14}$/.test(digits) ? digits : undefined
}
