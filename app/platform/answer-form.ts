import { data, type MiddlewareFunction } from 'react-router'
import { Refusal } from './errors.ts'
import { readForm } from './read-form.ts'
import { refusedAnswer } from './refused-page.ts'

/** The text fields of a submitted form, each cut to the form's limit. */
export interface SentForm {
  /** The value typed into a field; '' if the form has no such field. */
  text(name: string): string
  /** The fields of these names that the form has; all of its fields unless names are given. */
  typed(names?: readonly string[]): Record<string, string>
}

/**
 * Handles a form: reads it, acts on it, and turns a refusal into the page's response, with its status and headers. The form's origin is
 * checked before any page runs (server/http/origin.ts). `longest`: characters of a field that are read. Throws the answers of `readForm`.
 */
export async function answerForm<Answer, Refused>(
  { request, longest = 1_000 }: { request: Request; longest?: number },
  act: (form: SentForm) => Promise<Answer>,
  refused: (refusal: Refusal, form: SentForm) => Refused | Promise<Refused>,
) {
  const form = sentForm(await readForm(request), longest)
  try {
    return await act(form)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const answer = await refused(error, form)
    refusals.set(request, { status: error.status, text: wordsOf(answer) ?? error.message })
    return data(answer, { status: error.status, headers: error.headers() })
  }
}

/** Refusals of the forms of requests. */
const refusals = new WeakMap<Request, { status: number; text: string }>()

/** The page's words for the refusal, in its notice or alone. */
function wordsOf(answer: unknown): string | undefined {
  const { notice, text } = (answer ?? {}) as { notice?: { text?: unknown }; text?: unknown }
  return [notice?.text, text].find((each) => typeof each === 'string')
}

/**
 * Server middleware of the root route, for all pages: a form sent without JavaScript is refused, and its page, rendered next, redirects
 * because the record no longer exists. Without this the refusal would not be shown. Throws a `refusedAnswer` with a link to the target.
 */
export const sayRefusal: MiddlewareFunction<Response> = async ({ request }, next) => {
  const response = await next()
  const refusal = refusals.get(request)
  const href = response.headers.get('Location')
  if (!refusal || !href || response.status < 300 || response.status > 399) return response
  throw refusedAnswer({ refused: refusal.text, href }, { status: refusal.status })
}

function sentForm(form: FormData, longest: number): SentForm {
  const text = (name: string) => {
    const value = form.get(name)
    return typeof value === 'string' ? value.slice(0, longest) : ''
  }
  return {
    text,
    typed: (names = [...form.keys()]) => Object.fromEntries(names.filter((name) => form.has(name)).map((name) => [name, text(name)])),
  }
}
