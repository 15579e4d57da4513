import { tryTurns } from '#app/features/accounts/take-turns.server.ts'
import { Refusal } from '#app/platform/errors.ts'
import type { Services } from '#app/platform/services.ts'
import { selfTestLimit } from './limits.server.ts'
import { tryEncryption } from './reads.server.ts'
import { encryptionResult, passed, testThreats, threatResult } from './rules.ts'
import { type Action, type ActionResult, actions } from './schema.ts'

/** A stranger presses the buttons without end. */
export class TooManySelfTests extends Refusal {
  readonly code = 'too_many_requests'
  readonly status = 429
  readonly #waitSeconds: number
  constructor(waitSeconds: number) {
    super(`That was often. Please wait ${waitSeconds} seconds, then press it again.`)
    this.#waitSeconds = waitSeconds
  }
  override headers() {
    return { 'Retry-After': String(this.#waitSeconds) }
  }
}

/** No button of the page has that name. */
export class UnknownAction extends Refusal {
  readonly code = 'unknown_action'
  readonly status = 400
  constructor() {
    super('That is not one of the buttons of this page. Please use the buttons.')
  }
}

/**
 * What a button of the dashboard does where no script runs (specification 2 sections 2 and 8). Throws `UnknownAction`, and beyond 20 a
 * minute from one client `TooManySelfTests`.
 */
export async function runSelfTest(
  services: Services,
  { clientKey, action }: { clientKey: string; action: unknown },
): Promise<ActionResult> {
  const known = actions.find((each) => each === action)
  if (!known) throw new UnknownAction()
  const wait = await tryTurns(services, [[selfTestLimit, clientKey]])
  if (wait > 0) throw new TooManySelfTests(wait)
  return results[known](services)
}

const results: Record<Action, (services: Services) => ActionResult> = {
  threats: () => threatResult(testThreats()),
  encryption: ({ secrets }) => encryptionResult(passed(tryEncryption(secrets))),
  refresh: () => ({ action: 'refresh', title: 'The status was read again.' }),
  monitor: () => ({
    action: 'monitor',
    title: 'Monitoring starts as soon as the page’s script runs.',
    text: 'Without JavaScript there is nothing to watch: no script runs on this page at all. The server goes on limiting and recording.',
  }),
}
