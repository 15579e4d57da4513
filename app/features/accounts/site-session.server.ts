import type { Kysely, Selectable, Transaction } from 'kysely'
import { StoreUnavailable } from '#app/platform/errors.ts'
import type { Services, Visit } from '#app/platform/services.ts'
import { hostCookie, hostCookieIn } from '#app/platform/site-cookies.ts'
import { later, minutes, toInstant } from '#app/values/clock.ts'
import { hashOf, newToken } from '#app/values/ids.ts'
import type { SiteSessionsTable, UserRole } from '#db/tables/accounts.ts'
import type { Tables } from '#db/tables.ts'
import { isBanned, nameOf, type UserRow } from './account-rows.ts'
import type { Viewer } from './auth-context.ts'
import { lacksSecondStep, type SignedIn } from './authenticate.server.ts'
import type { SessionTimes } from './components/session-times.ts'
import { readAccount } from './read-accounts.server.ts'
import { sessionIsOver, siteSessionLengthOf } from './session-length.ts'
import type { OpenSession } from './sessions.server.ts'

/* A sign-in to the site, as opposed to its API: a cookie with an opaque id, of which the hash is stored. Tokens never reach the browser.
   The session behind it is one of the user's devices, and both end together. */

/** Someone signed in to the site. */
export interface SiteSession extends SignedIn {
  /** When it ends without activity, and at the latest: ISO instants. */
  idleEndsAt: string
  endsAt: string
}

/** Activity is recorded once a minute. */
const seenEveryMs = minutes(1)

/** The id that a request's Cookie header carries. */
const idOf = (cookies: string | null | undefined, siteUrl: string) => hostCookieIn(cookies, 'sid', siteUrl)

/** Returns true if a request has a session cookie, valid or not. */
export const hasSiteCookie = ({ config }: Pick<Services, 'config'>, cookies: string | null | undefined): boolean =>
  idOf(cookies, config.siteUrl) !== undefined

/** Begins a site session over a session, in the caller's transaction. Returns the Set-Cookie header; scripts cannot read it. */
export async function beginSiteSession(
  services: Pick<Services, 'clock' | 'config'>,
  tx: Kysely<Tables>,
  { sessionId, role }: { sessionId: string; role: UserRole },
): Promise<string> {
  const now = services.clock.now()
  const { mostMs } = siteSessionLengthOf(role)
  const id = newToken()
  const at = toInstant(now)
  await tx
    .insertInto('siteSessions')
    .values({ idHash: hashOf(id), sessionId, seenAt: at, createdAt: at, endsAt: later(now, mostMs) })
    .execute()
  return cookieOf(services, id, mostMs / 1000)
}

/**
 * A new id for a session that was just raised, or whose user has just proved their identity: the old id is useless. Returns the Set-Cookie
 * header.
 */
export async function renewSiteSession(services: Services, { account, session }: SignedIn): Promise<string> {
  return services.db.transaction().execute(async (tx) => {
    await tx.deleteFrom('siteSessions').where('sessionId', '=', session.id).execute()
    return beginSiteSession(services, tx, { sessionId: session.id, role: account.user.role })
  })
}

/** The Set-Cookie header that deletes the cookie. */
export const endedCookie = (services: Pick<Services, 'config'>): string => cookieOf(services, '', 0)

function cookieOf({ config: { siteUrl } }: Pick<Services, 'config'>, id: string, maxAge: number): string {
  return hostCookie('sid', id, { siteUrl, maxAge })
}

/** The user of a request's cookie; no one if it is unknown, ended or expired. Counts as activity. */
export async function readSiteSession(services: Services, cookies: string | null | undefined): Promise<SiteSession | undefined> {
  const { db, clock } = services
  const found = await findSiteSession(services, cookies)
  if (!found) return undefined
  const { site, signedIn } = found
  const now = clock.now()
  const at = toInstant(now)
  if (later(site.seenAt, seenEveryMs) > at) return siteSessionOf(site, signedIn)
  try {
    await db.updateTable('siteSessions').set({ seenAt: at }).where('idHash', '=', site.idHash).execute()
    // The device is in use: the list of devices shows it, and it doesn't expire without refreshes.
    await db.updateTable('authSessions').set({ refreshedAt: at }).where('id', '=', signedIn.session.id).execute()
  } catch (error) {
    // A full disk doesn't keep anyone from reading.
    if (!(error instanceof StoreUnavailable)) throw error
  }
  return siteSessionOf({ ...site, seenAt: at }, signedIn)
}

/** The same without counting as activity: for automatic requests of a page. */
export async function peekSiteSession(services: Services, cookies: string | null | undefined): Promise<SiteSession | undefined> {
  const found = await findSiteSession(services, cookies)
  return found && siteSessionOf(found.site, found.signedIn)
}

