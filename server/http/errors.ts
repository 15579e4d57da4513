import type { Context, Handler } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { CodedRefusal, Refusal, refusalBody } from '#app/platform/errors.ts'
import { type Log, loggable } from '#app/platform/log.ts'
import { wrongFormText } from '#app/platform/refused-page.ts'
import type { Services } from '#app/platform/services.ts'
import { xmlText } from '#app/platform/xml.ts'
import { newId } from '#app/values/ids.ts'
import { business } from '#content/business.ts'

/** Responds with an API error: `{error: {code, title?, message, …}}`, and the fields of `beside` next to it for a refusal. */
export function errorResponse(c: Context, error: unknown, log: Log, beside: Record<string, unknown> = {}): Response {
  if (error instanceof Refusal)
    return c.json({ ...refusalBody(error), ...beside }, error.status, { 'Cache-Control': 'no-store', ...error.headers() })
  if (error instanceof HTTPException) {
    const tooLarge = error.status === 413
    const message = tooLarge ? 'That’s too large to send. Please shorten it.' : 'The request took too long. Please try again.'
    return c.json({ error: { code: tooLarge ? 'too_large' : 'timeout', message } }, error.status, tooLarge ? {} : { 'Retry-After': '5' })
  }
  const errorId = newId()
  log.error({ errorId, error: loggable(error) }, 'request failed')
  return c.json({ error: { code: 'internal', message: 'Something went wrong on our side. Please call us.', errorId } }, 500)
}

/** `allow`: the Allow header, e.g. 'GET, HEAD'. */
export const methodNotAllowed = (allow: string) =>
  new CodedRefusal(405, 'method_not_allowed', `Use ${allow.replace(', ', ' or ')}.`, { headers: { Allow: allow } })

/** Refuses every method that no handler before it has answered. */
export const onlyMethods =
  (allow: string): Handler =>
  () => {
    throw methodNotAllowed(allow)
  }

/** The same for people. */
export async function errorPage(c: Context, error: unknown, { log, published }: Pick<Services, 'log' | 'published'>): Promise<Response> {
  const answer = errorResponse(c, error, log)
  const { error: facts } = (await answer.clone().json()) as { error: { message: string; errorId?: string } }
  const headers = new Headers(answer.headers)
  headers.set('Content-Type', 'text/html; charset=UTF-8')
  return new Response(plainPage(facts, published), { status: answer.status, headers })
}

/**
 * Returns the error of a route without a page as HTML if a browser requests it: for scripts these routes respond in JSON, some with React
 * Router's texts. Other responses are returned unchanged.
 */
export async function errorForBrowser(request: Request, answer: Response, { published }: Pick<Services, 'published'>): Promise<Response> {
  const isJson = answer.headers.get('Content-Type')?.startsWith('application/json')
  if (answer.status < 400 || !isJson || !request.headers.get('Accept')?.includes('text/html')) return answer
  const html = plainPage({ message: messageIn(answer.status, await answer.json()) }, published)
  const headers = new Headers(answer.headers)
  headers.set('Content-Type', 'text/html; charset=utf-8')
  return new Response(html, { status: answer.status, headers })
}

function messageIn(status: number, said: unknown): string {
  const { refused, message } = (said ?? {}) as { refused?: unknown; message?: unknown }
  if (typeof refused === 'string') return refused
  if (typeof message === 'string' && message !== 'Unexpected Server Error') return message
  if (status === 404) return 'There’s nothing at this address.'
  return status < 500 ? wrongFormText : 'Something went wrong on our side. Please call us.'
}

/** Plain HTML with the phone number that loads nothing else from this server. */
function plainPage(facts: { message: string; errorId?: string }, published: Services['published']): string {
  const { name } = business
  const { emergencyPhone } = published.current().details
  return `<!doctype html><html lang="en-GB"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${name}</title><h1>${xmlText(facts.message)}</h1><p>Need help right now? Call <a href="${emergencyPhone.href}">${emergencyPhone.text}</a>, day and night.</p>
<p><a href="/">${name}</a>${facts.errorId ? `. Error ID: ${facts.errorId}` : ''}</p></html>`
}
