import { newPerson } from './auth.ts'
import { type Arrival, openVisitor } from './visitor.ts'

/** A browser without JavaScript on a site's pages: it keeps cookies, posts forms and follows redirects. */
export function openFormVisitor(siteUrl: string) {
  const visitor = openVisitor()
  const here = { Origin: siteUrl, 'Sec-Fetch-Site': 'same-origin' }
  const open = (path: string, headers: Record<string, string> = {}): Promise<Arrival> =>
    visitor.go(new URL(path, siteUrl), { init: { headers } })
  const post = (path: string, fields: Record<string, string>, headers: Record<string, string> = here): Promise<Arrival> =>
    visitor.go(new URL(path, siteUrl), { init: { method: 'POST', body: new URLSearchParams(fields), headers } })
  return {
    open,
    /** Follows a link on one of the site's pages. */
    follow: (path: string) => open(path, { 'Sec-Fetch-Site': 'same-origin' }),
    post,
    sid: () => visitor.cookies.find(({ name }) => name === 'sid')?.value,
  }
}
export type FormVisitor = ReturnType<typeof openFormVisitor>

/** Signs up a new member on a site where no email has to be confirmed. */
export async function openMember(siteUrl: string, person = newPerson()) {
  const visitor = openFormVisitor(siteUrl)
  await visitor.post('/auth', { tab: 'sign-up', fullName: person.name, email: person.email, password: person.password })
  return { ...visitor, person }
}
