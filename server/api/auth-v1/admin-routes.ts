import type { Hono } from 'hono'
import { endWithChange } from '#app/features/accounts/change-access.server.ts'
import { lockUser } from '#app/features/accounts/lock-accounts.server.ts'
import { readAccount } from '#app/features/accounts/read-accounts.server.ts'
import { AuthRefusal, noSuchUser, validationFailed } from '#app/features/accounts/refusals.ts'
import { takeOff } from '#app/features/accounts/remove-factor.server.ts'
import type { Services } from '#app/platform/services.ts'
import { createUserByService, deleteUser, listUsers, showUser, updateUserByService } from './admin-users.ts'
import { generateLink } from './generate-link.ts'
import { inviteUser } from './invite-user.ts'
import { type AuthContext, type AuthEnv, type AuthParts, readBody, readId } from './request.ts'
import { factorView } from './user-answer.ts'

/** Adds the routes for user administration with the service key (docs/api.md). Without a configured key, all are refused. */
export function addAdminRoutes(api: Hono<AuthEnv>, { services, requireService }: AuthParts): void {
  // Checked before anything else, on unknown paths too.
  for (const path of ['/admin/*', '/invite'])
    api.use(path, async (c, next) => {
      await requireService(c)
      await next()
    })

  api.get('/admin/users', async (c) => {
    const [page, perPage] = [countOf(c, 'page', 1), Math.min(countOf(c, 'per_page', 50), mostPerPage)]
    const { users, total } = await listUsers(services, page, perPage)
    return c.json({ users, aud: 'authenticated' }, 200, { 'X-Total-Count': String(total), Link: linkHeader(page, perPage, total) })
  })
  api.post('/admin/users', async (c) => c.json(await createUserByService(services, await readBody(c))))
  api.get('/admin/users/:id', async (c) => c.json(await showUser(services, userId(c))))
  api.put('/admin/users/:id', async (c) => c.json(await updateUserByService(services, userId(c), await readBody(c))))
  api.delete('/admin/users/:id', async (c) => {
    await deleteUser(services, userId(c), await readBody(c))
    return c.json({})
  })
  api.get('/admin/users/:id/factors', async (c) => c.json(await listFactors(services, userId(c))))
  api.delete('/admin/users/:id/factors/:factor', async (c) =>
    c.json(await deleteFactorByService(services, userId(c), readId(c.req.param('factor'), 'factor_id'))),
  )
  api.post('/invite', async (c) => c.json(await inviteUser(services, await readBody(c), c.req.query('redirect_to'))))
  api.post('/admin/generate_link', async (c) => c.json(await generateLink(services, await readBody(c), c.req.query('redirect_to'))))
}

const mostPerPage = 1_000

const userId = (c: AuthContext) => readId(c.req.param('id'), 'user_id')

/** Returns a count from the query; clients send an empty one for the default. Throws `validation_failed`. */
function countOf(c: AuthContext, name: string, otherwise: number): number {
  const value = c.req.query(name)
  if (!value) return otherwise
  if (!/^[1-9]\d{0,5}$/.test(value)) throw validationFailed(`${name} is not valid: a number from 1`)
  return Number(value)
}

/** The next page, if there is one, and the last (RFC 8288), with the number first in the query, where clients look for it. */
function linkHeader(page: number, perPage: number, total: number): string {
  const last = Math.max(1, Math.ceil(total / perPage))
  const link = (number: number, rel: string) => `</admin/users?page=${number}&per_page=${perPage}>; rel="${rel}"`
  return [...(page < last ? [link(page + 1, 'next')] : []), link(last, 'last')].join(', ')
}

/** Returns a user's factors, for holders of the service key. Throws `user_not_found`. */
async function listFactors({ db }: Services, userId: string) {
  const account = await readAccount(db, userId)
  if (!account) throw noSuchUser()
  return account.factors.map(factorView)
}

/**
 * Removes a user's factor, with the service key: for someone who has lost it, perhaps with a phone that is signed in, so all sessions end.
 * With the last factor the recovery codes go too. Throws `mfa_factor_not_found`.
 */
export async function deleteFactorByService(services: Services, userId: string, factorId: string): Promise<{ id: string }> {
  await services.db.transaction().execute(async (tx) => {
    await lockUser(tx, userId)
    const account = await readAccount(tx, userId)
    const factor = account?.factors.find(({ id }) => id === factorId)
    if (!account || !factor) throw new AuthRefusal(404, 'mfa_factor_not_found', 'Factor not found')
    await takeOff(services, tx, account, factor, 'service')
    if (factor.status === 'verified') await endWithChange(services, tx, 'second step removed by the service', { userId, actor: 'service' })
  })
  services.jobsAdded()
  return { id: factorId }
}
