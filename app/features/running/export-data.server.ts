import { requireRecentProof, requireSecondFactor, type SignedIn } from '#app/features/accounts/authenticate.server.ts'
import { accountMailJobsOf } from '#app/features/accounts/mail-account.server.ts'
import { type Caller, takeTurns } from '#app/features/accounts/take-turns.server.ts'
import { announcementKind } from '#app/features/booking/announce.ts'
import { recordAudit } from '#app/platform/audit.ts'
import type { Database } from '#app/platform/database.ts'
import { limits } from '#app/platform/limits.ts'
import type { Services } from '#app/platform/services.ts'
import { toInstant } from '#app/values/clock.ts'
import { pictureMark } from './copy-file.server.ts'
import { actionText, byText } from './copy-texts.ts'
import { recipientsOf } from './delete-account.server.ts'
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
    mails: await readMails(services, signedIn),
    log: await readLog(db, signedIn),
    notHere: [
      'Your choice about analytics is only kept in your browser.',
      'Bookings made with another email address aren’t included. Ask us for those.',
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

async function readBookings(db: Database, email: string, userId: string) {
  const bookings = await db
    .selectFrom('bookings')
    .select(storedData.bookings.handedOut)
    .where(({ eb, fn }) => eb(fn<string>('lower', ['email']), '=', email))
    .orderBy('id')
    .execute()
  const ids = bookings.map(({ id }) => id)
  if (ids.length === 0) return []
  const {
    bookingEvents,
    bookingMessages,
    bookingNotes,
    jobSheets,
    replacedSheets,
    jobParts,
    callAttempts,
    timeCorrections,
    photos,
    extraWorks,
    gasAppliances,
    gasReasons,
    complaints,
    staffActs,
    credits,
    charges,
    redlineSlots,
    checkouts,
    payments,
    refunds,
    jobs,
  } = storedData
  const events = await db
    .selectFrom('bookingEvents')
    .select([...bookingEvents.handedOut, 'bookingId', 'actor'])
    .where('bookingId', 'in', ids)
    .orderBy('id')
    .execute()
  const messages = await db
    .selectFrom('bookingMessages')
    .select([...bookingMessages.handedOut, 'bookingId', 'actor'])
    .where('bookingId', 'in', ids)
    .orderBy('id')
    .execute()
  const notes = await db
    .selectFrom('bookingNotes')
    .select([...bookingNotes.handedOut, 'bookingId', 'actor'])
    .where('bookingId', 'in', ids)
    .orderBy('id')
    .execute()
  const sheets = await db
    .selectFrom('jobSheets')
    .select([...jobSheets.handedOut, 'bookingId', 'savedBy'])
    .where('bookingId', 'in', ids)
    .execute()
  const replaced = await db
    .selectFrom('replacedSheets')
    .select([...replacedSheets.handedOut, 'bookingId', 'savedBy'])
    .where('bookingId', 'in', ids)
    .orderBy('revision')
    .execute()
  const parts = await db
    .selectFrom('jobParts')
    .select([...jobParts.handedOut, 'bookingId'])
    .where('bookingId', 'in', ids)
    .orderBy('number')
    .execute()
  const corrections = await db
    .selectFrom('timeCorrections')
    .select([...timeCorrections.handedOut, 'bookingId', 'actor'])
    .where('bookingId', 'in', ids)
    .orderBy('id')
    .execute()
  const tries = await db
    .selectFrom('callAttempts')
    .select([...callAttempts.handedOut, 'bookingId', 'actor'])
    .where('bookingId', 'in', ids)
    .orderBy('at')
    .execute()
  // A receipt is between us and a shop.
  const taken = await db
    .selectFrom('photos')
    .select([...photos.handedOut, 'file', 'bookingId'])
    .where('bookingId', 'in', ids)
    .where('kind', '!=', 'receipt')
    .orderBy('takenAt')
    .execute()
  const works = await db
    .selectFrom('extraWorks')
    .select([...extraWorks.handedOut, 'bookingId', 'proposedBy', 'decidedBy'])
    .where('bookingId', 'in', ids)
    .orderBy('proposedAt')
    .execute()
  const appliances = await db
    .selectFrom('gasAppliances')
    .select([...gasAppliances.handedOut, 'bookingId', 'recordedBy'])
    .where('bookingId', 'in', ids)
    .orderBy('recordedAt')
    .execute()
  const reasons = await db
    .selectFrom('gasReasons')
    .select([...gasReasons.handedOut, 'bookingId', 'actor'])
    .where('bookingId', 'in', ids)
    .execute()
  const complained = await db
    .selectFrom('complaints')
    .select([...complaints.handedOut, 'bookingId'])
    .where('bookingId', 'in', ids)
    .orderBy('id')
    .execute()
  const acts = await db
    .selectFrom('staffActs')
    .select([...staffActs.handedOut, 'bookingId', 'actor'])
    .where('bookingId', 'in', ids)
    .orderBy('id')
    .execute()
  const missed = await db
    .selectFrom('credits')
    .select([...credits.handedOut, 'bookingId', 'withdrawnBy'])
    .where('bookingId', 'in', ids)
    .orderBy('missedAt')
    .execute()
  const fees = await db
    .selectFrom('charges')
    .select([...charges.handedOut, 'bookingId', 'arisenBy', 'withdrawnBy'])
    .where('bookingId', 'in', ids)
    .orderBy('arisenAt')
    .execute()
  const slots = await db
    .selectFrom('redlineSlots')
    .select([...redlineSlots.handedOut, 'bookingId'])
    .where('bookingId', 'in', ids)
    .execute()
  const opened = await db
    .selectFrom('checkouts')
    .select([...checkouts.handedOut, 'bookingId'])
    .where('bookingId', 'in', ids)
    .execute()
  const paid = await db
    .selectFrom('payments')
    .select([...payments.handedOut, 'id', 'bookingId'])
    .where('bookingId', 'in', ids)
    .execute()
  const returned = await db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.paymentId')
    .select(refunds.handedOut.map((column) => `refunds.${column}` as const))
    .select('paymentId')
    .where('payments.bookingId', 'in', ids)
    .execute()
  const paidOf = paid.map(({ id, bookingId, ...payment }) => ({
    ...payment,
    bookingId: bookingId ?? '',
    refunds: ownOf(returned, 'paymentId', id),
  }))
  const sent = await db
    .selectFrom('jobs')
    .select([...jobs.handedOut, 'about'])
    .where('about', 'in', ids)
    // Its results are listed separately.
    .where('kind', '!=', announcementKind)
    .orderBy('id')
    .execute()
  const sentOf = sent.map(({ about, ...job }) => ({ ...job, bookingId: about ?? '' }))
  const billsOf = await readBills(db, ids)
  const withBy = ({ actor, ...row }: { actor: string }) => ({ ...row, by: byText(actor, userId) })
  return bookings.map((booking) => ({
    ...booking,
    frozenTerms: JSON.parse(booking.frozenTerms),
    history: ownOf(events, 'bookingId', booking.id).map(withBy),
    messages: ownOf(messages, 'bookingId', booking.id).map(withBy),
    notesOfOurStaff: ownOf(notes, 'bookingId', booking.id).map(withBy),
    jobSheets: ownOf(sheets, 'bookingId', booking.id).map(({ savedBy, ...sheet }) => ({ ...sheet, by: byText(savedBy, userId) })),
    replacedJobSheets: ownOf(replaced, 'bookingId', booking.id).map(({ savedBy, sheet, savedAt }) => ({
      ...(JSON.parse(sheet) as object),
      ...{ savedAt, by: byText(savedBy, userId) },
    })),
    parts: ownOf(parts, 'bookingId', booking.id),
    correctedTimes: ownOf(corrections, 'bookingId', booking.id).map(withBy),
    callsFromTheDoor: ownOf(tries, 'bookingId', booking.id).map(withBy),
    photos: ownOf(taken, 'bookingId', booking.id).map(({ file, ...photo }) => ({ ...photo, picture: pictureMark(file) })),
    extraWork: ownOf(works, 'bookingId', booking.id).map(({ proposedBy, decidedBy, lines, ...work }) => ({
      ...work,
      lines: JSON.parse(lines),
      by: byText(proposedBy, userId),
      decidedBy: decidedBy && byText(decidedBy, userId),
    })),
    gasAppliances: ownOf(appliances, 'bookingId', booking.id).map(({ recordedBy, checks, ...appliance }) => ({
      ...appliance,
      checks: JSON.parse(checks),
      by: byText(recordedBy, userId),
    })),
    noGasRecord: ownOf(reasons, 'bookingId', booking.id).map(withBy),
    complaints: ownOf(complained, 'bookingId', booking.id),
    actsOfOurStaff: ownOf(acts, 'bookingId', booking.id).map(withBy),
    promisesMissed: ownOf(missed, 'bookingId', booking.id).map(({ withdrawnBy, ...row }) => ({
      ...row,
      withdrawnBy: withdrawnBy && byText(withdrawnBy, userId),
    })),
    fees: ownOf(fees, 'bookingId', booking.id).map(({ arisenBy, withdrawnBy, ...row }) => ({
      ...row,
      by: byText(arisenBy, userId),
      withdrawnBy: withdrawnBy && byText(withdrawnBy, userId),
    })),
    redLineSlots: ownOf(slots, 'bookingId', booking.id),
    paymentPages: ownOf(opened, 'bookingId', booking.id),
    payments: ownOf(paidOf, 'bookingId', booking.id),
    bills: ownOf(billsOf.bills, 'bookingId', booking.id),
    correctionsOfBills: ownOf(billsOf.corrections, 'bookingId', booking.id),
    sent: ownOf(sentOf, 'bookingId', booking.id),
  }))
}

async function readBills(db: Database, bookingIds: readonly string[]) {
  const { bills, creditNotes, billCorrections, billNotes } = storedData
  const issued = await db
    .selectFrom('bills')
    .select([...bills.handedOut, 'id', 'bookingId'])
    .where('bookingId', 'in', bookingIds)
    .orderBy('issuedAt')
    .execute()
  const credited = await db
    .selectFrom('creditNotes')
    .innerJoin('bills', 'bills.id', 'creditNotes.billId')
    .select(creditNotes.handedOut.map((column) => `creditNotes.${column}` as const))
    .select('creditNotes.billId')
    .where('bills.bookingId', 'in', bookingIds)
    .execute()
  const notes = await db
    .selectFrom('billNotes')
    .innerJoin('bills', 'bills.id', 'billNotes.billId')
    .select(billNotes.handedOut.map((column) => `billNotes.${column}` as const))
    .select('billNotes.billId')
    .where('bills.bookingId', 'in', bookingIds)
    .execute()
  const corrections = await db
    .selectFrom('billCorrections')
    .select([...billCorrections.handedOut, 'bookingId'])
    .where('bookingId', 'in', bookingIds)
    .orderBy('madeAt')
    .execute()
  const parsed = issued.map(({ id, lines, supplier, customer, visit, ...bill }) => ({
    ...bill,
    ...{ lines: JSON.parse(lines), supplier: JSON.parse(supplier), customer: JSON.parse(customer), visit: JSON.parse(visit) },
    creditNotes: ownOf(credited, 'billId', id),
    notesOfOurStaff: ownOf(notes, 'billId', id),
  }))
  return { bills: parsed, corrections }
}

/** The rows that belong to another table's rows, without repeating that each time. */
function ownOf<Link extends string, Row extends Record<Link, string>>(rows: readonly Row[], link: Link, id: string): Omit<Row, Link>[] {
  return rows.flatMap(({ [link]: owner, ...row }) => (owner === id ? [row] : []))
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
