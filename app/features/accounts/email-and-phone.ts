import { normaliseEmail } from '#app/platform/email.ts'
import { plainCode } from '#app/platform/sanitise.ts'
import { normalisePhone } from '#app/platform/uk.ts'
import { invalidEmail } from './refusals.ts'

/** An email address as it is kept and compared; undefined if it isn't one. */
export const readEmail = (typed: string): string | undefined => normaliseEmail(typed)?.toLowerCase()

/** The same, of an address that is needed. Throws `validation_failed`. */
export function requireEmail(typed: string): string {
  const email = readEmail(typed)
  if (!email) throw invalidEmail()
  return email
}

/**
 * A phone number in E.164, without its plus as in the contract, and without the (0) for calls inside a country; undefined if it isn't one,
 * or is one of the UK that we don't call or text (`normalisePhone`).
 */
export function readE164(typed: string): string | undefined {
  const digits = plainCode(typed.slice(0, 100))
    .replace(/\(0\)|[\s()-]/g, '')
    .replace(/^\+/, '')
  if (digits.startsWith('44')) return normalisePhone(`+${digits}`)?.slice(1)
  return /^[1-9]\d{6,14}$/.test(digits) ? digits : undefined
}
