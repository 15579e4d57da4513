import { z } from 'zod'
import type { Services } from '#app/platform/services.ts'
import { toInstant } from '#app/values/clock.ts'
import { sixDigits } from './mail-tokens.server.ts'

/** The payload of a text message's job: nothing secret. */
export const AccountText = z.object({ challengeId: z.string(), channel: z.enum(['sms', 'whatsapp']) })
export type AccountText = z.infer<typeof AccountText>

/** The six digits that answer a phone's challenge: derived from it, so that no secret waits in a queue or is stored. */
export const textCode = ({ secrets }: Pick<Services, 'secrets'>, challengeId: string): string =>
  sixDigits(secrets.sign('text-code', challengeId))

/** A job's recipient (E.164) and its code; undefined if no one waits for it any more. */
export async function prepareText(services: Services, payload: unknown) {
  const { challengeId, channel } = AccountText.parse(payload)
  const challenge = await services.db
    .selectFrom('authChallenges')
    .innerJoin('authFactors', 'authFactors.id', 'authChallenges.factorId')
    .select('authFactors.phone')
    .where('authChallenges.id', '=', challengeId)
    .where('authChallenges.expiresAt', '>', toInstant(services.clock.now()))
    .executeTakeFirst()
  if (!challenge?.phone) return undefined
  return { to: `+${challenge.phone}`, channel, code: textCode(services, challengeId) }
}
