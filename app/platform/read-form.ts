import { data } from 'react-router'
import { replaceNul } from './received-text.ts'

/** The form that a page was sent, NUL characters in its texts replaced. Throws a 405 answer for another method, a 400 answer for a body that is no form. */
export async function readForm(request: Request): Promise<FormData> {
  if (request.method !== 'POST')
    throw data('Please use the form.', { status: 405, statusText: 'Method Not Allowed', headers: { Allow: 'GET, HEAD, POST' } })
  try {
    const form = new FormData()
    for (const [name, value] of await request.formData()) form.append(name, typeof value === 'string' ? replaceNul(value) : value)
    return form
  } catch {
    throw data('The form could not be read. Please go back and send it again, or call us.', { status: 400, statusText: 'Bad Request' })
  }
}
