import { privateHeaders } from '#app/platform/public-page.ts'
import { AuthRefusal, refusalText, validationFailed } from './refusals.ts'

/** The response to a page's script. */
interface PasskeyAnswer {
  json: unknown
  /** Set-Cookie. */
  cookie?: string
}

/**
 * Responds to a page's script about a passkey: without a body, with the browser's options; otherwise with the result of `take`. Refusals
 * are returned as texts.
 */
export async function answerPasskey(
  request: Request,
  { ask, take }: { ask: () => Promise<PasskeyAnswer>; take: (answer: unknown) => Promise<PasskeyAnswer> },
): Promise<Response> {
  try {
    const sent = readJson(await request.text())
    const { json, cookie } = sent === undefined ? await ask() : await take(sent)
    return Response.json(json, { headers: { ...privateHeaders, ...(cookie && { 'Set-Cookie': cookie }) } })
  } catch (error) {
    if (!(error instanceof AuthRefusal)) throw error
    const message = refusalText(error, words, otherwise)
    return Response.json({ code: error.code, message }, { status: error.status, headers: { ...privateHeaders, ...error.headers() } })
  }
}

function readJson(text: string): unknown {
  try {
    return text ? JSON.parse(text) : undefined
  } catch {
    throw validationFailed('The body is not valid JSON')
  }
}

const otherwise = 'That passkey didn’t work. Please try again, or use a different method.'
const tooLate = 'That took too long. Please try again.'

const words: Record<string, string> = {
  webauthn_challenge_expired: tooLate,
  webauthn_challenge_not_found: tooLate,
  webauthn_verification_failed: otherwise,
  webauthn_credential_exists: 'That passkey is already in use.',
  too_many_passkeys: 'You already have ten passkeys. Remove one first, then add this one.',
  user_banned: 'This account is closed. Please call us.',
  reauthentication_needed: 'It’s been a while since you last confirmed it was you. Please open this page again.',
  insufficient_aal: 'Sign in again with two-step verification, then add a passkey.',
  email_not_confirmed: 'Please check your email and click the confirmation link.',
}
