import { z } from 'zod'
import { recordAudit } from '#app/platform/audit.ts'
import { enqueue } from '#app/platform/jobs.ts'
import { limits } from '#app/platform/limits.ts'
import type { Services } from '#app/platform/services.ts'
import { later, toInstant } from '#app/values/clock.ts'
import { newId } from '#app/values/ids.ts'
import type { FactorRow } from './account-rows.ts'
import type { SignedIn } from './authenticate.server.ts'
import { challengeMs, factorHasExpired } from './factor-limits.ts'
import { readInput } from './input-fields.ts'
import type { AccountText } from './prepare-text.server.ts'
import { factorNotFound, textTooSoon, tooManyRequests } from './refusals.ts'
import { keyOptions } from './second-step/factors/security-key.server.ts'
import { lockedSeconds } from './second-step/factors/wrong-codes.server.ts'
import { accountKey, type Caller, takeTurns, tryTurns } from './take-turns.server.ts'

const ChallengeFactor = z.object({ channel: z.enum(['sms', 'whatsapp']).default('sms') })

/**
 * Challenges a factor: returns the challenge that its code must come with, and its end (Unix seconds). A phone is sent its code, once a
 * minute; for a security key the answer has the browser's options. Throws `mfa_factor_not_found`, `validation_failed`,
 * `over_request_rate_limit`, `over_sms_send_rate_limit`.
 */
export async function challengeFactor(services: Services, caller: Caller, { account }: SignedIn, factorId: string, body: unknown) {
  const { channel } = readInput(ChallengeFactor, body)
  await takeTurns(services, [limits.authFactor, caller.clientKey])
  const now = services.clock.now()
  const factor = account.factors.find(({ id }) => id === factorId)
  if (!factor || factor.kind === 'recovery_code' || factorHasExpired(factor, now)) throw factorNotFound()
  const locked = lockedSeconds(account.user, factor, now)
  if (locked > 0) throw tooManyRequests(locked)
  if (factor.kind === 'phone') await mayText(services, factor)

  const challenge = {
    id: newId(),
    factorId,
    clientKey: caller.clientKey,
    createdAt: toInstant(now),
    expiresAt: later(now, challengeMs),
  }
  await services.db.transaction().execute(async (tx) => {
    // Locks the factor, so that it can't be removed meanwhile.
    const kept = await tx
      .updateTable('authFactors')
      .set({ lastChallengedAt: challenge.createdAt })
      .where('id', '=', factorId)
      .returning('id')
      .executeTakeFirst()
    if (!kept) throw factorNotFound()
    await tx.insertInto('authChallenges').values(challenge).execute()
    if (factor.kind === 'phone')
      await enqueue(tx, now, [{ kind: 'account-text', payload: { challengeId: challenge.id, channel } satisfies AccountText }])
    await recordAudit(tx, now, { actor: account.user.id, action: 'factor.challenge', subject: factorId, detail: { kind: factor.kind } })
  })
  if (factor.kind === 'phone') services.jobsAdded()
  const asked = { id: challenge.id, type: factor.kind, expires_at: Math.floor(Date.parse(challenge.expiresAt) / 1000) }
  return factor.kind === 'webauthn' ? { ...asked, webauthn: await keyOptions(services, account.user, factor, challenge.id) } : asked
}

/** Takes the turn for a text message, by number, so removing a factor and adding it again doesn't reset it. */
async function mayText(services: Services, { userId, phone }: FactorRow): Promise<void> {
  const wait = await tryTurns(services, [
    [limits.authText, accountKey(services, `${userId} ${phone}`)],
    [limits.authTexts, userId],
  ])
  if (wait > 0) throw textTooSoon(wait)
}
