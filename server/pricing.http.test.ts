import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { type HTMLElement, parse } from 'node-html-parser'
import { afterAll, beforeAll, describe, expect, it, test, vi } from 'vitest'
import { mostByRate } from '#app/features/pricing/most-by-rate.ts'
import { poundsText } from '#content/money.ts'
import { defaultPrices } from '#content/price-list.ts'
import { sample } from '#test/support/depth.ts'
import { type Site, startSite } from '#test/support/site.ts'

let site: Site
let folder: string

/** Sets the server's time, which stands still until it is set again: no test depends on how fast it runs. */
const itIs = (at: string) => writeFileSync(join(folder, 'now'), String(Date.parse(at)))

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'plumbers-clock-'))
  itIs('2026-10-25T00:00:00Z')
  site = await startSite({ env: { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(clockBy(join(folder, 'now')))}` } })
})
afterAll(async () => {
  await site?.close()
  rmSync(folder, { recursive: true, force: true })
})

/** A module that reads a process's time from a file. */
const clockBy = (file: string) => `
  import { readFileSync } from 'node:fs'
  const Real = Date
  const now = () => Number(readFileSync(${JSON.stringify(file)}))
  globalThis.Date = class Date extends Real {
    constructor(...given) {
      super(...(given.length ? given : [now()]))
    }
    static now() {
      return now()
    }
  }
`

interface Answer {
  status: number
  headers: IncomingMessage['headers']
  bytes: number
  text: string
  page: HTMLElement
}

/** Requests the path exactly as written, without encoding it or following redirects. */
async function ask(
  path: string,
  { method = 'GET', headers = {} }: { method?: string; headers?: Record<string, string> } = {},
): Promise<Answer> {
  const { hostname, port } = new URL(site.url)
  const response = await new Promise<IncomingMessage>((resolve, reject) =>
    httpRequest({ hostname, port, path, method, headers }, resolve).once('error', reject).end(),
  )
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(chunk)
  const body = Buffer.concat(chunks)
  const text = (response.headers['content-encoding'] === 'br' && body.length > 0 ? brotliDecompressSync(body) : body).toString()
  return { status: response.statusCode ?? 0, headers: response.headers, bytes: body.length, text, page: parse(text) }
}

const pricing = async (query: string | Record<string, string> = ''): Promise<HTMLElement> => {
  const { status, page } = await ask(`/pricing${String(query) && `?${new URLSearchParams(query)}`}`)
  expect(status).toBe(200)
  return page
}
const text = (element: HTMLElement | null | undefined) => element?.textContent.replace(/\s+/g, ' ').trim() ?? ''
const texts = (page: HTMLElement, selector: string) => page.querySelectorAll(selector).map(text)

/** The receipt: title, rate, every line with its amount. */
function receiptOf(page: HTMLElement) {
  const slip = page.querySelector('#calculator .receipt')
  const rows = slip?.querySelectorAll('dl > div') ?? []
  return {
    title: text(slip?.querySelector('h3')),
    rate: text(slip?.querySelector('p')),
    lines: rows.map((row) => [text(row.querySelector('dt')), text(row.querySelector('dd'))]),
  }
}
const totalOf = (page: HTMLElement) => receiptOf(page).lines.at(-1)?.[1]

/** Everything on the page that depends on the time: the price of a job, the cards, and the bars with their hours. */
function nowOf(page: HTMLElement) {
  return {
    head: text(page.querySelector('main h1 + p')),
    cards: page
      .querySelectorAll('#rates > div > ul > li')
      .map((card) => text(card.querySelector('h3')))
      .filter((heading) => /\bNow\b/.test(heading)),
    days: texts(page, '#rates div > h3').filter((heading) => /\bNow\b/.test(heading)),
    bars: texts(page, '#rates ol > li').filter((stretch) => stretch.includes('(now)')),
  }
}

/** Requests the page until it comes from the cache, which a change of the data empties at any time. */
const kept = (path: string): Promise<Answer> =>
  vi.waitFor(
    async () => {
      const answer = await ask(path)
      expect(answer.headers.etag).toBeTruthy()
      return answer
    },
    { timeout: 30_000, interval: 20 },
  )

/** London times in order, each with its rate, the next one, and the day and the hours whose bar is lit. */
const moments: [at: string, tier: 0 | 1 | 2, until: string, next: 0 | 1 | 2, day: string, bar: string][] = [
  // The night with the repeated hour.
  ['2026-10-25T01:30:00Z', 2, '8am on Monday 26 October', 0, 'Sunday and bank holidays', 'midnight to midnight'],
  ['2026-11-23T10:20:00Z', 0, '6pm', 1, 'Monday to Friday', '8am to 6pm'],
  // Christmas Day; the Saturday after it is billed as one.
  ['2026-12-25T10:00:00Z', 2, '8am on Saturday 26 December', 1, 'Sunday and bank holidays', 'midnight to midnight'],
  ['2027-06-07T17:10:00Z', 1, '10pm', 2, 'Monday to Friday', '6pm to 10pm'],
]
const { rateTiers } = defaultPrices
const cards = ['Day', 'Evening/Saturday', 'Night/Sunday/Bank Holiday']

test('As the server’s clock goes forward, head, cards, bars and sum say the same', async () => {
  const most = mostByRate(defaultPrices, { service: 'Burst Pipe' })
  for (const [at, tier, until, next, day, bar] of moments) {
    itIs(at)
    const page = await pricing()
    const figure = poundsText(rateTiers[tier].calloutPence)
    const { head, ...rest } = nowOf(page)
    const [jobNow, jobNext] = [tier, next].map((each) => poundsText(most[rateTiers[each].id]))
    for (const part of [/^Burst Pipe (today|tonight)/, `${jobNow} at most`, ...(jobNow === jobNext ? [] : [`From ${until}: ${jobNext}.`])])
      expect([at, head]).toEqual([at, expect.stringMatching(part)])
    expect(rest).toEqual({ cards: [`${cards[tier]} Now`], days: [`${day} Now ${figure}`], bars: [`${bar}: ${figure} (now)`] })
    const { rate, lines } = receiptOf(page)
    expect(rate).toContain(until)
    // The API returns the same, and each bar highlights only one part for today.
    const { quote } = JSON.parse((await ask('/functions/v1/quote')).text)
    expect(lines.map(([, amount]) => amount)).toEqual(
      [...quote.lines.map(({ amountPence }: { amountPence: number }) => amountPence), quote.totalPence].map(pounds),
    )
    expect(page.querySelectorAll('#rates ol > .bg-lamp')).toHaveLength(1)
  }
})

/** An amount as a receipt has it. */
const pounds = (pence: number) => `${pence < 0 ? '−' : ''}£${(Math.abs(pence) / 100).toLocaleString('en-GB', { minimumFractionDigits: 2 })}`

describe('The calculator without JavaScript', () => {
  // After the boiler offer; its end is tested elsewhere.
  beforeAll(() => itIs('2027-09-06T09:20:00Z'))

  test('shows the sum line by line, and keeps all input', async () => {
    const queries: Record<string, string>[] = [
      {
        when: 'at',
        day: '2027-09-14',
        time: '16:45',
        minutes: '90',
        materials: '£100',
        parking: '12.4',
        zone: 'yes',
        redline: 'online',
        offer: 'callout-25',
      },
      { when: 'at', day: '2027-09-11', time: '21:15', minutes: '90', redline: 'phone' },
    ]
    for (const [at, query] of queries.entries()) {
      const page = await pricing(query)
      const { title, lines } = receiptOf(page)
      expect([title, lines.length], JSON.stringify(query)).toEqual([expect.stringMatching(/\w/), [8, 5][at]])
      expect(page.querySelectorAll('[role=alert]')).toHaveLength(0)
      expect(page.querySelector('form[action="/pricing#sum"]')?.getAttribute('method') ?? 'get').toBe('get')
      for (const [field, value] of Object.entries(query)) expect([field, heldBy(page, field)]).toEqual([field, value])
    }
  })

  test.each<[string, Record<string, string>, string[]]>([
    ['text for an amount', { materials: 'about 20', parking: '5' }, ['materials']],
    ['a day that is past', { when: 'at', day: '2027-09-05', time: '10:00' }, ['day']],
    ['no day, no time', { when: 'at', minutes: '120' }, ['day', 'time']],
    ['an offer that has ended', { offer: 'boiler-65' }, ['offer']],
  ])('says of %s what is wrong, first and at the field, and no sum', async (_, query, fields) => {
    const page = await pricing(query)
    const links = page.querySelectorAll('#sum > [role=alert] a').map((link) => [link.getAttribute('href'), text(link)])
    expect(links.map(([href]) => href)).toEqual(fields.map((field) => `#price-${field}`))
    for (const [at, field] of fields.entries()) {
      const input = page.querySelector(`#price-${field}`)
      expect(input?.getAttribute('aria-invalid')).toBe('true')
      expect(input?.getAttribute('aria-describedby')?.split(' ')).toContain(`price-${field}-problem`)
      expect(text(page.querySelector(`#price-${field}-problem`))).toBe(`Error: ${links[at]?.[1]}`)
    }
    expect(page.querySelectorAll('[aria-invalid]')).toHaveLength(fields.length)
    // The summary comes before the form, the form's action targets it, and its id is unique.
    expect(page.innerHTML.indexOf('role="alert"')).toBeLessThan(page.innerHTML.indexOf('<form'))
    expect(page.querySelectorAll('#sum')).toHaveLength(1)
    expect(text(page.querySelector('title'))).toMatch(/^Error: /)
    expect(receiptOf(page).lines).toEqual([])
    for (const [field, value] of Object.entries(query)) if (field !== 'offer') expect([field, heldBy(page, field)]).toEqual([field, value])
  })
})

