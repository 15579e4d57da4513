import { requireRecentProof, requireSecondFactor, type SignedIn } from '#app/features/accounts/authenticate.server.ts'
import { accountMailJobsOf } from '#app/features/accounts/mail-account.server.ts'
import { type Caller, takeTurns } from '#app/features/accounts/take-turns.server.ts'
import { recordAudit } from '#app/platform/audit.ts'
import type { Database } from '#app/platform/database.ts'
import { limits } from '#app/platform/limits.ts'
import type { Services } from '#app/platform/services.ts'
import { toInstant } from '#app/values/clock.ts'
import { actionText, byText } from './copy-texts.ts'
import { numbersOf, recipientsOf } from './delete-account.server.ts'
import { ownOf, readBookings, readCustomerNotes } from './privacy/export-bookings.server.ts'
import { storedData } from './privacy/stored-data.ts'

/**
 * Everything stored about the signed-in user, as machine-readable data (UK GDPR, articles 15 and 20; docs/api.md): never a hash, a key, a
 * sign-in link, or someone else's number. Bookings are those of the confirmed address. Instants are ISO 8601 in UTC, money is pence. Throws
 * `insufficient_aal`, `reauthentication_needed`, `over_request_rate_limit`.
 */
export async function exportData(services: Services, caller: Caller, signedIn: SignedIn) {
  requireSecondFactor(signedIn, 403)
  requireRecentProof(services, signedIn, 'A copy of the data')
  await takeTurns(services, [limits.authAsk, caller.clientKey])
  const { db, clock } = services
  const { user } = signedIn.account
  const copy = {
    about: 'A copy of what we store about you. Times are in UTC, amounts in pence. Our privacy notice explains what each part means.',
    madeAt: toInstant(clock.now()),
    account: await readUser(db, user.id),
    waysToSignIn: await readIdentities(db, user.id),
    secondSteps: await readFactors(db, user.id),
    passkeys: await readPasskeys(db, user.id),
    devices: await readSessions(db, user.id),
    devicesWithAlerts: await db
      .selectFrom('pushSubscriptions')
      .select(storedData.pushSubscriptions.handedOut)
      .where('userId', '=', user.id)
      .orderBy('id')
      .execute(),
    linksAndCodesSent: await db
      .selectFrom('authMailTokens')
      .select(storedData.authMailTokens.handedOut)
      .where('userId', '=', user.id)
      .execute(),
    invitations: await db
      .selectFrom('staffInvitations')
      .select(storedData.staffInvitations.handedOut)
      .where('email', '=', user.email ?? '')
      .execute(),
    bookings: user.email && user.emailConfirmedAt ? await readBookings(db, user.email, user.id) : [],
    notesOfOurStaff: user.email && user.emailConfirmedAt ? await readCustomerNotes(db, user.email, user.id) : [],
    textsAndCalls: await readEnquiriesOf(db, signedIn),
    mails: await readMails(services, signedIn),
    log: await readLog(db, signedIn),
    notHere: [
      'Your choice about analytics is only kept in your browser.',
      'We don’t keep the words of emails and texts once they’re sent, only which ones they were, when they were sent and what became of them.',
      'Bookings made with another email address aren’t included, nor are texts and calls from a number that your account hasn’t confirmed. Ask us for those.',
    ],
  }
  await recordAudit(db, clock.now(), { actor: user.id, action: 'user.export-data', subject: user.id })
  return copy
}

async function readUser(db: Database, userId: string) {
  const user = await db.selectFrom('authUsers').select(storedData.authUsers.handedOut).where('id', '=', userId).executeTakeFirstOrThrow()
  return { ...user, appMetadata: JSON.parse(user.appMetadata), userMetadata: JSON.parse(user.userMetadata) }
}

async function readIdentities(db: Database, userId: string) {
  const rows = await db
    .selectFrom('authIdentities')
    .select(storedData.authIdentities.handedOut)
    .where('userId', '=', userId)
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ ...row, identityData: JSON.parse(row.identityData) }))
}

async function readPasskeys(db: Database, userId: string) {
  const rows = await db
    .selectFrom('authPasskeys')
    .select(storedData.authPasskeys.handedOut)
    .where('userId', '=', userId)
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ ...row, transports: JSON.parse(row.transports) }))
}

async function readFactors(db: Database, userId: string) {
  const factors = await db
    .selectFrom('authFactors')
    .select(storedData.authFactors.handedOut)
    .where('userId', '=', userId)
    .orderBy('id')
    .execute()
  const codes = await db
    .selectFrom('authRecoveryCodes')
    .innerJoin('authFactors', 'authFactors.id', 'authRecoveryCodes.factorId')
    .select(['factorId', 'authRecoveryCodes.createdAt', 'usedAt'])
    .where('userId', '=', userId)
    .execute()
  return factors.map((factor) => ({ ...factor, recoveryCodes: ownOf(codes, 'factorId', factor.id) }))
}

async function readSessions(db: Database, userId: string) {
  const sessions = await db
    .selectFrom('authSessions')
    .select(storedData.authSessions.handedOut)
    .where('userId', '=', userId)
    .orderBy('id')
    .execute()
  const ids = sessions.map(({ id }) => id)
  const sites = await db
    .selectFrom('siteSessions')
    .select([...storedData.siteSessions.handedOut, 'sessionId'])
    .where('sessionId', 'in', ids)
    .execute()
  return sessions.map((session) => ({ ...session, amr: JSON.parse(session.amr), onThisWebsite: ownOf(sites, 'sessionId', session.id) }))
}

/** Texts and calls without a booking from a number that the account has confirmed: bookings may have anyone's number. */
async function readEnquiriesOf(db: Database, { account: { factors } }: SignedIn) {
  const phones = numbersOf(factors.filter(({ status }) => status === 'verified'))
  if (phones.length === 0) return []
  return db.selectFrom('enquiries').select(storedData.enquiries.handedOut).where('phone', 'in', phones).orderBy('id').execute()
}

async function readMails(services: Services, { account }: SignedIn) {
  const jobs = await accountMailJobsOf(services, services.db, account.user)
  const recipients = recipientsOf(account)
  const kept = services.db.selectFrom('localMail').select(storedData.localMail.handedOut).where('recipient', 'in', recipients).orderBy('at')
  return {
    aboutTheAccount: jobs.map(({ kind, state, createdAt, finishedAt }) => ({ kind, state, createdAt, finishedAt })),
    keptOnOurServer: recipients.length > 0 ? await kept.execute() : [],
  }
}

/** Returns the user's acts, and those on their account, devices, second steps and sign-in methods. */
async function readLog(db: Database, { account: { user, factors, identities } }: SignedIn) {
  const sessions = await db.selectFrom('authSessions').select('id').where('userId', '=', user.id).execute()
  const subjects = [user, ...factors, ...identities, ...sessions].map(({ id }) => id)
  const entries = await db
    .selectFrom('auditLog')
    .select([...storedData.auditLog.handedOut, 'actor'])
    .where((eb) => eb.or([eb('actor', '=', user.id), eb('subject', 'in', subjects)]))
    .orderBy('id')
    .execute()
  return entries.map(({ at, action, detail, actor }) => ({
    at,
    action,
    what: actionText(action),
    by: byText(actor, user.id),
    detail: JSON.parse(detail),
  }))
}
