import { data, type ErrorResponse } from 'react-router'
import { type Refusal, tooManyText } from './errors.ts'
import { privateHeaders } from './public-page.ts'
import type { Visit } from './services.ts'

/* Responses thrown instead of a page; errors get the error page. */

/** There is no such page. */
export const notFound = () => data(null, { status: 404, headers: privateHeaders })

/** Refuses HEAD at an address whose GET has an effect, so that nothing happens. */
export function requireGet({ isHead }: Pick<Visit, 'isHead'>): void {
  if (isHead) throw new Response(null, { headers: privateHeaders })
}

/** Body of the response to a private link that is invalid or has expired. */
export const oldLinkMark = 'old link'

/** There is no booking under this private link: the page that offers a new one is shown. */
export const oldLink = () => data(oldLinkMark, { status: 404, headers: privateHeaders })

/** Body of a thrown response. */
export interface RefusedAnswer {
  /** Message for people. */
  refused: string
  /** Link to continue with; defaults to the same address. */
  href?: string
}

/** Returns a response to throw, with the refusal in words. */
export const refusedAnswer = (answer: RefusedAnswer, init: { status: number; headers?: Record<string, string> }) =>
  data(answer, { ...init, headers: { ...privateHeaders, ...init.headers } })

/** Shown for a form that the page doesn't have. */
export const wrongFormText =
  'Your browser sent something this page doesn’t expect, so nothing has changed. Please go back and try again, or call us.'

/** The form has an `intent` that no button of the page has. */
export const wrongForm = () => refusedAnswer({ refused: wrongFormText }, { status: 400 })

/**
 * Returns the message and link of a thrown response. React Router's own, for a form sent to a page without an action, is written for
 * developers and gets other words. Undefined for other responses.
 */
export function refusedIn({ status, data: answer }: Pick<ErrorResponse, 'status' | 'data'>): RefusedAnswer | undefined {
  if (typeof answer === 'object' && answer !== null && 'refused' in answer) return answer as RefusedAnswer
  if (status === 429) return { refused: tooManyText }
  return status === 400 || status === 405 ? { refused: wrongFormText } : undefined
}

/** Returns a response for a refused request. `message`: the page's words instead of the refusal's. */
export const refusedPage = (refusal: Refusal, message = refusal.message) =>
  refusedAnswer({ refused: message }, { status: refusal.status, headers: refusal.headers() })
