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
import { type CopiedRows, readParts, readRows } from './privacy/copied-rows.server.ts'
import { type Copied, readBookings, readCustomerNotes } from './privacy/export-bookings.server.ts'
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

/**
 * The same for someone who asked us and has shown who they are: by the addresses and numbers that are theirs alone, with their account if they
 * have one.
 */
export async function copyForRequest(
  services: Services,
  { bookings, contact, account }: { bookings: Copied; contact: Contact; account: Account | undefined },
) {
  const recipients = [...contact.emails, ...contact.phones]
  return {
    ...about(services.clock),
    ...(account ? await copyOfAccount(services, account) : {}),
    ...(await copyOfContact(services, { bookings, phones: contact.phones, recipients, account })),
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

/** Parts of the copy of an account, by their names there. */
const ofAccount = {
  waysToSignIn: { table: 'authIdentities', inOrderOf: 'id', json: ['identityData'] },
  secondSteps: {
    ...{ table: 'authFactors', inOrderOf: 'id' },
    own: { linkedBy: 'factorId', parts: { recoveryCodes: { table: 'authRecoveryCodes' } } },
  },
  passkeys: { table: 'authPasskeys', inOrderOf: 'id', json: ['transports'] },
  devices: {
    ...{ table: 'authSessions', inOrderOf: 'id', json: ['amr'] },
    own: { linkedBy: 'sessionId', parts: { onThisWebsite: { table: 'siteSessions' } } },
  },
  devicesWithAlerts: { table: 'pushSubscriptions', inOrderOf: 'id' },
  linksAndCodesSent: { table: 'authMailTokens' },
} as const satisfies Record<string, CopiedRows>

async function copyOfAccount({ db }: Services, account: Account) {
  const { id: userId, email } = account.user
  const [user] = await readRows(
    db,
    { table: 'authUsers', json: ['appMetadata', 'userMetadata'] },
    { column: 'id', values: [userId], userId },
  )
  const partsOf = await readParts(db, ofAccount, { column: 'userId', values: [userId], userId })
  return {
    account: user,
    ...partsOf(userId),
    invitations: await readRows(db, { table: 'staffInvitations' }, { column: 'email', values: [email ?? ''], userId }),
    log: await readLog(db, account),
  }
}

interface CopiedContact {
  bookings: Copied
  /** Of texts and calls without a booking. */
  phones: readonly string[]
  recipients: readonly string[]
  account: Account | undefined
}

async function copyOfContact(services: Services, { bookings, phones, recipients, account }: CopiedContact) {
  const { db } = services
  const userId = account?.user.id ?? ''
  const jobs = account ? await accountMailJobsOf(services, db, account.user) : []
  const rowsOf = (part: CopiedRows, column: string, values: readonly string[]) => readRows(db, part, { column, values, userId })
  return {
    bookings: await readBookings(db, bookings, userId),
    notesOfOurStaff: await readCustomerNotes(db, bookings, userId),
    textsAndCalls: await rowsOf({ table: 'enquiries', inOrderOf: 'id' }, 'phone', phones),
    chosenByUs: await rowsOf({ table: 'chosenMessages' }, 'consentContact', recipients),
    mails: {
      aboutTheAccount: jobs.map(({ kind, state, createdAt, finishedAt }) => ({ kind, state, createdAt, finishedAt })),
      keptOnOurServer: await rowsOf({ table: 'localMail', inOrderOf: 'at' }, 'recipient', recipients),
    },
  }
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
