import { type Refusal, tooManyText } from '#app/platform/errors.ts'
import { AuthRefusal } from './refusals.ts'

/**
 * Returns the text for a refusal's code, or `otherwise`. Messages of the auth API are for programs, except those about weak passwords;
 * every other refusal has a message for people.
 */
export function refusalText(refusal: Refusal, words: Record<string, string>, otherwise: string): string {
  const text = words[refusal.code]
  if (text) return text
  if (!(refusal instanceof AuthRefusal) || refusal.code === 'weak_password') return refusal.message
  return refusal.status === 429 ? tooManyText : otherwise
}
