import { type HTMLElement, parse } from 'node-html-parser'
import { expect } from 'vitest'
import { newPerson } from './auth.ts'
import { type Arrival, openVisitor } from './visitor.ts'

/** A browser without JavaScript on a site's pages: it keeps cookies, posts forms and follows redirects. */
export function openFormVisitor(siteUrl: string) {
  const visitor = openVisitor()
  const here = { Origin: siteUrl, 'Sec-Fetch-Site': 'same-origin' }
  const open = (path: string, headers: Record<string, string> = {}): Promise<Arrival> =>
    visitor.go(new URL(path, siteUrl), { init: { headers } })
  const post = (path: string, fields: Record<string, string>): Promise<Arrival> =>
    visitor.go(new URL(path, siteUrl), { init: { method: 'POST', body: new URLSearchParams(fields), headers: here } })
  return {
    open,
    /** Follows a link on one of the site's pages. */
    follow: (path: string) => open(path, { 'Sec-Fetch-Site': 'same-origin' }),
    post,
    /** Presses a button of a page: sends its form, with the form's values and the typed ones. */
    press(page: Arrival, button: string | RegExp, typed: Record<string, string> = {}): Promise<Arrival> {
      const { path, fields } = readForm(page, button, typed)
      return post(path, fields)
    },
    sid: () => visitor.cookies.find(({ name }) => name === 'sid')?.value,
  }
}

/** Returns what a browser without JavaScript sends when a button is pressed. Fails if the page lacks the button, or its form a field. */
function readForm({ url, text }: Arrival, name: string | RegExp, typed: Record<string, string>) {
  const page = parse(text)
  const isNamed = (label: string) => (typeof name === 'string' ? label === name : name.test(label))
  const button = page.querySelectorAll('button').find((each) => isNamed(each.textContent.trim()))
  const form = button?.getAttribute('form') ? page.getElementById(button.getAttribute('form') ?? '') : button?.closest('form')
  expect([name, button?.getAttribute('type') ?? 'submit', form?.getAttribute('method')]).toEqual([name, 'submit', 'post'])
  const fields: Record<string, string> = {}
  const known = new Set<string>()
  for (const field of form?.querySelectorAll('input, select, textarea') ?? []) {
    const key = field.getAttribute('name')
    if (!key || field.hasAttribute('disabled')) continue
    known.add(key)
    const value = sentBy(field)
    if (value !== undefined) fields[key] = value
  }
  expect([...known]).toEqual(expect.arrayContaining(Object.keys(typed)))
  const key = button?.getAttribute('name')
  if (key) fields[key] = button?.getAttribute('value') ?? ''
  const action = button?.getAttribute('formaction') ?? form?.getAttribute('action') ?? ''
  const { pathname, search } = new URL(action, url)
  return { path: pathname + search, fields: { ...fields, ...typed } }
}

/** The value that a field sends; undefined for a box that isn't checked. */
function sentBy(field: HTMLElement): string | undefined {
  if (field.tagName === 'TEXTAREA') return field.textContent
  if (field.tagName === 'SELECT') {
    const options = field.querySelectorAll('option')
    return (options.find((option) => option.hasAttribute('selected')) ?? options[0])?.getAttribute('value')
  }
  const isBox = ['checkbox', 'radio'].includes(field.getAttribute('type') ?? '')
  if (isBox && !field.hasAttribute('checked')) return undefined
  return field.getAttribute('value') ?? (isBox ? 'on' : '')
}

/** Signs up a new member on a site where no email has to be confirmed. */
export async function openMember(siteUrl: string) {
  const person = newPerson()
  const visitor = openFormVisitor(siteUrl)
  await visitor.post('/auth', { tab: 'sign-up', fullName: person.name, email: person.email, password: person.password })
  return { ...visitor, person }
}
