import type { Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { Refusal } from '#app/platform/errors.ts'
import { newId } from '#app/platform/ids.ts'
import { type Log, loggable } from '#app/platform/log.ts'

/** What an API answers instead of a result: `{error: {code, title?, message, …}}`. */
export function errorResponse(c: Context, error: unknown, log: Log): Response {
  if (error instanceof Refusal) {
    const body = { error: { code: error.code, title: error.title, message: error.message, ...error.details() } }
    return c.json(body, error.status, { 'Cache-Control': 'no-store', ...error.headers() })
  }
  if (error instanceof HTTPException) {
    const message = error.status === 413 ? 'The body is too large.' : 'The request took too long. Please try again, or call us.'
    return c.json({ error: { code: error.status === 413 ? 'too_large' : 'timeout', message } }, error.status)
  }
  const errorId = newId()
  log.error({ errorId, error: loggable(error) }, 'request failed')
  return c.json({ error: { code: 'internal', message: 'Something went wrong on our side. Please call us.', errorId } }, 500)
}
