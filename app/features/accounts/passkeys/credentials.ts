import { z } from 'zod'
import { shortText } from '../input-fields.ts'

const base64url = (most: number) =>
  z
    .string()
    .regex(/^[\w-]*$/, 'is not base64url')
    .max(most)
const credential = { id: base64url(1_400).min(1), rawId: base64url(1_400), type: z.literal('public-key') }
/** The part of `PublicKeyCredential.toJSON()` that we read after a passkey is created. */
export const CreatedCredential = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(8_000),
    attestationObject: base64url(40_000),
    transports: z.array(shortText(20)).max(10).optional(),
  }),
  clientExtensionResults: z.object({}).default({}),
})
export type CreatedCredential = z.infer<typeof CreatedCredential>
/** The same after using one. */
export const UsedCredential = z.object({
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
/** Of a challenge: a UUID. */
export const challengeId = z.uuid().transform((id) => id.toLowerCase())
export const AnswerCreation = z.object({ challenge_id: challengeId, credential: CreatedCredential })
export const AnswerRequest = z.object({ challenge_id: challengeId, credential: UsedCredential })
