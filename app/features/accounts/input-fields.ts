import { z } from 'zod'
import { validationFailed } from './refusals.ts'

/* Input fields of accounts (docs/api.md). Unknown fields are ignored: clients send some that we don't use. */

/** The most characters of a user's metadata as JSON: it goes into every access token. */
export const mostMetadata = 4_000

export const shortText = (most: number) => z.string().max(most)

export const challengeFields = { code_challenge: shortText(200).nullish(), code_challenge_method: shortText(20).nullish() }

/** Metadata that users set themselves. */
export const metadataField = z
  .record(shortText(100), z.json())
  .refine((data) => JSON.stringify(data).length <= mostMetadata, 'is too large')
  .optional()

export const emailField = shortText(400)

export const passwordField = shortText(4_000)

export const phoneField = shortText(40)

export const friendlyNameField = shortText(100).nullish()

/** Reads an input by its schema. Throws `validation_failed`, naming the field. */
export function readInput<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const result = schema.safeParse(body)
  if (result.success) return result.data
  const issue = result.error.issues[0]
  throw validationFailed(`${issue?.path.join('.') || 'The body'} is not valid: ${issue?.message ?? 'it cannot be read'}`)
}