async function findSiteSession(services: Services, cookies: string | null | undefined) {
  const { db, clock, config } = services
  const id = idOf(cookies, config.siteUrl)
  if (!id) return undefined
  const now = clock.now()
  const site = await db.selectFrom('siteSessions').selectAll().where('idHash', '=', hashOf(id)).executeTakeFirst()
  const session = site && (await db.selectFrom('authSessions').selectAll().where('id', '=', site.sessionId).executeTakeFirst())
  const account = session && (await readAccount(db, session.userId))
  if (!site || !session || !account || isBanned(account.user, now)) return undefined
  const signedIn = { account, session }
  const at = toInstant(now)
  let times = siteSessionOf(site, signedIn)
  // Checked only if it makes a difference.
  if (times.idleEndsAt <= at && (await isEngineersAccount(db, account.user.id))) times = siteSessionOf(site, signedIn, true)
  const { idleEndsAt, endsAt } = times
  if (endsAt <= at || idleEndsAt <= at || sessionIsOver({ ...session, refreshedAt: site.seenAt }, account.user.role, now)) return undefined
  return { site, signedIn }
}

/** Returns true if the account belongs to a current engineer of the roster. */
export const isEngineersAccount = async (db: Kysely<Tables>, userId: string): Promise<boolean> =>
  (await db
    .selectFrom('engineers')
    .select('id')
    .where('userId', '=', userId)
    .where('userId', 'is not', null)
    .where('retiredAt', 'is', null)
    .executeTakeFirst()) !== undefined

/** The role whose rules for passwords apply to someone: engineers read customers' addresses and door codes, as staff do. */
export const passwordRoleOf = async (db: Kysely<Tables>, { id, role }: Pick<UserRow, 'id' | 'role'>): Promise<UserRole> =>
  role === 'customer' && (await isEngineersAccount(db, id)) ? 'staff' : role

/** The times of a role count from the beginning of the session, also after a change of role. */
function siteSessionOf(
  { seenAt, createdAt, endsAt }: Selectable<SiteSessionsTable>,
  { account, session }: SignedIn,
  isEngineer = false,
): SiteSession {
  const { idleMs, mostMs } = siteSessionLengthOf(account.user.role, isEngineer)
  const bound = later(createdAt, mostMs)
  return { account, session, idleEndsAt: later(seenAt, idleMs), endsAt: bound < endsAt ? bound : endsAt }
}

/** The remaining times of a session, for the browser. */
export function sessionTimes({ clock }: Pick<Services, 'clock'>, { idleEndsAt, endsAt }: SiteSession): SessionTimes {
  const endsNext = idleEndsAt < endsAt ? idleEndsAt : endsAt
  return { leftMs: Math.max(0, Date.parse(endsNext) - clock.now().getTime()), mayStay: idleEndsAt < endsAt }
}

const viewers = new WeakMap<Visit, Promise<SiteSession | undefined>>()

/** The user of a visit; read once, however many parts of a page ask. No one while a second step is pending. */
export async function viewerOf(visit: Visit): Promise<SiteSession | undefined> {
  const session = await sessionOf(visit)
  return session && !lacksSecondStep(session) ? session : undefined
}

/** Reads the user again from the session as it is now: a form has changed something, perhaps the cookie, and the page must show it. */
export function readViewerAnew(visit: Visit, was: SiteSession): void {
  viewers.set(visit, sessionNow(visit.services.db, was))
}

async function sessionNow(db: Services['db'], was: SiteSession): Promise<SiteSession | undefined> {
  const session = await db.selectFrom('authSessions').selectAll().where('id', '=', was.session.id).executeTakeFirst()
  const account = session && (await readAccount(db, session.userId))
  return session && account && { ...was, session, account }
}

/** The user of a Cookie header, without counting as activity; no one while a second step is pending. */
export async function peekViewer(services: Services, cookies: string | null | undefined): Promise<SiteSession | undefined> {
  const session = await peekSiteSession(services, cookies)
  return session && !lacksSecondStep(session) ? session : undefined
}

/** A user who has taken the first step of two. */
export async function halfSignedIn(visit: Visit): Promise<SiteSession | undefined> {
  const session = await sessionOf(visit)
  return session && lacksSecondStep(session) ? session : undefined
}

function sessionOf(visit: Visit): Promise<SiteSession | undefined> {
  const known = viewers.get(visit) ?? readSiteSession(visit.services, visit.cookies)
  viewers.set(visit, known)
  return known
}

/** Returns true if a visit is signed in, even without its second step. Doesn't count as activity. */
export async function hasSiteSession(visit: Visit): Promise<boolean> {
  return Boolean(await (viewers.get(visit) ?? peekSiteSession(visit.services, visit.cookies)))
}

/** The signed-in user, as pages show them. */
export function viewerView({ account: { user } }: SignedIn): Viewer {
  return { name: nameOf(user), email: user.email ?? '', role: user.role }
}

/** Begins a site session over a session that has just been opened. Returns the Set-Cookie header. */
export async function siteCookie(services: Services, tx: Transaction<Tables>, { session }: OpenSession): Promise<string> {
  const { role } = await tx.selectFrom('authUsers').select('role').where('id', '=', session.userId).executeTakeFirstOrThrow()
  return beginSiteSession(services, tx, { sessionId: session.id, role })
}