/** The value of a form field. */
function heldBy(page: HTMLElement, field: string): string | undefined {
  const [one, ...more] = page.querySelectorAll(`form [name=${field}]`)
  if (one?.tagName === 'SELECT')
    return one.querySelector('option[selected]')?.getAttribute('value') ?? one.querySelector('option')?.getAttribute('value')
  return more.length > 0 ? [one, ...more].find((each) => each?.hasAttribute('checked'))?.getAttribute('value') : one?.getAttribute('value')
}

describe('A hostile query', () => {
  beforeAll(() => itIs('2027-09-06T09:20:00Z'))
  const script = '<script>alert(1)</script>'
  const long = 'x'.repeat(10_000)
  const queries = [
    ...['when', 'day', 'time', 'minutes', 'materials', 'parking', 'zone', 'redline', 'offer'].flatMap((field) => [
      `${field}=${encodeURIComponent(`"><img src=x onerror=alert(1)>${script}`)}`,
      `when=at&${field}=${long}`,
      `${field}=%00&when=at`,
      `${field}=%E0%A4%A`,
      `${field}[]=1&${field}[x]=2&${field}.x=3`,
      `${field}=__proto__&__proto__=1&__proto__[${field}]=2&constructor=3`,
    ]),
    `${'a=1&'.repeat(2_000)}minutes=30`,
    `</title>${script}`,
    '?????',
  ]

  test('is answered, bounded, without an error of the server and without markup of its own', async () => {
    const plain = await ask('/pricing?')
    const shape = (page: HTMLElement) =>
      ['script', 'img', 'iframe', 'style', 'form', 'input'].map((tag) => page.querySelectorAll(tag).length)
    for (const query of sample(queries, 14)) {
      const { status, page, text: html, bytes } = await ask(`/pricing?${query}`)
      expect(status, query.slice(0, 80)).toBe(200)
      expect(shape(page), query.slice(0, 80)).toEqual(shape(plain.page))
      const attributes = page.querySelectorAll('*').flatMap((element) => Object.keys(element.attributes))
      expect(
        attributes.filter((name) => name.startsWith('on')),
        query.slice(0, 80),
      ).toEqual([])
      expect(html, query.slice(0, 80)).not.toContain(script)
      expect(bytes, query.slice(0, 80)).toBeLessThan(plain.bytes + 8_000)
      expect(page.querySelectorAll('h1')).toHaveLength(1)
      const answer = await ask(`/functions/v1/quote?${query}`)
      expect(answer.status, query.slice(0, 80)).toBe(200)
      expect(answer.headers['content-type']).toMatch(/^application\/json/)
      expect(answer.bytes, query.slice(0, 80)).toBeLessThan(3_000)
    }
  })
})

