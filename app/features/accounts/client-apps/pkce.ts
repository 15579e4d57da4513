import { validationFailed } from '../refusals.ts'

/**
 * The challenge of a PKCE flow, in the form that we keep: the SHA-256 of the client's verifier. Undefined without one. Throws
 * `validation_failed`.
 */
export function challengeOf(input: { code_challenge?: string | null; code_challenge_method?: string | null }): string | undefined {
  const { code_challenge: challenge, code_challenge_method: method } = input
  if (!challenge && !method) return undefined
  if (!challenge || !/^[A-Za-z0-9._~-]{43,128}$/.test(challenge) || method?.toLowerCase() !== 's256')
    throw validationFailed('code challenge does not have a valid form')
  return challenge
}
