import { tryTurns } from '#app/features/accounts/take-turns.server.ts'
import { CodedRefusal } from '#app/platform/errors.ts'
import { limits } from '#app/platform/limits.ts'
import type { Services } from '#app/platform/services.ts'
import { tryEncryption } from './read-security-report.server.ts'
import { encryptionResult, passed, testThreats, threatResult } from './security/security-checks.ts'
import { type Action, type ActionResult, actions } from './security-report.ts'

const tooManySelfTests = (waitSeconds: number) =>
  new CodedRefusal(429, 'too_many_requests', `You’ve run this several times. Please wait ${waitSeconds} seconds, then try again.`, {
    retryAfterSeconds: waitSeconds,
  })

const unknownAction = () => new CodedRefusal(400, 'unknown_action', 'Please use the buttons on this page.')

/** Runs a button of the dashboard without scripts. Throws `unknown_action`, and beyond 20 a minute from one client `too_many_requests`. */
export async function runSelfTest(
  services: Services,
  { clientKey, action }: { clientKey: string; action: unknown },
): Promise<ActionResult> {
  const known = actions.find((each) => each === action)
  if (!known) throw unknownAction()
  const wait = await tryTurns(services, [[limits.selfTest, clientKey]])
  if (wait > 0) throw tooManySelfTests(wait)
  return results[known](services)
}

const results: Record<Action, (services: Services) => ActionResult> = {
  threats: () => threatResult(testThreats()),
  encryption: ({ secrets }) => encryptionResult(passed(tryEncryption(secrets))),
  refresh: () => ({ action: 'refresh', title: 'The status has been refreshed.' }),
  monitor: () => ({
    action: 'monitor',
    title: 'Monitoring starts as soon as the page’s script runs.',
    text: 'Without JavaScript there’s nothing to monitor, because no scripts run on this page. The server still limits and records requests.',
  }),
}
