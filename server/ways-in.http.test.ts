// @module-tag never-again
import { type HTMLElement, parse } from 'node-html-parser'
import { describe, expect, it } from 'vitest'
import { type FrozenTerms, mostPence } from '#app/features/pricing/frozen-terms.ts'
import { exactPoundsText, poundsText } from '#content/money.ts'
import { openPlainBrowser, type PlainBrowser } from '#test/support/plain-browser.ts'
import { shareSite } from '#test/support/site.ts'

/** A Monday afternoon: both offers are on, and a booking made now has a window at the day rate. */
const shared = shareSite({ at: '2026-11-23T13:00:00Z' })

const formIn = (html: string): HTMLElement => {
  const form = parse(html).querySelector('form[action="/book"]')
  if (!form) throw new Error('The page has no booking form')
  return form
}

/** The fields that a page's form sends besides the visitor's answers. */
const hiddenIn = (form: HTMLElement): Record<string, string> =>
  Object.fromEntries(
    form.querySelectorAll('input[type=hidden]').map((field) => [field.getAttribute('name') ?? '', field.getAttribute('value') ?? '']),
  )

/** The target of a page's first link to the form with this text, or with this label for screen readers. */
function linkOf(page: HTMLElement, within: string, text: RegExp): string {
  const link = page.querySelectorAll(`${within} a`).find((each) => text.test(each.textContent.replace(/\s+/g, ' ').trim()))
  if (!link) throw new Error(`There is no link ${text} within ${within}`)
  return (link.getAttribute('href') ?? '').replaceAll('&amp;', '&')
}

/** Fills in the form's steps on a page, without JavaScript, and sends it. Returns the last page before that. */
async function book(visitor: PlainBrowser, path: string, { service, email }: { service: string; email: string }): Promise<string> {
  const answers: Record<string, string>[] = [
    { serviceLevel: 'standard' },
    { name: 'Priya Raman', phone: '07700 900264', email },
    { service, postcode: 'E1 1FR' },
  ]
  let html = (await visitor.open(path)).text
  for (const typed of answers) {
    const next = await visitor.post('/book', { ...hiddenIn(formIn(html)), ...typed, go: 'next' })
    // Without a cookie, the response is the next step itself.
    html = next.location ? (await visitor.open(next.location)).text : next.text
  }
  const { location } = await visitor.post('/book', { ...hiddenIn(formIn(html)), go: 'submit' })
  expect(location).toMatch(/^\/book\/confirmed\//)
  return html
}

/** The ways to the form: from a page, by its button or link; if no link is given, the form is on the page itself. */
const ways: readonly [way: string, page: string, within?: string, link?: RegExp][] = [
  ['the form of the home page, to which ‘Book in 60 sec’, the bar and the header’s ‘Book’ lead', '/'],
  ['a label in the house', '/', '#hero', /^(Burst pipe|Boiler)$/],
  ['a tile', '/', '#services', /^(Burst Pipe|Boiler Breakdown)/],
  ['the banner', '/', 'section[aria-label=Support]', /25% off call-out fee today/],
  ['the ticket of the £65 offer', '/', '#offer', /Book this offer/],
  ['the form of a place’s page', '/plumbers-whitechapel'],
  ['the form of the boiler page', '/emergency-boiler-repair'],
  ['the form of a job’s page', '/services/burst-pipe'],
  ['the page of the form', '/book'],
]

describe.each([
  ['Burst Pipe', 'callout-25', 11_275],
  ['Boiler Breakdown', 'boiler-65', 11_700],
])('The offer for a %s', (service, code, totalOf) => {
  it.each(ways)('comes to the same by %s: in the form, the booking and the email', async (way, page, within, link) => {
    const site = await shared()
    const visitor = openPlainBrowser(site.url)
    const href = within && link ? linkOf(parse((await visitor.open(page)).text), within, link) : page
    const path = href.startsWith('#') ? page : href
    const email = `${code}-${ways.findIndex(([name]) => name === way)}@example.com`
    const lastPage = parse(await book(visitor, path, { service, email }))
    const total = exactPoundsText(totalOf)
    expect(lastPage.querySelector('form .receipt')?.textContent).toContain(total)
    const [booking] = await site.bookingsOf(email)
    const terms = JSON.parse(String(booking?.frozenTerms)) as FrozenTerms
    expect(terms.offer?.code).toBe(code)
    expect(mostPence(terms)).toBe(totalOf)
    expect(await site.mailTo(email, /BK-/)).toMatch(new RegExp(`^The most you’ll pay\\b.*: ${poundsText(totalOf)}$`, 'm'))
  })
})

it('Red Line is for sale on no page where nothing takes the payment', async () => {
  const { url } = await shared()
  const pages = ['/', '/book', '/plumbers-whitechapel', '/plumbers-east-london', '/emergency-boiler-repair', '/services/burst-pipe']
  for (const page of pages)
    expect([page, formIn((await openPlainBrowser(url).open(page)).text).textContent.includes('By phone only')]).toEqual([page, true])
})
