import { replaceNul } from './received-text.ts'
import { refusedAnswer, wrongFormText } from './refused-page.ts'

/**
 * The form sent to a page, with NUL characters in its texts replaced. Throws a 405 for another method, a 400 for a body that isn't a form.
 */
export async function readForm(request: Request): Promise<FormData> {
  if (request.method !== 'POST') throw refusedAnswer({ refused: wrongFormText }, { status: 405, headers: { Allow: 'GET, HEAD, POST' } })
  try {
    const form = new FormData()
    for (const [name, value] of await request.formData()) form.append(name, typeof value === 'string' ? replaceNul(value) : value)
    return form
  } catch {
    throw refusedAnswer({ refused: 'We couldn’t read the form. Please go back and send it again, or call us.' }, { status: 400 })
  }
}