describe('GET /functions/v1/quote', () => {
  beforeAll(() => itIs('2027-09-06T09:20:00Z'))
  const quote = async (query: string) => JSON.parse((await ask(`/functions/v1/quote?${query}`)).text)

  it('answers what was asked, and the sum with its lines, VAT and notes; stored for no one', async () => {
    const answers = { when: 'now', day: '', time: '', minutes: '60', materials: '', parking: '', zone: '', redline: '', offer: '' }
    const line = (id: string) => ({ id, label: expect.any(String), amountPence: expect.any(Number) })
    const { quote: said, ...rest } = await quote('zone=yes')
    expect(rest).toEqual({ answers: { ...answers, zone: 'yes' }, problems: {}, today: '2027-09-06' })
    expect(Object.keys(said)).toEqual(['title', 'rate', 'lines', 'totalPence', 'vatPence', 'notes'])
    expect(said.lines).toEqual(['callout', 'time', 'congestion'].map(line))
    expect(await quote('materials=abc')).toEqual({
      answers: { ...answers, materials: 'abc' },
      problems: { materials: expect.any(String) },
      today: '2027-09-06',
    })
    const [get, head] = [await ask('/functions/v1/quote?minutes=90'), await ask('/functions/v1/quote?minutes=90', { method: 'HEAD' })]
    expect([get.status, get.headers['cache-control'], get.headers.etag]).toEqual([200, 'no-store', undefined])
    expect([head.status, head.bytes, head.headers['content-type']]).toEqual([200, 0, get.headers['content-type']])
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      const answer = await ask('/functions/v1/quote?minutes=90', { method })
      expect([answer.status, answer.headers.allow, JSON.parse(answer.text).error.code]).toEqual([405, 'GET, HEAD', 'method_not_allowed'])
    }
  })
})

