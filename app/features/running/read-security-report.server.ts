import { mayActAs } from '#app/features/accounts/roles.ts'
import { siteSessionLength } from '#app/features/accounts/session-length.ts'
import { endedCookie, viewerOf } from '#app/features/accounts/site-session.server.ts'
import type { Secrets } from '#app/platform/secrets.ts'
import type { Services, Visit } from '#app/platform/services.ts'
import { days, hours, seconds, toInstant } from '#app/values/clock.ts'
import { judgePolicy } from './security/check-policy.ts'
import { readHeldBack, readLocks } from './security/held-back.server.ts'
import { readDetails } from './security/read-details.server.ts'
import {
  cookieFacts,
  judgeEncryption,
  judgeHttps,
  judgeMonitoring,
  judgeSession,
  type RoundTrip,
  recommendations,
  testThreats,
} from './security/security-checks.ts'
import type { SecurityReport } from './security-report.ts'

/** How the site is protected, measured now: an outline for everyone, details for staff. */
export async function readSecurityReport(visit: Visit): Promise<SecurityReport> {
  const { services, headers, scheme } = visit
  const { siteUrl, siteIsLoopback: isLoopback } = services.config
  const isHoldingBack = await isAnyoneHeldBack(services)
  const checks = [
    judgeEncryption(tryEncryption(services.secrets)),
    judgeSession({
      cookie: cookieFacts(endedCookie(services)),
      isLoopback,
      staffIdleHours: siteSessionLength.staff.idleMs / hours(1),
      customerIdleDays: siteSessionLength.customer.idleMs / days(1),
    }),
    judgePolicy(headers['Content-Security-Policy'] ?? ''),
    judgeHttps({ siteUrl, isLoopback, hsts: headers['Strict-Transport-Security'], scheme }),
    judgeMonitoring({ isActive: false, found: 0, isHoldingBack }),
  ]
  const threatTest = testThreats()
  const viewer = await viewerOf(visit)
  const isStaff = viewer !== undefined && mayActAs(viewer.account.user, 'staff')
  return {
    site: siteUrl,
    checkedAt: toInstant(services.clock.now()),
    checks,
    isHoldingBack,
    threatTest,
    recommendations: recommendations(checks, threatTest),
    ...(isStaff && { details: await readDetails(services) }),
  }
}

/** Encrypts a text with the site's own key, decrypts it, and checks that a changed copy is refused. */
export function tryEncryption(secrets: Pick<Secrets, 'seal' | 'open'>): RoundTrip {
  const text = 'The stopcock is under the sink.'
  const failed = { opens: false, hides: false, refusesChanged: false }
  try {
    const sealed = secrets.seal('self-test', text)
    const last = sealed.at(-2) === 'A' ? 'B' : 'A'
    const changed = `${sealed.slice(0, -2)}${last}${sealed.slice(-1)}`
    const hides = !sealed.includes(text) && !sealed.includes(Buffer.from(text).toString('base64url').slice(0, 20))
    return { opens: secrets.open('self-test', sealed) === text, hides, refusesChanged: !opens(secrets, changed) }
  } catch {
    return failed
  }
}

function opens(secrets: Pick<Secrets, 'open'>, sealed: string): boolean {
  try {
    secrets.open('self-test', sealed)
    return true
  } catch {
    return false
  }
}

/** Read at most once in ten seconds, however often it is requested. */
const knownForMs = seconds(10)
const known = new WeakMap<Services, { until: number; answer: Promise<boolean> }>()

function isAnyoneHeldBack(services: Services): Promise<boolean> {
  const now = services.clock.now().getTime()
  const before = known.get(services)
  if (before && now < before.until && before.until <= now + knownForMs) return before.answer
  const answer = holdsBack(services)
  answer.catch(() => known.delete(services))
  known.set(services, { until: now + knownForMs, answer })
  return answer
}

async function holdsBack(services: Services): Promise<boolean> {
  const [held, locks] = await Promise.all([readHeldBack(services), readLocks(services)])
  return Object.keys(held).length > 0 || locks.count > 0
}
