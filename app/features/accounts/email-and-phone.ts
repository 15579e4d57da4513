import { emailPattern } from '#app/platform/email.ts'

/** Control characters, what has replaced one, and what no one sees or nothing stands for. */
const invisible = /[\p{Cc}\p{Cf}\p{Cs}\ufffd]/u

/** An e-mail address as it is kept and compared; undefined when it is none. */
export function readEmail(typed: string): string | undefined {
  const email = typed.trim().toLowerCase()
  return email.length <= 255 && emailPattern.test(email) && !invisible.test(email) ? email : undefined
}

/** A phone number in E.164, without its plus as the contract shows it, nor the (0) that is for calls inside a country; undefined when it is none. */
export function readE164(typed: string): string | undefined {
  const digits = typed.replace(/\(0\)|[\s()-]/g, '').replace(/^\+/, '')
  return /^[1-9]\d{6,14}$/.test(digits) ? digits : undefined
}
