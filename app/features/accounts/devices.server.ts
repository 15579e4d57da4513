import type { Selectable } from 'kysely'
import { recordAudit } from '#app/platform/audit.ts'
import type { Services } from '#app/platform/services.ts'
import { spokenMoment } from '#app/platform/spoken-moment.ts'
import { later, toInstant } from '#app/values/clock.ts'
import type { SiteSessionsTable } from '#db/tables/accounts.ts'
import type { SignedIn } from './authenticate.server.ts'
import { lockUser } from './lock-accounts.server.ts'
import { sessionIsOver, siteSessionLengthOf } from './session-length.ts'
import { deviceName } from './sessions/device-name.ts'
import { isEngineersAccount } from './site-session.server.ts'

/** A signed-in device, in words for its owner. */
interface Device {
  id: string
  name: string
  isThis: boolean
  /** 'This website', or a client of the API. */
  where: 'site' | 'api'
  /** How it signed in besides, or instead of, the password. */
  by?: 'passkey' | 'two-step verification'
  /** 'Fri 20 Nov, 14:05', by London's clocks. */
  since: string
  lastUsed: string
}

/** The user's signed-in devices: this one first, then by last use. Expired ones are left out. */
export async function readDevices({ db, clock }: Pick<Services, 'db' | 'clock'>, { account, session: own }: SignedIn): Promise<Device[]> {
  const now = clock.now()
  const { id: userId, role } = account.user
  const sessions = await db.selectFrom('authSessions').selectAll().where('userId', '=', userId).orderBy('refreshedAt', 'desc').execute()
  const sites = await db
    .selectFrom('siteSessions')
    .innerJoin('authSessions', 'authSessions.id', 'siteSessions.sessionId')
    .selectAll('siteSessions')
    .where('authSessions.userId', '=', userId)
    .execute()
  const isEngineer = await isEngineersAccount(db, userId)
  const siteOf = new Map(sites.map((site) => [site.sessionId, site]))
  const devices = sessions.flatMap((session): Device[] => {
    const site = siteOf.get(session.id)
    if (sessionIsOver(session, role, now) || (site && siteIsOver(site, siteSessionLengthOf(role, isEngineer), now))) return []
    return [
      {
        id: session.id,
        name: deviceName(session.userAgent),
        isThis: session.id === own.id,
        where: site ? 'site' : 'api',
        by: session.passkeyId ? 'passkey' : session.aal === 'aal2' ? 'two-step verification' : undefined,
        since: spokenMoment(session.createdAt, now),
        lastUsed: spokenMoment(site && site.seenAt > session.refreshedAt ? site.seenAt : session.refreshedAt, now),
      },
    ]
  })
  return [...devices.filter(({ isThis }) => isThis), ...devices.filter(({ isThis }) => !isThis)]
}

function siteIsOver({ endsAt, seenAt }: Selectable<SiteSessionsTable>, { idleMs }: { idleMs: number }, now: Date): boolean {
  const at = toInstant(now)
  return endsAt <= at || later(seenAt, idleMs) <= at
}

/**
 * Signs out one of the user's devices: its pages and tokens are refused from the next request on. Returns the device; undefined if it was
 * signed out before, or isn't theirs.
 */
export async function endDevice(services: Services, { account }: SignedIn, sessionId: string): Promise<string | undefined> {
  const { id: userId } = account.user
  const ended = await services.db.transaction().execute(async (tx) => {
    await lockUser(tx, userId)
    const session = await tx
      .deleteFrom('authSessions')
      .where('id', '=', sessionId)
      .where('userId', '=', userId)
      .returning('userAgent')
      .executeTakeFirst()
    if (!session) return undefined
    const detail = { scope: 'one', reason: 'signed out from another device' }
    await recordAudit(tx, services.clock.now(), { actor: userId, action: 'session.end', subject: sessionId, detail })
    return session
  })
  return ended && deviceName(ended.userAgent)
}
