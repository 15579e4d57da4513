import type { Services } from '#app/platform/services.ts'
import { normalisePhone } from '#app/platform/uk.ts'
import { business } from '#content/business.ts'
import type { FactorRow } from './account-rows.ts'
import { challengeFactor } from './challenge-factor.server.ts'
import { readE164 } from './email-and-phone.ts'
import { enrolFactor } from './enrol-factor.server.ts'
import { factorHasExpired, unverifiedFactorMs } from './factor-limits.ts'
import { AuthRefusal, invalidPhone } from './refusals.ts'
import { removeFactor } from './remove-factor.server.ts'
import { shownTotp } from './second-step/factors/totp.server.ts'
import type { SiteSession } from './site-session.server.ts'
import type { Caller } from './take-turns.server.ts'

/* First of two steps to set up a second factor on the account page. One waits at a time, for five minutes, and is shown again on every
   visit; `confirmFactor` takes its code. */

/** The name under which apps list our codes. */
const issuer = business.name

/** Begins to add an authenticator app. Refuses as `enrolFactor` does. */
export async function beginApp(services: Services, viewer: SiteSession, name: string): Promise<void> {
  await giveUpFactor(services, viewer)
  await enrolFactor(services, viewer, { factor_type: 'totp', friendly_name: name, issuer })
}

/** Begins to add a phone, and has a code sent to it. `typed`: in UK notation. Refuses as `enrolFactor` and `challengeFactor` do. */
export async function beginPhone(services: Services, caller: Caller, viewer: SiteSession, typed: string): Promise<void> {
  const phone = normalisePhone(typed) ?? readE164(typed)
  if (!phone) throw invalidPhone()
  await giveUpFactor(services, viewer)
  const { id } = await enrolFactor(services, viewer, { factor_type: 'phone', phone })
  const account = { ...viewer.account, factors: await factorsOf(services, viewer) }
  await challengeFactor(services, caller, { ...viewer, account }, id, {})
}

/** Abandons a factor that was begun and not verified. */
export async function giveUpFactor(services: Services, viewer: SiteSession): Promise<void> {
  for (const { id, status } of viewer.account.factors) if (status === 'unverified') await removeFactor(services, viewer, id).catch(ifGone)
}

/** Another tab has abandoned it at the same moment. */
function ifGone(error: unknown): void {
  if (!(error instanceof AuthRefusal && error.code === 'mfa_factor_not_found')) throw error
}

const factorsOf = ({ db }: Services, { account: { user } }: SiteSession) =>
  db.selectFrom('authFactors').selectAll().where('userId', '=', user.id).execute()

/** Returns the app or phone that waits for its first code; undefined if there is none, or it has expired. */
export const pendingFactorOf = ({ clock }: Pick<Services, 'clock'>, { account: { factors } }: SiteSession): FactorRow | undefined =>
  factors.findLast((each) => each.status === 'unverified' && each.kind !== 'webauthn' && !factorHasExpired(each, clock.now()))

/** Its data for the page: for an app the QR code, its address and the secret, the same each time. */
export function pendingFactorView(services: Services, viewer: SiteSession) {
  const factor = pendingFactorOf(services, viewer)
  if (!factor) return undefined
  const { id, kind, friendlyName, phone, sealedSecret } = factor
  const until = new Date(Date.parse(factor.createdAt) + unverifiedFactorMs)
  if (kind === 'phone') return { id, kind, ending: phone?.slice(-3) ?? '', until }
  const { user } = viewer.account
  const secret = services.secrets.open('totp-secret', sealedSecret ?? '')
  const { uri, qr_code: picture } = shownTotp({ issuer, label: user.email ?? user.id, secret })
  return { id, kind: 'totp' as const, name: friendlyName ?? '', picture, uri, secret, until }
}
