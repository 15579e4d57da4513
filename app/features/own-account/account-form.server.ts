import { data } from 'react-router'
import { AuthRefusal } from '#app/features/accounts/refusals.ts'
import type { Caller } from '#app/features/accounts/take-turns.server.ts'
import { readViewerAnew, type SiteSession } from '#app/features/sessions/site-session.server.ts'
import { readForm } from '#app/platform/read-form.ts'
import type { Services, Visit } from '#app/platform/services.ts'
import type { Notice } from '#app/ui/notice-in-page.tsx'

/** What an account page's form brings with it. */
export interface AccountForm {
  services: Services
  caller: Caller
  viewer: SiteSession
  /** A field, at most 1,000 characters of it; '' where there is none. */
  text: (name: string) => string
}

/** What the page says next; an answer of its own kind, such as a redirect or one with a cookie, goes as it is. */
export interface AccountAnswer {
  notice?: Notice
  /** With a refusal: what was typed into the fields that are `kept`; never a password. */
  typed?: Record<string, string>
}

export const refused = (text: string): Notice => ({ title: 'Not changed', text, tone: 'alarm' })
export const done = (title: string, text: string): Notice => ({ title, text, tone: 'plain' })

const commonWords: Record<string, string> = {
  reauthentication_needed: 'It is a while since you proved that it is you. Please open this page again.',
  session_not_found: 'You have been signed out. Please sign in again.',
  insufficient_aal: 'Please sign in again, with your second step.',
}

/**
 * Acts on a form of an account page. What the service refuses is said in the page: in `words`, by the refusal's code, else in words that
 * fit any. `kept`: the fields that come back with a refusal.
 */
export async function answerAccountForm<Answer extends AccountAnswer>(
  { request, visit, viewer, kept = [] }: { request: Request; visit: Visit; viewer: SiteSession; kept?: readonly string[] },
  act: (form: AccountForm) => Promise<Answer | Response | ReturnType<typeof data<Answer>>>,
  words: Record<string, string> = {},
) {
  const form = await readForm(request)
  const text = (name: string) => String(form.get(name) ?? '').slice(0, 1_000)
  const typed = Object.fromEntries(kept.filter((name) => form.has(name)).map((name) => [name, text(name)]))
  const refuse = (says: string, status: number) =>
    data<Partial<Answer> & AccountAnswer>({ notice: refused(says), typed } as Partial<Answer> & AccountAnswer, status)
  const caller = { clientKey: visit.clientKey, userAgent: request.headers.get('user-agent') ?? '' }
  try {
    return await act({ services: visit.services, caller, viewer, text })
  } catch (error) {
    if (!(error instanceof AuthRefusal)) throw error
    return refuse(words[error.code] ?? commonWords[error.code] ?? wordsFor(error), error.status)
  } finally {
    // Without JavaScript the page is rendered for this very request.
    readViewerAnew(visit, viewer)
  }
}

function wordsFor({ status, code, message }: AuthRefusal): string {
  if (code === 'weak_password') return message
  if (status === 429) return 'Too many attempts. Please wait a moment and try again.'
  return 'That did not work. Please try again.'
}
