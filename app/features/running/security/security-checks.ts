import { type ThreatPattern, threatPatterns, threatsIn } from '#app/platform/threats.ts'
import type { ActionResult, CheckStatus, ProbeResult, Recommendation, SecurityCheck, ThreatTest } from '../security-report.ts'

/* Judges the site's protection from given facts: each status follows from a measurement. */

/** The five inputs of 'Test Threat Detection', one for each pattern; one is obfuscated, as attacks are. */
const probes: readonly Pick<ProbeResult, 'label' | 'input'>[] = [
  { label: 'A script tag', input: '<script>probe()</script>' },
  { label: 'A script disguised as a link', input: 'jAvA&#x73;cript&colon;probe()' },
  { label: 'An event handler', input: '<img src="x" onerror="probe()">' },
  { label: 'Text run as code', input: 'eval("probe()")' },
  { label: 'A page inside a link', input: 'data:text/html,probe' },
]

/** Runs the real detector over the five inputs. */
export function testThreats(patterns: readonly ThreatPattern[] = threatPatterns): ThreatTest {
  const results = probes.map((probe) => ({ ...probe, found: threatsIn(probe.input, patterns) }))
  return { detected: results.filter(({ found }) => found.length > 0).length, of: results.length, probes: results }
}

/** The specification's words, with the measurements. */
export const threatResult = ({ detected, of }: ThreatTest): ActionResult => ({
  action: 'threats',
  title: `Detected ${detected}/${of} potential threats.`,
  ...(detected < of && { isAlarm: true }),
})

/** `note`: a remark about a passed test. */
export const encryptionResult = (passed: boolean, note?: string): ActionResult =>
  passed
    ? { action: 'encryption', title: 'Encryption Test Successful', text: note }
    : { action: 'encryption', title: 'Encryption Test Failed', text: 'Failed to encrypt/decrypt test data.', isAlarm: true }

/** The results of an encryption test. */
export interface RoundTrip {
  /** The text came back as it was. */
  opens: boolean
  /** The text can't be read in its sealed form. */
  hides: boolean
  /** True if tampered data is refused. */
  refusesChanged: boolean
}

export const passed = ({ opens, hides, refusesChanged }: RoundTrip): boolean => opens && hides && refusesChanged

export function judgeEncryption(trip: RoundTrip): SecurityCheck {
  const isSound = passed(trip)
  return {
    id: 'encryption',
    name: 'Encryption Status',
    status: isSound ? 'secure' : 'critical',
    description: isSound
      ? 'Secrets are stored encrypted. A test message was just encrypted and decrypted; a tampered copy was rejected.'
      : 'A test message couldn’t be encrypted and decrypted correctly.',
    value: isSound ? 'AES-256-GCM works' : 'Test failed',
  }
}

/** The attributes of a Set-Cookie header. */
interface CookieFacts {
  name: string
  httpOnly: boolean
  secure: boolean
  /** In lower case; empty if absent. */
  sameSite: string
}

export function cookieFacts(setCookie: string): CookieFacts {
  const [pair = '', ...attributes] = setCookie.split(';').map((part) => part.trim())
  const attribute = (name: string) => attributes.find((each) => each.toLowerCase().split('=')[0] === name)
  return {
    name: pair.split('=')[0] ?? '',
    httpOnly: attribute('httponly') !== undefined,
    secure: attribute('secure') !== undefined,
    sameSite: (attribute('samesite')?.split('=')[1] ?? '').toLowerCase(),
  }
}

interface SessionFacts {
  cookie: CookieFacts
  isLoopback: boolean
  /** How long staff stay signed in unused. */
  staffIdleHours: number
  customerIdleDays: number
}

export function judgeSession({ cookie, isLoopback, staffIdleHours, customerIdleDays }: SessionFacts): SecurityCheck {
  const { name, httpOnly, secure, sameSite } = cookie
  const isGuarded = httpOnly && (sameSite === 'lax' || sameSite === 'strict')
  const isWhole = isGuarded && secure && name.startsWith('__Host-')
  const lengths = `If it isn’t used, it expires after ${staffIdleHours} hours for staff and ${customerIdleDays} days for customers.`
  const status: CheckStatus = isWhole ? 'secure' : isGuarded && isLoopback ? 'warning' : 'critical'
  const said = {
    secure: 'The sign-in cookie is only sent over https, no script can read it, and no other website can use it to send a form.',
    warning: 'No script can read the sign-in cookie. It isn’t limited to https, because this site runs on this machine only.',
    critical: 'The sign-in cookie lacks some of the protection it should have.',
  }
  const parts = [httpOnly && 'HttpOnly', secure && 'Secure', sameSite && `SameSite=${sameSite[0]?.toUpperCase()}${sameSite.slice(1)}`]
  return {
    id: 'session',
    name: 'Session Security',
    status,
    description: `${said[status]} ${lengths}`,
    value: parts.filter(Boolean).join(', ') || 'No protection',
  }
}

