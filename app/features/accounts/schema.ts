import { z } from 'zod'
import { mostMetadata } from './metadata.ts'
import { validationFailed } from './refusals.ts'

/*
 * What the calls of /auth/v1 take (docs/api.md). Unknown fields are ignored: clients send some that we have no use for.
 */

const text = (most: number) => z.string().max(most)
const challenge = { code_challenge: text(200).nullish(), code_challenge_method: text(20).nullish() }
/** What users say of themselves; it goes into every access token, hence small. */
const metadata = z
  .record(text(100), z.json())
  .refine((data) => JSON.stringify(data).length <= mostMetadata, 'is too large')
  .optional()
const email = text(400)
const password = text(4_000)
const phone = text(40)

export const SignUp = z.object({
  email: email.nullish(),
  phone: phone.nullish(),
  password: password.nullish(),
  data: metadata,
  ...challenge,
})
export const PasswordGrant = z.object({ email: email.nullish(), phone: phone.nullish(), password: password.nullish() })
export const RefreshGrant = z.object({ refresh_token: text(500) })
export const PkceGrant = z.object({ auth_code: text(200), code_verifier: text(200) })
export const Recover = z.object({ email, ...challenge })
export const Resend = z.object({
  type: z.enum(['signup', 'email_change', 'sms', 'phone_change']),
  email: email.nullish(),
  phone: phone.nullish(),
  ...challenge,
})
export const SendOtp = z.object({
  email: email.nullish(),
  phone: phone.nullish(),
  create_user: z.boolean().default(true),
  data: metadata,
  ...challenge,
})
export const linkTypes = ['signup', 'invite', 'recovery', 'magiclink', 'email_change', 'email'] as const
export type LinkType = (typeof linkTypes)[number]
export const Verify = z.object({
  type: z.enum([...linkTypes, 'sms', 'phone_change']),
  email: email.nullish(),
  phone: phone.nullish(),
  token: text(200).nullish(),
  token_hash: text(200).nullish(),
})
export const UpdateUser = z.object({
  email: email.nullish(),
  phone: phone.nullish(),
  password: password.nullish(),
  current_password: password.nullish(),
  nonce: text(20).nullish(),
  data: metadata,
  app_metadata: z.unknown().optional(),
  ...challenge,
})
const friendlyName = text(100).nullish()
export const EnrolFactor = z.object({
  factor_type: z.enum(['totp', 'phone', 'webauthn']),
  friendly_name: friendlyName,
  issuer: text(100).nullish(),
  phone: phone.nullish(),
})
const base64url = (most: number) =>
  z
    .string()
    .regex(/^[\w-]*$/, 'is not base64url')
    .max(most)
const credential = { id: base64url(1_400).min(1), rawId: base64url(1_400), type: z.literal('public-key') }
/** What a browser's `PublicKeyCredential.toJSON()` answers after making a key, as far as we read it. */
const CreatedCredential = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(8_000),
    attestationObject: base64url(40_000),
    transports: z.array(text(20)).max(10).optional(),
  }),
  clientExtensionResults: z.object({}).default({}),
})
export type CreatedCredential = z.infer<typeof CreatedCredential>
/** The same after using one. */
const UsedCredential = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(8_000),
    authenticatorData: base64url(8_000),
    signature: base64url(8_000),
    userHandle: base64url(200).nullish(),
  }),
  clientExtensionResults: z.object({}).default({}),
})
export type UsedCredential = z.infer<typeof UsedCredential>
const challengeId = z.uuid().transform((id) => id.toLowerCase())
export const AnswerCreation = z.object({ challenge_id: challengeId, credential: CreatedCredential })
export const AnswerRequest = z.object({ challenge_id: challengeId, credential: UsedCredential })
export const RenamePasskey = z.object({ friendly_name: z.string().trim().min(1).max(120) })
/** The same as answers to the challenge of a factor. */
const FactorCredential = z.discriminatedUnion('type', [
  z.object({ type: z.literal('create'), credential_response: CreatedCredential }),
  z.object({ type: z.literal('request'), credential_response: UsedCredential }),
])
export type FactorCredential = z.infer<typeof FactorCredential>
export const ChallengeFactor = z.object({ channel: z.enum(['sms', 'whatsapp']).default('sms') })
/** A code, or of a security key what the browser has answered. */
export const VerifyFactor = z.object({ challenge_id: challengeId, code: text(50).optional(), webauthn: FactorCredential.optional() })
export const CreateRecoveryCodes = z.object({ friendly_name: friendlyName })
export const VerifyRecoveryCode = z.object({ code: text(100).nullish() })

/** What the service key may set of a user. */
export const ServiceUser = z.object({
  email: email.nullish(),
  phone: phone.nullish(),
  password: password.nullish(),
  email_confirm: z.boolean().nullish(),
  user_metadata: metadata.nullish(),
  app_metadata: metadata.nullish(),
  /** e.g. `24h30m`; `none` lifts a ban. */
  ban_duration: text(40).nullish(),
  role: z.enum(['', 'authenticated'], 'it is authenticated for everybody').nullish(),
  id: z.null('an id cannot be chosen').optional(),
  password_hash: z.null('hashes made elsewhere are not taken over').optional(),
})
export const DeleteUser = z.object({ should_soft_delete: z.literal(false, 'a user is deleted whole').optional() })
export const Invite = z.object({ email, data: metadata })
export const GenerateLink = z.object({
  type: z.enum(['signup', 'invite', 'magiclink', 'recovery', 'email_change_current', 'email_change_new']),
  email,
  password: password.nullish(),
  new_email: email.nullish(),
  data: metadata.nullish(),
})

/** An input as its schema has it. Throws `validation_failed`, naming the field. */
export function readInput<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const result = schema.safeParse(body)
  if (result.success) return result.data
  const issue = result.error.issues[0]
  throw validationFailed(`${issue?.path.join('.') || 'The body'} is not valid: ${issue?.message ?? 'it cannot be read'}`)
}
