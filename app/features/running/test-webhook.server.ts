import type { SignedIn } from '#app/features/accounts/authenticate.server.ts'
import { takeTurns } from '#app/features/accounts/take-turns.server.ts'
import { recordAudit } from '#app/platform/audit.ts'
import { targetPolicy } from '#app/platform/config.ts'
import { limits } from '#app/platform/limits.ts'
import { loggable } from '#app/platform/log.ts'
import { askWebhook } from '#app/platform/post-webhook.ts'
import { readWebhookTarget } from '#app/platform/read-webhook-target.ts'
import type { Services } from '#app/platform/services.ts'
import { deleteSetting } from '#app/platform/settings.ts'
import { newId } from '#app/values/ids.ts'

const readBytes = 300

/** The result of a test delivery: the target's answer, or the error in words. `tookMs`: milliseconds. */
export interface TestResult {
  isDelivered: boolean
  tookMs: number
  /** e.g. 'Answered 204'. */
  says: string
  /** The start of the target's answer. */
  body: string
}

/**
 * Sends a marked, signed event to the stored webhook now, and returns the target's answer. It is about no booking and is tried once. Throws
 * `over_request_rate_limit`.
 */
export async function testWebhook(services: Services, { account: { user } }: SignedIn): Promise<TestResult> {
  await takeTurns(services, [limits.testWebhook, user.id])
  const timestamp = services.clock.now()
  await recordAudit(services.db, timestamp, { actor: user.id, action: 'webhook.test', subject: 'webhookUrl' })
  const body = JSON.stringify({
    type: 'webhook.test',
    timestamp: timestamp.toISOString(),
    test: true,
    data: { message: 'This is a test, not a real booking.' },
  })
  const startedAt = performance.now()
  const took = () => Math.round(performance.now() - startedAt)
  try {
    const target = await readWebhookTarget(services, services.db)
    if (!target) return { isDelivered: false, tookMs: took(), says: 'No webhook is set up', body: '' }
    const answer = await askWebhook(target, { id: `msg_${newId()}`, timestamp, body }, targetPolicy(services.config), { readBytes })
    const isDelivered = answer.status >= 200 && answer.status < 300
    if (isDelivered && target.isGone) await deleteSetting(services.db, 'webhookGone')
    return { isDelivered, tookMs: took(), says: `Answered ${answer.status}`, body: shown(answer.text) }
  } catch (error) {
    return { isDelivered: false, tookMs: took(), says: problemText(error), body: '' }
  }
}

/** Without control characters and others that disturb the display. */
const shown = (text: string): string => text.replace(/[\p{Cc}\p{Cf}]+/gu, ' ').trim()

function problemText(error: unknown): string {
  const { type, message } = loggable(error)
  const { code, name } = error as { code?: string; name?: string }
  if (name === 'TimeoutError' || name === 'AbortError') return 'It didn’t respond within 10 seconds'
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'The host name can’t be found'
  return message || type
}
