import type { Hono } from 'hono'
import { challengeFactor } from '#app/features/accounts/challenge-factor.server.ts'
import { enrolFactor } from '#app/features/accounts/enrol-factor.server.ts'
import {
  createRecoveryCodes,
  readRecoveryCodes,
  regenerateRecoveryCodes,
  removeRecoveryCodes,
  verifyRecoveryCode,
} from '#app/features/accounts/recovery-codes.server.ts'
import { removeFactor } from '#app/features/accounts/remove-factor.server.ts'
import { verifyFactor } from '#app/features/accounts/verify-factor.server.ts'
import { type AuthContext, type AuthEnv, type AuthParts, readBody, readId } from './request.ts'
import { sessionAnswer } from './session-answer.ts'

/** Second factors and recovery codes (docs/api.md). */
export function addFactorRoutes(api: Hono<AuthEnv>, { services, caller, signedIn }: AuthParts): void {
  const factorId = (c: AuthContext) => readId(c.req.param('id'), 'factor_id')

  // Before those that take an id.
  api.get('/factors/recovery-codes', async (c) => c.json(await readRecoveryCodes(services, await signedIn(c))))
  api.post('/factors/recovery-codes', async (c) => c.json(await createRecoveryCodes(services, await signedIn(c), await readBody(c))))
  api.delete('/factors/recovery-codes', async (c) => c.json(await removeRecoveryCodes(services, await signedIn(c))))
  api.post('/factors/recovery-codes/verify', async (c) =>
    c.json(await sessionAnswer(services, await verifyRecoveryCode(services, caller(c), await signedIn(c), await readBody(c)))),
  )
  api.post('/factors/recovery-codes/regenerate', async (c) => c.json(await regenerateRecoveryCodes(services, await signedIn(c))))

  api.post('/factors', async (c) => c.json(await enrolFactor(services, await signedIn(c), await readBody(c))))
  api.post('/factors/:id/challenge', async (c) =>
    c.json(await challengeFactor(services, caller(c), await signedIn(c), factorId(c), await readBody(c))),
  )
  api.post('/factors/:id/verify', async (c) =>
    c.json(await sessionAnswer(services, await verifyFactor(services, caller(c), await signedIn(c), factorId(c), await readBody(c)))),
  )
  api.delete('/factors/:id', async (c) => c.json(await removeFactor(services, await signedIn(c), factorId(c))))
}
