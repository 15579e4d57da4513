import { data } from 'react-router'
import type { Refusal } from './errors.ts'
import { privateHeaders } from './public-page.ts'

/*
 * Answers that are thrown instead of a page; the page for errors is shown.
 */

/** There is no such page. */
export const notFound = () => data(null, { status: 404, headers: privateHeaders })

/** What the answer of a private link that is not valid, or no longer, has in the place of a page. */
export const oldLinkMark = 'old link'

/** There is no booking under this private link: the page that offers a new one is shown. */
export const oldLink = () => data(oldLinkMark, { status: 404, headers: privateHeaders })

/** The form has an `intent` that no button of the page has. */
export const wrongForm = () => data('Please use the form.', { status: 400, statusText: 'Bad Request', headers: privateHeaders })

/** What was asked for is refused. `message`: in words of the page instead of the refusal's. */
export const refusedPage = (refusal: Refusal, message = refusal.message) =>
  data(message, { status: refusal.status, headers: { ...privateHeaders, ...refusal.headers() } })
