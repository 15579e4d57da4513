import { tooManyText } from '#app/platform/errors.ts'
import type { Notice } from '#app/ui/notice-in-page.tsx'

/* Google and GitHub in words: button labels, and the result for someone who was away there. The result travels in the address as a known
   code; nothing else from a link is repeated. */

export const providerNames = { google: 'Google', github: 'GitHub' } as const
export type ProviderName = keyof typeof providerNames

export const isProviderName = (name: unknown): name is ProviderName => typeof name === 'string' && Object.hasOwn(providerNames, name)

const again = 'Please try again.'
const problems = {
  cancelled: `That was cancelled before it finished. ${again}`,
  unverified:
    'That service hasn’t verified your email address. Verify it there, then come back. Or sign up here with a password, and link the service to your account afterwards.',
  closed: 'We’re not opening new accounts at the moment. If you already have an account, sign in with your email and password.',
  banned: 'This account has been closed. Please call us.',
  late: `That took too long, or it’s already been done. ${again}`,
  away: 'That service isn’t responding. Please try again in a moment.',
  busy: tooManyText,
  taken: 'That account is already linked to another account on this site. Unlink it from that one first, or choose a different one.',
  off: 'That service isn’t available here at the moment.',
  failed: `That didn’t work. ${again}`,
} as const
type ProviderProblem = keyof typeof problems

const byCode: Record<string, ProviderProblem> = {
  provider_email_needs_verification: 'unverified',
  signup_disabled: 'closed',
  user_banned: 'banned',
  bad_oauth_state: 'late',
  session_not_found: 'late',
  provider_unavailable: 'away',
  over_request_rate_limit: 'busy',
  identity_already_exists: 'taken',
  manual_linking_disabled: 'off',
  validation_failed: 'off',
}

/** Returns the kind of problem that the user can do something about. A 403 on the way back: they cancelled at the provider. */
export function providerProblemOf({ code, status }: { code: string; status: number }): ProviderProblem {
  if (code === 'bad_oauth_callback' && status === 403) return 'cancelled'
  return byCode[code] ?? 'failed'
}

/** The notice for a code in an address; undefined for an unknown one. */
export function problemNotice(code: string | null, title: string): Notice | undefined {
  if (!code || !Object.hasOwn(problems, code)) return undefined
  return { title, text: problems[code as ProviderProblem], tone: 'alarm' }
}
