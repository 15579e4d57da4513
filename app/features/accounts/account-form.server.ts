import type { data } from 'react-router'
import { answerForm, type SentForm } from '#app/platform/answer-form.ts'
import type { Visit } from '#app/platform/services.ts'
import type { Notice } from '#app/ui/notice-in-page.tsx'
import { refusalText } from './refusals.ts'
import { readViewerAnew, type SiteSession } from './site-session.server.ts'

/** The page's next state; a response, such as a redirect or one with a cookie, is returned as it is. */
export interface AccountAnswer {
  notice?: Notice
  /** With a refusal: the typed values of the `kept` fields; never a password. */
  typed?: Record<string, string>
}

export const alarm = (title: string, text: string): Notice => ({ title, text, tone: 'alarm' })
export const refused = (text: string): Notice => alarm('Not changed', text)
export const done = (title: string, text: string): Notice => ({ title, text, tone: 'plain' })

const signedInWords: Record<string, string> = {
  reauthentication_needed: 'It’s been a while since you last confirmed it was you. Please open this page again.',
  session_not_found: 'You’ve been signed out. Please sign in again.',
  insufficient_aal: 'Please sign in again with two-step verification.',
}

interface Of {
  request: Request
  visit: Visit
  /** Undefined on forms for people who are not signed in. */
  viewer?: SiteSession
  /** The fields that come back with a refusal. */
  kept?: readonly string[]
  /** Characters of a field that are read; 1,000 unless given. */
  longest?: number
  /** The heading of a refusal. */
  title?: string
  /** Text for refusals that `words` and the common texts don't cover. */
  otherwise?: string
}

/** Handles a form of an account page. Refusals are shown in the page: in `words`, by the refusal's code, else in common words. */
export async function answerAccountForm<Answer extends AccountAnswer>(
  { request, visit, viewer, longest, kept = [], title = 'Not changed', otherwise = 'That didn’t work. Please try again.' }: Of,
  act: (form: SentForm) => Promise<Answer | Response | ReturnType<typeof data<Answer>>>,
  words: Record<string, string> = {},
) {
  const all = viewer ? { ...signedInWords, ...words } : words
  try {
    return await answerForm({ request, longest }, act, (refusal, form) => {
      const answer: AccountAnswer = { notice: alarm(title, refusalText(refusal, all, otherwise)), typed: form.typed(kept) }
      return answer as Partial<Answer> & AccountAnswer
    })
  } finally {
    // Without JavaScript the page is rendered for this same request.
    if (viewer) readViewerAnew(visit, viewer)
  }
}
