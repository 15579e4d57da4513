import { validationFailed } from '../refusals.ts'

/** A PKCE challenge in a form that we keep: the client's SHA-256, or its verifier itself. Undefined if there is none. */
export function readChallenge(challenge: string | undefined, method: string | undefined): string | 'invalid' | undefined {
  if (!challenge && !method) return undefined
  if (!challenge || !/^[A-Za-z0-9._~-]{43,128}$/.test(challenge)) return 'invalid'
  return method?.toLowerCase() === 's256' ? challenge : 'invalid'
}

/** The challenge of a PKCE flow. Throws `validation_failed`. */
export function challengeOf(input: { code_challenge?: string | null; code_challenge_method?: string | null }): string | undefined {
  const challenge = readChallenge(input.code_challenge ?? undefined, input.code_challenge_method ?? undefined)
  if (challenge === 'invalid') throw validationFailed('code challenge does not have a valid form')
  return challenge
}
