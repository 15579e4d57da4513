import { z } from 'zod'
import { limits } from '#app/platform/limits.ts'
import type { Services } from '#app/platform/services.ts'
import { toInstant } from '#app/values/clock.ts'
import type { SignedIn } from './authenticate.server.ts'
import { challengeOf } from './client-apps/pkce.ts'
import { readE164, requireEmail } from './email-and-phone.ts'
import { challengeFields, emailField, metadataField, phoneField, readInput } from './input-fields.ts'
import { type AccountMail, mailAccount } from './mail-account.server.ts'
import { invalidPhone, mailTooSoon, phoneProviderDisabled, validationFailed } from './refusals.ts'
import { isForSite } from './site-entry.ts'
import { accountKey, type Caller, takeTurns, tryTurns } from './take-turns.server.ts'

const Recover = z.object({ email: emailField, ...challengeFields })

const Resend = z.object({
  type: z.enum(['signup', 'email_change', 'sms', 'phone_change']),
  email: emailField.nullish(),
  phone: phoneField.nullish(),
  ...challengeFields,
})

const SendOtp = z.object({
  email: emailField.nullish(),
  phone: phoneField.nullish(),
  create_user: z.boolean().default(true),
  data: metadataField,
  ...challengeFields,
})

/* Emails that anyone may ask for, for any address. Each of these gives the same answer after the same work, whatever the address: it adds a
   job, and only the job checks for an account. A second request within a minute from the same address is silently dropped. */

/** Asks for a link to set a new password. Throws `validation_failed`, `over_request_rate_limit`. */
export async function recover(services: Services, caller: Caller, body: unknown, redirectTo?: string): Promise<void> {
  const input = readInput(Recover, body)
  const email = requireEmail(input.email)
  await askFor(services, caller, 'recovery', { kind: 'recovery', email, redirectTo, codeChallenge: challengeOf(input) })
}

/**
 * Requests the email of a sign-up again or, signed in or not, of a change of address. Throws `validation_failed`,
 * `over_request_rate_limit`.
 */
export async function resend(services: Services, caller: Caller, body: unknown, redirectTo?: string): Promise<void> {
  const input = readInput(Resend, body)
  if (input.type === 'sms' || input.type === 'phone_change') throw phoneRefusal(input.phone)
  const email = requireEmail(input.email ?? '')
  const kind = input.type === 'signup' ? 'signup-again' : 'email-change-again'
  await askFor(services, caller, input.type, { kind, email, redirectTo, codeChallenge: challengeOf(input) })
}

/** Asks for a link and a code to sign in with. Throws `validation_failed`, `over_request_rate_limit`. */
export async function sendOtp(services: Services, caller: Caller, body: unknown, redirectTo?: string): Promise<void> {
  const input = readInput(SendOtp, body)
  if (input.phone && !input.email) throw phoneRefusal(input.phone)
  const email = requireEmail(input.email ?? '')
  const createUser = input.create_user && services.config.auth.signup
  await askFor(services, caller, 'magiclink', {
    kind: 'magiclink',
    email,
    redirectTo,
    codeChallenge: challengeOf(input),
    createUser,
    userMetadata: JSON.stringify(input.data ?? {}),
  })
}

type AskedMail = Extract<AccountMail, { kind: 'recovery' | 'signup-again' | 'email-change-again' | 'magiclink' }>

async function askFor(services: Services, caller: Caller, kind: string, mail: AskedMail): Promise<void> {
  await takeTurns(services, [limits.authAsk, caller.clientKey])
  const { email, redirectTo } = mail
  if (!(await mayAskForMail(services, caller, { kind, email, redirectTo }))) return
  await services.db.transaction().execute((tx) => mailAccount(services, tx, mail))
  services.jobsAdded()
}

/** Emails a code for proving the user's identity again. Throws `validation_failed` without an address, `over_email_send_rate_limit`. */
export async function reauthenticate(services: Services, { account: { user } }: SignedIn): Promise<void> {
  if (!user.email) throw validationFailed('Reauthentication requires the user to have an email or a phone number')
  await mayMail(services, 'reauthentication', user.email)
  await services.db.transaction().execute((tx) => mailAccount(services, tx, { kind: 'reauthentication', userId: user.id }))
  services.jobsAdded()
}

/**
 * Emails both addresses of a pending change again, with links valid until the first ones expire; a confirmed half stays so. False if no
 * change is pending. Throws `over_email_send_rate_limit`.
 */
export async function mailEmailChangeAgain(services: Services, { account: { user } }: SignedIn, redirectTo: string): Promise<boolean> {
  const { id: userId, email, newEmail } = user
  if (!newEmail) return false
  await mayMail(services, 'email_change', email ?? newEmail)
  const isWaiting = await services.db.transaction().execute(async (tx) => {
    const waiting = await tx
      .updateTable('authUsers')
      .set({ emailChangeSentAt: toInstant(services.clock.now()) })
      .where('id', '=', userId)
      .where('newEmail', '=', newEmail)
      .returning('id')
      .executeTakeFirst()
    if (waiting) await mailAccount(services, tx, { kind: 'email-change', userId, redirectTo })
    return waiting !== undefined
  })
  services.jobsAdded()
  return isWaiting
}

/**
 * Takes a turn for an email that anyone may ask for, from this client's limit and from the limit of all clients; requests to the API and
 * from the site's own pages have separate limits. So a stranger needs at least five addresses to use up the turns of the account's owner.
 * False if a limit is used up.
 */
export async function mayAskForMail(
  services: Services,
  { clientKey }: Caller,
  { kind, email, redirectTo }: { kind: string; email: string; redirectTo: string | undefined },
): Promise<boolean> {
  const asked = `${kind}:${isForSite(services, redirectTo) ? 'site' : 'api'}:${accountKey(services, email)}`
  const here = `${asked}:${clientKey}`
  return (
    (await tryTurns(services, [
      [limits.authMail, here],
      [limits.authMailHere, here],
      [limits.authMails, asked],
    ])) === 0
  )
}

/** Takes the turn for an email requested by a signed-in user. Throws `over_email_send_rate_limit`. */
export async function mayMail(services: Services, kind: string, email: string): Promise<void> {
  const wait = await tryTurns(services, [[limits.authMail, `${kind}:${accountKey(services, email)}`]])
  if (wait > 0) throw mailTooSoon(wait)
}

/** No one signs in by text message: the refusals for a number, and for an invalid one. */
const phoneRefusal = (typed: string | null | undefined) => (readE164(typed ?? '') ? phoneProviderDisabled() : invalidPhone())