// Must be last: the server renders all pages ahead at its start and caches them one by one.
describe('The pricing page', () => {
  beforeAll(() => itIs('2028-06-05T09:20:00Z'))

  it('is kept in memory, its questions are not, and are not answered from there', async () => {
    await kept('/pricing')
    for (const query of ['?minutes=90', '?utm_source=x', '?', '?materials=abc']) {
      for (let time = 0; time < 2; time++) await ask(`/pricing${query}`)
      await kept('/gas-emergency')
      const answer = await ask(`/pricing${query}`)
      expect([answer.status, answer.headers.etag], query).toEqual([200, undefined])
    }
  })

  it('that was kept at 17:59 is served then, and not at 18:00', async () => {
    itIs('2028-06-06T16:58:30Z')
    const page = await kept('/pricing')
    expect(page.headers.expires).toBe('Tue, 06 Jun 2028 17:00:00 GMT')
    expect([page.status, nowOf(page.page).cards]).toEqual([200, ['Day Now']])
    itIs('2028-06-06T16:59:30Z')
    expect(nowOf((await kept('/pricing')).page).cards).toEqual(['Day Now'])
    itIs('2028-06-06T17:00:00Z')
    for (const headers of [{}, { 'if-none-match': String(page.headers.etag) }] as Record<string, string>[]) {
      const after = await ask('/pricing', { headers })
      expect([after.status, nowOf(after.page).cards]).toEqual([200, ['Evening/Saturday Now']])
      // It names an arrival time, so it is kept for five minutes.
      expect(after.headers.expires).toBe('Tue, 06 Jun 2028 17:05:00 GMT')
    }
  })

  it('is another one at half past five, when the second half hour becomes the evening’s', async () => {
    itIs('2028-06-07T16:29:00Z')
    const before = totalOf((await kept('/pricing')).page)
    itIs('2028-06-07T16:30:00Z')
    expect(totalOf((await ask('/pricing')).page)).not.toBe(before)
  })
})

describe('The arrival time', () => {
  // At midnight, at both ends of a cycle, and in a night the clocks change.
  test.each([
    ['2028-10-29T01:30:00Z', '3am'],
    ['2028-11-20T00:44:59Z', '1.30am'],
    ['2028-11-20T00:45:00Z', '2.15am'],
    ['2028-11-20T23:59:00Z', '12.45am'],
  ])('at %s is %s on every page, wherever a page says it, and in the form without JavaScript', async (at, by) => {
    itIs(at)
    for (const path of ['/', '/plumbers-whitechapel', '/emergency-boiler-repair', '/services/burst-pipe', '/pricing', '/blog', '/book']) {
      const words = text((await ask(path)).page)
      const said = [...words.matchAll(/[Ww]ith you by ([\d.]+[ap]m)/g)].map(([, time]) => time)
      expect([...new Set(said)], path).toEqual([by])
      expect(words, path).not.toMatch(/within 90 minutes/)
    }
    const { page } = await ask('/book?step=3&change=service&back=4')
    expect(text(page)).toMatch(new RegExp(`(Today|Tonight), (midnight|[\\d.]+[ap]m) to ${by.replace('.', '\\.')}`))
  })

  it('is kept until the figure or another view of the page changes, and for five minutes at most', async () => {
    for (const [at, path, expires] of [
      ['2028-12-01T09:50:00Z', '/', '09:55:00'],
      ['2028-12-01T09:58:00Z', '/', '10:00:00'],
      // A cycle of three quarters of an hour ends.
      ['2028-12-01T10:28:00Z', '/plumbers-whitechapel', '10:30:00'],
    ] as const) {
      itIs(at)
      expect((await ask(path)).headers.expires, at).toBe(`Fri, 01 Dec 2028 ${expires} GMT`)
    }
  })

  it('that has gone since the page was opened is said before the next answer', async () => {
    itIs('2029-03-26T10:20:00Z')
    const shown = (await ask('/book')).page.querySelector('[name=shownUntil]')?.getAttribute('value') ?? ''
    expect(shown).toBe('2029-03-26T11:45:00.000Z')
    const said = async () => text((await ask(`/book?step=2&shown=${encodeURIComponent(shown)}`)).page.querySelector('form'))
    expect(await said()).not.toContain('1.30pm')
    itIs('2029-03-26T11:00:00Z')
    for (const time of ['12.45pm', '1.30pm']) expect(await said()).toContain(time)
    expect((await ask('/book?step=2&shown=nonsense')).status).toBe(200)
  })
})
