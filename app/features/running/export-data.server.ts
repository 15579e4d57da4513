import type { Account } from '#app/features/accounts/account-rows.ts'
import { requireRecentProof, requireSecondFactor, type SignedIn } from '#app/features/accounts/authenticate.server.ts'
import { accountMailJobsOf } from '#app/features/accounts/mail-account.server.ts'
import { type Caller, takeTurns } from '#app/features/accounts/take-turns.server.ts'
import type { Contact } from '#app/features/booking/erase-bookings.server.ts'
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
  const { account } = signedIn
  const { id, email, emailConfirmedAt } = account.user
  // A booking may have anyone's number.
  const bookings = { emails: email && emailConfirmedAt ? [email] : [], phones: [] }
  const phones = numbersOf(account.factors.filter(({ status }) => status === 'verified'))
  const copy = {
    ...about(clock),
    ...(await copyOfAccount(services, account)),
    ...(await copyOfContact(services, { bookings, phones, recipients: recipientsOf(account), account })),
    notHere: [
      ...notKept,
      'Bookings made with another email address aren’t included, nor are texts and calls from a number that your account hasn’t confirmed. Ask us for those.',
    ],
  }
  await recordAudit(db, clock.now(), { actor: id, action: 'user.export-data', subject: id })
  return copy
}

/** The same for someone who asked us and has shown who they are: by their addresses and numbers, with their account if they have one. */
export async function copyForRequest(services: Services, contact: Contact, account: Account | undefined) {
  const recipients = [...contact.emails, ...contact.phones]
  return {
    ...about(services.clock),
    ...(account ? await copyOfAccount(services, account) : {}),
    ...(await copyOfContact(services, { bookings: contact, phones: contact.phones, recipients, account })),
    notHere: notKept,
  }
}

const about = ({ now }: Services['clock']) => ({
  about: 'A copy of what we store about you. Times are in UTC, amounts in pence. Our privacy notice explains what each part means.',
  madeAt: toInstant(now()),
})

const notKept = [
  'Your choice about analytics is only kept in your browser.',
  'We don’t keep the words of emails and texts once they’re sent, only which ones they were, when they were sent and what became of them.',
]

async function copyOfAccount(services: Services, account: Account) {
  const { db } = services
  const { user } = account
  return {
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
    log: await readLog(db, account),
  }
}

interface CopiedContact {
  bookings: Contact
  /** Of texts and calls without a booking. */
  phones: readonly string[]
  recipients: readonly string[]
  account: Account | undefined
}

async function copyOfContact(services: Services, { bookings, phones, recipients, account }: CopiedContact) {
  const { db } = services
  const jobs = account ? await accountMailJobsOf(services, db, account.user) : []
  const kept = db.selectFrom('localMail').select(storedData.localMail.handedOut).where('recipient', 'in', recipients).orderBy('at')
  return {
    bookings: await readBookings(db, bookings, account?.user.id ?? ''),
    notesOfOurStaff: await readCustomerNotes(db, bookings, account?.user.id ?? ''),
    textsAndCalls:
      phones.length === 0
        ? []
        : await db.selectFrom('enquiries').select(storedData.enquiries.handedOut).where('phone', 'in', phones).orderBy('id').execute(),
    chosenByUs:
      recipients.length === 0
        ? []
        : await db
            .selectFrom('chosenMessages')
            .select(storedData.chosenMessages.handedOut)
            .where('consentContact', 'in', recipients)
            .execute(),
    mails: {
      aboutTheAccount: jobs.map(({ kind, state, createdAt, finishedAt }) => ({ kind, state, createdAt, finishedAt })),
      keptOnOurServer: recipients.length > 0 ? await kept.execute() : [],
    },
  }
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

/** Returns the user's acts, and those on their account, devices, second steps and sign-in methods. */
async function readLog(db: Database, { user, factors, identities }: Account) {
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