interface HttpsFacts {
  siteUrl: string
  isLoopback: boolean
  /** The Strict-Transport-Security header as sent. */
  hsts: string | undefined
  /** The scheme of this same request. */
  scheme: 'https' | 'http' | undefined
}

const halfAYearSeconds = 15_768_000

export function judgeHttps({ siteUrl, isLoopback, hsts, scheme }: HttpsFacts): SecurityCheck {
  const judged = (status: CheckStatus, value: string, description: string): SecurityCheck => ({
    id: 'https',
    name: 'HTTPS Enforcement',
    status,
    description,
    value,
  })
  if (!siteUrl.startsWith('https:'))
    return isLoopback
      ? judged(
          'warning',
          'Local only',
          'This site runs on this machine only, over plain http. Nothing leaves the machine, so no one can intercept it.',
        )
      : judged('critical', 'Plain http', 'The site’s address starts with http, so others can read what’s sent.')
  const hstsSeconds = Number(/max-age="?(\d+)/i.exec(hsts ?? '')?.[1] ?? 0)
  if (hstsSeconds < halfAYearSeconds)
    return judged('warning', 'HSTS missing or too short', 'Browsers aren’t told to use https, or only for less than six months.')
  const value = `HSTS, ${Math.round(hstsSeconds / 86_400)} days`
  return scheme === 'https'
    ? judged('secure', value, 'This page was served over https, and browsers are told to use nothing else.')
    : judged(
        'warning',
        value,
        'Browsers are told to use https. The server can’t tell whether this request used https, because there’s no trusted proxy to tell it.',
      )
}

interface MonitoringFacts {
  isActive: boolean
  /** Number of findings on the page since the start. */
  found: number
  /** True while a limit or a lock blocks someone. */
  isHoldingBack: boolean
}

export function judgeMonitoring({ isActive, found, isHoldingBack }: MonitoringFacts): SecurityCheck {
  const server = isHoldingBack
    ? 'The server is blocking someone at the moment, as it should.'
    : 'The server limits and records requests automatically. No one is blocked at the moment.'
  const page = !isActive
    ? 'This page isn’t monitored until you choose Start Monitoring.'
    : found === 0
      ? 'This page is being monitored, and nothing has been found.'
      : 'This page is being monitored. What was found is shown below.'
  return {
    id: 'monitoring',
    name: 'Threat Monitoring',
    status: isActive && found === 0 ? 'secure' : 'warning',
    description: `${page} ${server}`,
    value: isActive ? (found === 0 ? 'Active, nothing found' : `Active, ${found} found`) : 'Inactive',
  }
}

/** The specification's list: static and ordered; the checks mark the items met here. */
export function recommendations(checks: readonly SecurityCheck[], threatTest: ThreatTest): Recommendation[] {
  const isSecure = (id: SecurityCheck['id']) => checks.some((check) => check.id === id && check.status === 'secure')
  const marked = (isMet: boolean) => (isMet ? 'met' : 'open')
  return [
    { id: 'https', text: 'Serve every page over https, and make browsers use nothing else.', state: marked(isSecure('https')) },
    { id: 'csp', text: 'Only run scripts the site recognises (Content-Security-Policy).', state: marked(isSecure('csp')) },
    {
      id: 'session',
      text: 'Keep sign-in cookies away from scripts, plain HTTP and other websites.',
      state: marked(isSecure('session')),
    },
    { id: 'encryption', text: 'Encrypt stored secrets, and test that it works.', state: marked(isSecure('encryption')) },
    { id: 'threats', text: 'Check for attacks in what people type.', state: marked(threatTest.detected === threatTest.of) },
    { id: 'second-step', text: 'Turn on two-step verification, such as an authenticator app.', state: 'yours' },
    { id: 'password', text: 'Use a long password that you don’t use anywhere else.', state: 'yours' },
    { id: 'updates', text: 'Keep your browser up to date.', state: 'yours' },
  ]
}
