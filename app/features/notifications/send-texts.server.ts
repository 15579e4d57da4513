import { challengeMs } from '#app/features/second-step/factor-limits.ts'
import { prepareText } from '#app/features/second-step/prepare-text.server.ts'
import { minutes } from '#app/platform/clock.ts'
import type { JobContext } from '#app/platform/jobs.ts'
import type { Services } from '#app/platform/services.ts'
import { business } from '#content/business.ts'

/** Job `account-text`: the code that a phone's challenge asks for. */
export async function sendAccountText(services: Services, payload: unknown, { jobId, signal }: JobContext): Promise<void> {
  const prepared = await prepareText(services, payload)
  if (!prepared) return
  const { to, channel, code } = prepared
  const text = `${code} is your code for ${business.name}. It works once, for ${challengeMs / minutes(1)} minutes. Tell it to nobody: we never ask for it.`
  await services.texts.send({ id: jobId, to, channel, text }, signal)
}
