import { CodedRefusal, type Refusal, tooManyText } from '#app/platform/errors.ts'

/**
 * An error response of the auth API: the contract's code and message (docs/api.md). Clients and the specification's page look for these
 * exact texts.
 */
export class AuthRefusal extends CodedRefusal {}

export const invalidCredentials = () => new AuthRefusal(400, 'invalid_credentials', 'Invalid login credentials')
export const emailNotConfirmed = () => new AuthRefusal(400, 'email_not_confirmed', 'Email not confirmed')
export const userBanned = (status: 400 | 403 = 400) => new AuthRefusal(status, 'user_banned', 'User is banned')
export const userAlreadyExists = () => new AuthRefusal(422, 'user_already_exists', 'User already registered')
export const emailExists = () => new AuthRefusal(422, 'email_exists', 'A user with this email address has already been registered')
export const signupDisabled = () => new AuthRefusal(422, 'signup_disabled', 'Signups not allowed for this instance')
/** A required field of a page's form is empty. */
export const fieldsMissing = () => new AuthRefusal(400, 'fields_missing', 'A required field is empty')
export const validationFailed = (message: string, status: 400 | 404 = 400) => new AuthRefusal(status, 'validation_failed', message)
export const invalidEmail = () => validationFailed('Invalid email: Unable to validate email address: invalid format')
export const weakPassword = (message: string, reasons: WeakPasswordReason[]) =>
  new AuthRefusal(422, 'weak_password', message, { details: { weak_password: { reasons } } })
export const codeExpired = () => new AuthRefusal(403, 'otp_expired', 'Token has expired or is invalid')
export const invalidPhone = () => validationFailed('Invalid phone number format (E.164 required)')
export const phoneProviderDisabled = () => new AuthRefusal(400, 'phone_provider_disabled', 'Unsupported phone provider')
export const manualLinkingDisabled = () => new AuthRefusal(404, 'manual_linking_disabled', 'Manual linking is disabled')
export const linkExpired = () => new AuthRefusal(403, 'otp_expired', 'Email link is invalid or has expired')
export const noAuthorization = () => new AuthRefusal(401, 'no_authorization', 'This endpoint requires a valid Bearer token')
export const badJwt = () => new AuthRefusal(403, 'bad_jwt', 'invalid JWT: unable to parse or verify signature')
export const sessionNotFound = () => new AuthRefusal(403, 'session_not_found', 'Session from session_id claim in JWT does not exist')
export const userNotFound = () => new AuthRefusal(403, 'user_not_found', 'User from sub claim in JWT does not exist')
/** For a user given by id instead of by token. */
export const noSuchUser = () => new AuthRefusal(404, 'user_not_found', 'User not found')
export const insufficientAal = (status: 401 | 403 | 422, message = 'AAL2 session is required for this') =>
  new AuthRefusal(status, 'insufficient_aal', message)

/** `what`: what is being changed, e.g. 'Password update'. */
export const reauthenticationNeeded = (what: string) => new AuthRefusal(400, 'reauthentication_needed', `${what} requires reauthentication`)

/** For the staff area: the user who asks is no longer an owner, or the invitation was accepted or withdrawn. */
export const notOwner = () => new AuthRefusal(403, 'not_owner', 'Only an owner may do this')
export const noSuchInvitation = () => new AuthRefusal(404, 'invitation_not_found', 'Invitation not found')

/** Too many requests; the page looks for the first three words. */
export const tooManyRequests = (seconds: number) =>
  new AuthRefusal(429, 'over_request_rate_limit', 'Too many requests: Request rate limit reached', { retryAfterSeconds: seconds })

const tooSoon = (code: string, seconds: number) => {
  const message = `Too many requests: For security purposes, you can only request this after ${seconds} seconds.`
  return new AuthRefusal(429, code, message, { retryAfterSeconds: seconds })
}

/** A signed-in user asked for another email too soon. */
export const mailTooSoon = (seconds: number) => tooSoon('over_email_send_rate_limit', seconds)

/** Someone asked for another text message too soon. */
export const textTooSoon = (seconds: number) => tooSoon('over_sms_send_rate_limit', seconds)

export const factorNotFound = (status: 404 | 422 = 404) => new AuthRefusal(status, 'mfa_factor_not_found', 'Factor not found')
export const factorNameConflict = (name: string) =>
  new AuthRefusal(422, 'mfa_factor_name_conflict', `A factor with the friendly name "${name}" for this user already exists`)
export const factorExists = (message: string) => new AuthRefusal(422, 'mfa_verified_factor_exists', message)
export const wrongFactorCode = (message: string) => new AuthRefusal(422, 'mfa_verification_failed', message)
export const challengeNotFound = () => new AuthRefusal(400, 'webauthn_challenge_not_found', 'Challenge not found')
export const challengeExpired = () => new AuthRefusal(400, 'webauthn_challenge_expired', 'Challenge has expired')
export const passkeyRefused = () => new AuthRefusal(400, 'webauthn_verification_failed', 'The credential could not be verified')
export const passkeyNotFound = () => new AuthRefusal(404, 'webauthn_credential_not_found', 'Passkey not found')
export const passkeyExists = () => new AuthRefusal(422, 'webauthn_credential_exists', 'This credential is already registered')
export const tooManyPasskeys = () => new AuthRefusal(422, 'too_many_passkeys', 'Maximum number of passkeys reached')
export const passkeysDisabled = () =>
  new AuthRefusal(404, 'passkey_disabled', 'Passkeys need a domain name, but SITE_URL uses an IP address')
/** Clients know this one by its own code. */
export const recoveryCodesLocked = (seconds: number) =>
  new AuthRefusal(429, 'mfa_recovery_codes_locked', 'Too many requests: Request rate limit reached', { retryAfterSeconds: seconds })

export type WeakPasswordReason = 'length' | 'characters' | 'pwned'

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
