import { data } from 'react-router'
import { Refusal } from './errors.ts'
import { readForm } from './read-form.ts'

/** The text fields of a form that was sent, each cut to the length that the form allows. */
export interface SentForm {
  /** What was typed into a field; '' if the form has no such field. */
  text(name: string): string
  /** The fields of these names that the form has; all of its fields unless names are given. */
  typed(names?: readonly string[]): Record<string, string>
}

/**
 * Answers a form: reads it, acts on it, and makes the page's answer of a refusal, with the refusal's status and headers. That no other
 * site's page has sent the form is checked before any page is asked (server/http/origin.ts). `longest`: characters of a field that are
 * read. Throws the answers of `readForm`.
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
    return data(await refused(error, form), { status: error.status, headers: error.headers() })
  }
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
