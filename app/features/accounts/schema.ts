import { z } from 'zod'
import { validationFailed } from './refusals.ts'

/*
 * What the calls of /auth/v1 take (AUTH-WIRE section 2). Unknown fields are ignored: clients send some that we have no use for.
 */

const text = (most: number) => z.string().max(most)
const challenge = { code_challenge: text(200).nullish(), code_challenge_method: text(20).nullish() }
/** What users say of themselves; it goes into every access token, hence small. */
const metadata = z
  .record(text(100), z.json())
  .refine((data) => JSON.stringify(data).length <= 4_000, 'is too large')
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

/** An input as its schema has it. Throws `validation_failed`, naming the field. */
export function readInput<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const result = schema.safeParse(body)
  if (result.success) return result.data
  const issue = result.error.issues[0]
  throw validationFailed(`${issue?.path.join('.') || 'The body'} is not valid: ${issue?.message ?? 'it cannot be read'}`)
}
