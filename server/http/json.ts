import type { Context } from 'hono'
import { CodedRefusal } from '#app/platform/errors.ts'
import { parseReceivedJson } from '#app/platform/received-text.ts'

const unsupportedMediaType = () => new CodedRefusal(415, 'unsupported_media_type', 'Send the booking as application/json.')
const invalidJson = (message: string) => new CodedRefusal(400, 'invalid_json', message)

const deepest = 8

/** The body as a JSON object, at most 8 levels deep. Throws a refusal: 415 for another content type, 400 for anything else. */
export async function readJsonObject(c: Context): Promise<Record<string, unknown>> {
  const type = c.req.header('content-type') ?? ''
  if (!/^application\/json\s*(;|$)/i.test(type)) throw unsupportedMediaType()
  return parseJsonObject(await c.req.text())
}

/** A text as a JSON object, at most 8 levels deep. Throws `invalid_json`. */
export function parseJsonObject(text: string): Record<string, unknown> {
  if (depthOf(text) > deepest) throw invalidJson(`The body is nested more than ${deepest} levels deep.`)
  let value: unknown
  try {
    value = parseReceivedJson(text)
  } catch {
    throw invalidJson('The body is not valid JSON.')
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw invalidJson('The body must be a JSON object.')
  return value as Record<string, unknown>
}

/** The depth of nested brackets, checked before parsing to protect the parser's stack. */
export function depthOf(text: string): number {
  let depth = 0
  let most = 0
  let quoted = false
  for (let at = 0; at < text.length; at++) {
    const char = text[at]
    if (quoted) {
      if (char === '\\') at++
      else if (char === '"') quoted = false
    } else if (char === '"') quoted = true
    else if (char === '{' || char === '[') most = Math.max(most, ++depth)
    else if (char === '}' || char === ']') depth--
  }
  return most
}
