import type { Kysely, Selectable } from 'kysely'
import { limits } from '#app/platform/limits.ts'
import { sameSecret } from '#app/platform/secrets.ts'
import type { Services } from '#app/platform/services.ts'
import { type Instant, later, toInstant } from '#app/values/clock.ts'
import { hashOf } from '#app/values/ids.ts'
import type { AuthMailTokensTable, MailTokenKind } from '#db/tables/accounts.ts'
import type { Flag } from '#db/tables/flag.ts'
import type { Tables } from '#db/tables.ts'
import { mailCodeMs, mailLinkMs, mostCodeTries } from './link-lifetimes.ts'
import { lockUser } from './lock-accounts.server.ts'
import { accountKey, type Caller, takeTurns } from './take-turns.server.ts'

/* An email proves that its reader has the mailbox. Its link carries 256 bits, of which only the SHA-256 is stored; its six digits are
   independent of them, kept as a keyed hash, valid for ten minutes and five tries. Both are derived from the email's job, so a retried
   email is the same, and no secret waits in a queue. */

/** Values that confirming a sign-up sets: two sign-ups with one address don't overwrite each other (docs/decisions/0014-accounts.md). */
export interface PendingSignUp {
  passwordHash: string | null
  /** As of the user; earlier sign-ups don't have it. */
  passwordSuitsStaff?: Flag | null
  userMetadata: string
  /** When they signed up. */
  askedAt: Instant
}

export interface MailToken {
  kind: MailTokenKind
  userId: string
  email: string
  signUp: PendingSignUp | null
  codeChallenge: string | null
}

/** The link's token and the code of the email in a job. */
const mailSecrets = ({ secrets }: Pick<Services, 'secrets'>, jobId: string, kind: MailTokenKind) => ({
  token: secrets.sign('mail-token', `${kind} ${jobId}`),
  code: sixDigits(secrets.sign('mail-code', `${kind} ${jobId}`)),
})

/** A code to type, made from a signature. */
export const sixDigits = (signature: string): string =>
  String(Buffer.from(signature, 'base64url').readUIntBE(0, 6) % 1_000_000).padStart(6, '0')

/**
 * Stores the token of a job's email, once, however often the job is tried; the user's older ones of its kind end, so that there is one code
 * to guess. Undefined if it has been used, or a newer one has ended it: the email of a retried job is then not sent.
 */
export async function createMailToken(
  services: Services,
  tx: Kysely<Tables>,
  jobId: string,
  token: MailToken,
): Promise<{ token: string; code: string } | undefined> {
  const now = services.clock.now()
  const made = mailSecrets(services, jobId, token.kind)
  await lockUser(tx, token.userId)
  const stored = await tx
    .insertInto('authMailTokens')
    .values({
      ...token,
      signUp: token.signUp && JSON.stringify(token.signUp),
      tokenHash: hashOf(made.token),
      codeHash: codeHash(services, token.email, made.code),
      codeTries: 0,
      createdAt: toInstant(now),
      expiresAt: later(now, linkHoldsMs(token.kind)),
      usedAt: null,
    })
    .onConflict((conflict) => conflict.column('tokenHash').doNothing())
    .returning('tokenHash')
    .executeTakeFirst()
  if (!stored) return (await findToken(services, tx, made.token, [token.kind])) && made
  await tx
    .updateTable('authMailTokens')
    .set({ usedAt: toInstant(now) })
    .where('userId', '=', token.userId)
    .where('kind', '=', token.kind)
    .where('tokenHash', '!=', stored.tokenHash)
    .where('usedAt', 'is', null)
    .execute()
  return made
}

/** Takes the token of a link, once. Returns nothing if it is unknown, used, expired or of another kind. */
export async function takeLinkToken(
  services: Services,
  tx: Kysely<Tables>,
  token: string,
  kinds: readonly MailTokenKind[],
): Promise<MailToken | undefined> {
  const waiting = await findToken(services, tx, token, kinds)
  return waiting && takeToken(services, tx, waiting)
}

/** Takes a token that was found, once, with its user locked: none that a change has ended meanwhile. */
export async function takeToken(
  services: Pick<Services, 'clock'>,
  tx: Kysely<Tables>,
  { userId, tokenHash }: FoundToken,
): Promise<MailToken | undefined> {
  await lockUser(tx, userId)
  const row = await tx
    .updateTable('authMailTokens')
    .set({ usedAt: toInstant(services.clock.now()) })
    .where('tokenHash', '=', tokenHash)
    .where('usedAt', 'is', null)
    .returningAll()
    .executeTakeFirst()
  return row && tokenOf(row)
}

type FoundToken = Pick<Selectable<AuthMailTokensTable>, 'userId' | 'tokenHash'>

/** Returns the purpose of a link without using up its token. */
export async function peekLinkToken(services: Services, token: string, kinds: readonly MailTokenKind[]): Promise<MailToken | undefined> {
  const row = await findToken(services, services.db, token, kinds)
  return row && tokenOf(row)
}

const findToken = ({ clock }: Services, db: Kysely<Tables>, token: string, kinds: readonly MailTokenKind[]) =>
  db
    .selectFrom('authMailTokens')
    .selectAll()
    .where('tokenHash', '=', hashOf(token))
    .where('kind', 'in', kinds)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', toInstant(clock.now()))
    .executeTakeFirst()

/**
 * Finds an email's token by its six digits, for `takeToken`. Every try counts for all codes of these kinds that wait for this address, in its own
 * transaction, so failed guesses are counted, including concurrent ones. Throws `over_request_rate_limit`.
 */
export async function findCodeToken(
  services: Services,
  { clientKey }: Caller,
  { email, code, kinds }: { email: string; code: string; kinds: readonly MailTokenKind[] },
): Promise<FoundToken | undefined> {
  // Codes for someone signed in are counted separately: no one else can try those.
  const account = `${kinds.includes('reauthentication') ? 'reauthentication:' : ''}${accountKey(services, email)}`
  await takeTurns(services, [limits.authCodeHere, `${account}:${clientKey}`], [limits.authCode, account])
  const now = services.clock.now()
  const candidates = await services.db
    .updateTable('authMailTokens')
    .set((eb) => ({ codeTries: eb('codeTries', '+', 1) }))
    .where('email', '=', email)
    .where('kind', 'in', kinds)
    .where('usedAt', 'is', null)
    .where('codeTries', '<', mostCodeTries)
    .where('createdAt', '>', later(now, -mailCodeMs))
    .returningAll()
    .execute()
  const wanted = codeHash(services, email, code)
  return candidates.find((candidate) => sameSecret(candidate.codeHash, wanted))
}

const codeHash = ({ secrets }: Pick<Services, 'secrets'>, email: string, code: string) => secrets.sign('mail-code', `${email} ${code}`)

function tokenOf({ kind, userId, email, signUp, codeChallenge }: Omit<MailToken, 'signUp'> & { signUp: string | null }): MailToken {
  return { kind, userId, email, signUp: signUp === null ? null : (JSON.parse(signUp) as PendingSignUp), codeChallenge }
}

function linkHoldsMs(kind: MailTokenKind): number {
  if (kind === 'reauthentication') return mailCodeMs
  return mailLinkMs[kind === 'email_change_current' || kind === 'email_change_new' ? 'email_change' : kind]
}
