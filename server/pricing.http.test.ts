import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { type HTMLElement, parse } from 'node-html-parser'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { sample } from '#test/support/depth.ts'
import { type Site, startSite } from '#test/support/site.ts'

const monday = '2026-11-23T10:20:00Z'
let site: Site
let folder: string

/** Sets the server's time from here on. */
const itIs = (at: string) => writeFileSync(join(folder, 'shift'), String(Date.parse(at) - Date.now()))

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'plumbers-clock-'))
  itIs('2026-10-25T00:00:00Z')
  site = await startSite({ env: { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(clockBy(join(folder, 'shift')))}` } })
})
afterAll(async () => {
  await site?.close()
  rmSync(folder, { recursive: true, force: true })
})

/** A module that shifts a process's clock by the offset in a file. */
const clockBy = (file: string) => `
  import { readFileSync } from 'node:fs'
  const Real = Date
  const now = () => Real.now() + Number(readFileSync(${JSON.stringify(file)}))
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

/** Everything on the page that depends on the time: the heading, the cards, and the bars with their hours. */
function nowOf(page: HTMLElement) {
  return {
    head: text(page.querySelector('main p:has(> b)')),
    cards: page
      .querySelectorAll('#rates > div > ul > li')
      .map((card) => text(card.querySelector('h3')))
      .filter((heading) => /\bNow\b/.test(heading)),
    days: texts(page, '#rates div > h3').filter((heading) => /\bNow\b/.test(heading)),
    bars: texts(page, '#rates ol > li').filter((stretch) => stretch.includes('(now)')),
  }
}

/** Requests the page until it comes from the cache. */
async function kept(path: string): Promise<Answer> {
  await expect.poll(async () => (await ask(path)).headers.etag, { timeout: 30_000, interval: 20 }).toBeTruthy()
  return ask(path)
}

const night = ['Night/Sunday/Bank Holiday', '£189'] as const
/** London times in order: the server's clock only goes forward. */
const moments: [string, string, { until: string; next: string; total: string; card: string; day: string; bar: string; figure: string }][] =
  [
    // The night with the repeated hour, in both of its occurrences.
    ...['2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z'].map(
      (at) =>
        [
          at,
          'the night that has an hour twice',
          {
            until: '8am on Monday 26 October',
            next: '£119',
            total: '£287.00',
            card: night[0],
            day: 'Sunday and bank holidays',
            bar: 'midnight to midnight',
            figure: night[1],
          },
        ] satisfies (typeof moments)[number],
    ),
    [
      monday,
      'a weekday',
      { until: '6pm', next: '£149', total: '£189.00', card: 'Day', day: 'Monday to Friday', bar: '8am to 6pm', figure: '£119' },
    ],
    [
      '2026-11-23T17:45:00Z',
      'an hour that crosses into the evening: 119 and 84',
      { until: '6pm', next: '£149', total: '£203.00', card: 'Day', day: 'Monday to Friday', bar: '8am to 6pm', figure: '£119' },
    ],
    [
      '2026-11-28T19:00:00Z',
      'Saturday evening',
      { until: '10pm', next: '£189', total: '£233.00', card: 'Evening/Saturday', day: 'Saturday', bar: '8am to 10pm', figure: '£149' },
    ],
    [
      '2026-11-29T13:00:00Z',
      'Sunday',
      {
        until: '8am on Monday 30 November',
        next: '£119',
        total: '£287.00',
        card: night[0],
        day: 'Sunday and bank holidays',
        bar: 'midnight to midnight',
        figure: night[1],
      },
    ],
    [
      '2026-12-24T21:40:00Z',
      'the evening before Christmas: 149 and 98',
      {
        until: '10pm',
        next: '£189',
        total: '£247.00',
        card: 'Evening/Saturday',
        day: 'Monday to Friday',
        bar: '6pm to 10pm',
        figure: '£149',
      },
    ],
    [
      '2026-12-25T10:00:00Z',
      'Christmas Day; the Saturday after it is billed as one',
      {
        until: '8am on Saturday 26 December',
        next: '£149',
        total: '£287.00',
        card: night[0],
        day: 'Sunday and bank holidays',
        bar: 'midnight to midnight',
        figure: night[1],
      },
    ],
    [
      '2027-01-05T23:10:00Z',
      'a weekday night',
      {
        until: '8am on Wednesday 6 January',
        next: '£119',
        total: '£287.00',
        card: night[0],
        day: 'Monday to Friday',
        bar: '10pm to midnight',
        figure: night[1],
      },
    ],
    [
      '2027-01-06T06:10:00Z',
      'the small hours of it',
      { until: '8am', next: '£119', total: '£287.00', card: night[0], day: 'Monday to Friday', bar: 'midnight to 8am', figure: night[1] },
    ],
    [
      '2027-03-26T11:00:00Z',
      'Good Friday',
      {
        until: '8am on Saturday 27 March',
        next: '£149',
        total: '£287.00',
        card: night[0],
        day: 'Sunday and bank holidays',
        bar: 'midnight to midnight',
        figure: night[1],
      },
    ],
    [
      '2027-03-28T00:30:00Z',
      'the night that loses an hour, before Easter Monday',
      {
        until: '8am on Tuesday 30 March',
        next: '£119',
        total: '£287.00',
        card: night[0],
        day: 'Sunday and bank holidays',
        bar: 'midnight to midnight',
        figure: night[1],
      },
    ],
    [
      '2027-06-07T17:10:00Z',
      'ten past six in summer',
      {
        until: '10pm',
        next: '£189',
        total: '£233.00',
        card: 'Evening/Saturday',
        day: 'Monday to Friday',
        bar: '6pm to 10pm',
        figure: '£149',
      },
    ],
  ]

describe('The server’s clock goes forward through', () => {
  test.each(moments)('%s, %s: head, cards, bars and sum say the same', async (at, _, { until, next, total, card, day, bar, figure }) => {
    itIs(at)
    const page = await pricing()
    expect(nowOf(page)).toEqual({
      head: `${figure} is the call-out now, including 30 minutes of work. From ${until}: ${next}.`,
      cards: [`${card} Now`],
      days: [`${day} Now ${figure}`],
      bars: [`${bar}: ${figure} (now)`],
    })
    const { title, rate, lines } = receiptOf(page)
    expect(title).toBe('If we arrived now')
    expect(rate).toContain(`, until ${until}`)
    expect(lines[0]?.[1]).toBe(`${figure}.00`)
    expect(lines.at(-1)).toEqual(['Total, including VAT', total])
    // The API returns the same, and each bar highlights only one part for today.
    const { quote } = JSON.parse((await ask('/functions/v1/quote')).text)
    expect(`£${(quote.totalPence / 100).toFixed(2)}`).toBe(total)
    expect(page.querySelectorAll('#rates ol > .bg-lamp')).toHaveLength(1)
  })

  test('a bank holiday: the next three are named, today’s among them', async () => {
    itIs('2027-08-30T09:00:00Z')
    expect(text(await pricing())).toContain(
      'The next bank holidays: Monday 30 August 2027, Monday 27 December 2027, Tuesday 28 December 2027.',
    )
  })
})

describe('The calculator without JavaScript', () => {
  // After the boiler offer; its end is tested elsewhere.
  beforeAll(() => itIs('2027-09-06T09:20:00Z'))

  test.each<[string, Record<string, string>, { title: string; lines: [string, string][]; vat: string }]>([
    [
      'everything on a Tuesday afternoon: 119 − 29.75 + 70 + 84 + 100 × 1.25 + 29.99 + 12.40 + 18',
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
      {
        title: 'At 4.45pm on Tuesday 14 September',
        lines: [
          ['Call-out including first 30 minutes, day rate', '£119.00'],
          ['Offer: 25% off call-out fee today', '−£29.75'],
          ['2 × 30 minutes at £70, day rate', '£140.00'],
          ['Materials: £100 plus 25%', '£125.00'],
          ['Red Line priority fee', '£29.99'],
          ['Parking, at cost', '£12.40'],
          ['Congestion Charge, at cost', '£18.00'],
          ['Total, including VAT', '£414.64'],
        ],
        // VAT is a sixth.
        vat: '£69.11 of this is VAT.',
      },
    ],
    [
      'a Saturday into the night, by phone: 149 + 84 + 98 + 95',
      { when: 'at', day: '2027-09-11', time: '21:15', minutes: '90', redline: 'phone' },
      {
        title: 'At 9.15pm on Saturday 11 September',
        lines: [
          ['Call-out including first 30 minutes, evening and Saturday rate', '£149.00'],
          ['1 × 30 minutes at £84, evening and Saturday rate', '£84.00'],
          ['1 × 30 minutes at £98, night, Sunday and bank holiday rate', '£98.00'],
          ['Red Line priority fee', '£95.00'],
          ['Total, including VAT', '£426.00'],
        ],
        vat: '£71.00 of this is VAT.',
      },
    ],
    [
      'half an hour now',
      { minutes: '30' },
      {
        title: 'If we arrived now',
        lines: [
          ['Call-out including first 30 minutes, day rate', '£119.00'],
          ['Total, including VAT', '£119.00'],
        ],
        vat: '£19.83 of this is VAT.',
      },
    ],
  ])('shows line by line %s', async (_, query, { title, lines, vat }) => {
    const page = await pricing(query)
    expect(receiptOf(page)).toMatchObject({ title, lines })
    expect(text(page.querySelector('#sum'))).toContain(vat)
    expect(page.querySelectorAll('[role=alert]')).toHaveLength(0)
    expect(page.querySelector('form[action="/pricing#sum"]')?.getAttribute('method') ?? 'get').toBe('get')
    // All input is still there.
    for (const [field, value] of Object.entries(query)) expect([field, heldBy(page, field)]).toEqual([field, value])
  })

  const noDay = 'Choose a day'
  const noTime = 'Enter a time like 18:30'
  const outside = 'Choose a day between today and a year from now'
  const noMaterials = 'Enter what the materials cost in pounds, like 24.50'
  test.each<[string, Record<string, string>, Record<string, string>]>([
    ['text for an amount', { materials: 'about 20', parking: '5' }, { materials: noMaterials }],
    ['a negative amount', { materials: '-5' }, { materials: noMaterials }],
    ['a comma for a point', { materials: '24,50' }, { materials: noMaterials }],
    [
      'more than is worked out',
      { materials: '10001', parking: '10001' },
      { materials: 'Materials must be £10,000 or less', parking: 'Parking must be £10,000 or less' },
    ],
    ['a day that is past', { when: 'at', day: '2027-09-05', time: '10:00' }, { day: outside }],
    ['a day beyond a year', { when: 'at', day: '2028-09-06', time: '10:00' }, { day: outside }],
    ['31 February', { when: 'at', day: '2028-02-31', time: '10:00' }, { day: noDay }],
    ['25 o’clock', { when: 'at', day: '2027-09-14', time: '25:00' }, { time: noTime }],
    ['no day, no time', { when: 'at', minutes: '120' }, { day: noDay, time: noTime }],
    ['an offer that has ended', { offer: 'boiler-65' }, { offer: 'This offer has ended' }],
    ['an offer that nobody made', { offer: 'half-price' }, { offer: 'Choose an offer from the list' }],
  ])('says of %s what is wrong, first and at the field, and no sum', async (_, query, problems) => {
    const page = await pricing(query)
    const summary = page.querySelector('#sum > [role=alert]')
    expect(text(summary?.querySelector('h2'))).toBe('There is a problem')
    const links = summary?.querySelectorAll('a').map((link) => [link.getAttribute('href'), text(link)])
    expect(links).toEqual(Object.entries(problems).map(([field, problem]) => [`#price-${field}`, problem]))
    for (const [field, problem] of Object.entries(problems)) {
      const input = page.querySelector(`#price-${field}`)
      expect(input?.getAttribute('aria-invalid')).toBe('true')
      expect(input?.getAttribute('aria-describedby')?.split(' ')).toContain(`price-${field}-problem`)
      expect(text(page.querySelector(`#price-${field}-problem`))).toBe(`Error: ${problem}`)
    }
    expect(page.querySelectorAll('[aria-invalid]')).toHaveLength(Object.keys(problems).length)
    // The summary comes before the form, the form's action targets it, and its id is unique.
    expect(page.innerHTML.indexOf('role="alert"')).toBeLessThan(page.innerHTML.indexOf('<form'))
    expect(page.querySelectorAll('#sum')).toHaveLength(1)
    expect(text(page.querySelector('title'))).toMatch(/^Error: /)
    expect(receiptOf(page).lines).toEqual([])
    expect(text(page.querySelector('#calculator'))).not.toMatch(/Total|of it is VAT/)
    for (const [field, value] of Object.entries(query))
      if (!['half-price', 'boiler-65'].includes(value)) expect([field, heldBy(page, field)]).toEqual([field, value])
  })

  it('has a title without error where there is none', async () => {
    expect(text((await pricing('minutes=90')).querySelector('title'))).toBe('Prices: What an Emergency Plumber Costs in London')
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
      `${field}=${encodeURIComponent(script)}`,
      `${field}=${encodeURIComponent('"><img src=x onerror=alert(1)>')}`,
      `${field}=${encodeURIComponent("' onfocus='alert(1)")}`,
      `when=at&${field}=${long}`,
      `${field}=%00&when=at`,
      `${field}=a%00b`,
      `${field}=%E0%A4%A`,
      `${field}=%`,
      `${field}=%ff%fe`,
      `${field}=%F0%9F%98`,
      `${field}[]=1&${field}[x]=2&${field}.x=3`,
      `${field}=__proto__&__proto__=1&__proto__[${field}]=2&constructor=3`,
      `${field}=1&${field}=2&${field}=3`,
      `${field}`,
    ]),
    `${'a=1&'.repeat(2_000)}minutes=30`,
    `materials=${encodeURIComponent('😀'.repeat(30))}`,
    `materials=${'9'.repeat(5_000)}`,
    `__proto__[minutes]=30`,
    `</title>${script}`,
    '?????',
    '&&&===',
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

  test('of 60,000 bytes is refused or answered, and the next one is answered', async () => {
    const answer = await ask(`/pricing?materials=${'x'.repeat(60_000)}`).catch(() => undefined)
    expect([undefined, 200, 414, 431]).toContain(answer?.status)
    expect((await ask('/pricing?minutes=30')).status).toBe(200)
  })

  test('that says one thing twice is taken by the first, on the page and by the API', async () => {
    expect(totalOf(await pricing('minutes=30&minutes=480'))).toBe('£119.00')
    expect(JSON.parse((await ask('/functions/v1/quote?minutes=30&minutes=480')).text).quote.totalPence).toBe(11_900)
  })
})

describe('GET /functions/v1/quote', () => {
  beforeAll(() => itIs('2027-09-06T09:20:00Z'))
  const quote = async (query: string) => JSON.parse((await ask(`/functions/v1/quote?${query}`)).text)

  it('answers what was asked, and the sum with its lines, VAT and notes', async () => {
    const answers = { when: 'now', day: '', time: '', minutes: '60', materials: '', parking: '', zone: '', redline: '', offer: '' }
    expect(await quote('zone=yes')).toEqual({
      answers: { ...answers, zone: 'yes' },
      problems: {},
      quote: {
        title: 'If we arrived now',
        rate: 'Day rate, until 6pm on Monday 6 September',
        lines: [
          { id: 'callout', label: 'Call-out including first 30 minutes, day rate', amountPence: 11_900 },
          { id: 'time', label: '1 × 30 minutes at £70, day rate', amountPence: 7_000 },
          { id: 'congestion', label: 'Congestion Charge, at cost', amountPence: 1_800 },
        ],
        totalPence: 20_700,
        vatPence: 3_450,
        notes: [],
      },
      today: '2027-09-06',
    })
    expect(await quote('materials=abc')).toEqual({
      answers: { ...answers, materials: 'abc' },
      problems: { materials: 'Enter what the materials cost in pounds, like 24.50' },
      today: '2027-09-06',
    })
  })

  it('is never stored, for no one', async () => {
    for (const query of ['', '?minutes=90', '?minutes=x']) {
      const { status, headers } = await ask(`/functions/v1/quote${query}`)
      expect([status, headers['cache-control'], headers.etag]).toEqual([200, 'no-store', undefined])
    }
  })

  it('answers HEAD like GET, without a body', async () => {
    const [get, head] = [await ask('/functions/v1/quote?minutes=90'), await ask('/functions/v1/quote?minutes=90', { method: 'HEAD' })]
    expect([head.status, head.bytes, head.headers['cache-control'], head.headers['content-type']]).toEqual([
      200,
      0,
      get.headers['cache-control'],
      get.headers['content-type'],
    ])
  })

  it.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])('refuses %s, and says what it takes', async (method) => {
    const answer = await ask('/functions/v1/quote?minutes=90', { method })
    expect([answer.status, answer.headers.allow]).toEqual([405, 'GET, HEAD'])
    expect(JSON.parse(answer.text)).toEqual({ error: { code: 'method_not_allowed', message: 'Use GET or HEAD.' } })
  })

  it('says what the page says, line by line', async () => {
    const queries = [
      '',
      'minutes=30',
      'minutes=480&zone=yes',
      'when=at&day=2027-10-31&time=01:30&minutes=180',
      'when=at&day=2027-12-25&time=23:30&minutes=90&materials=1024.99',
      'offer=callout-25&redline=online&parking=3',
      'minutes=45',
      'when=at',
    ]
    for (const query of queries) {
      const page = await pricing(query)
      const { quote: said, problems } = await quote(query)
      const lines = said ? [...said.lines, { label: 'Total, including VAT', amountPence: said.totalPence }] : []
      const pounds = (pence: number) =>
        `${pence < 0 ? '−' : ''}£${(Math.abs(pence) / 100).toLocaleString('en-GB', { minimumFractionDigits: 2 })}`
      expect(receiptOf(page).lines, query).toEqual(lines.map(({ label, amountPence }) => [label, pounds(amountPence)]))
      if (said) expect([receiptOf(page).title, receiptOf(page).rate], query).toEqual([said.title, said.rate])
      expect(texts(page, '#sum [role=alert] li, #sum > [role=alert] li'), query).toEqual(Object.values(problems))
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
    expect(totalOf(await pricing('minutes=90'))).toBe('£259.00')
    expect(totalOf((await kept('/pricing')).page)).toBe('£189.00')
  })

  it('that was kept at 17:59 is served then, and not at 18:00', async () => {
    itIs('2028-06-06T16:58:30Z')
    const page = await kept('/pricing')
    expect(page.headers.expires).toBe('Tue, 06 Jun 2028 17:00:00 GMT')
    expect([page.status, nowOf(page.page).cards, totalOf(page.page)]).toEqual([200, ['Day Now'], '£203.00'])
    itIs('2028-06-06T16:59:30Z')
    expect((await ask('/pricing')).headers.etag).toBe(page.headers.etag)
    itIs('2028-06-06T17:00:00Z')
    for (const headers of [{}, { 'if-none-match': String(page.headers.etag) }] as Record<string, string>[]) {
      const after = await ask('/pricing', { headers })
      expect([after.status, nowOf(after.page).cards, totalOf(after.page)]).toEqual([200, ['Evening/Saturday Now'], '£233.00'])
      // It names an arrival time, so it is kept for five minutes.
      expect(after.headers.expires).toBe('Tue, 06 Jun 2028 17:05:00 GMT')
    }
  })

  it('is another one at half past five, when the second half hour becomes the evening’s', async () => {
    itIs('2028-06-07T16:29:00Z')
    expect(totalOf((await kept('/pricing')).page)).toBe('£189.00')
    itIs('2028-06-07T16:30:00Z')
    expect(totalOf((await ask('/pricing')).page)).toBe('£203.00')
  })
})

describe('The arrival time', () => {
  // At midnight, at both ends of a cycle, and in the nights in which the clocks change.
  test.each([
    ['2028-10-29T00:30:00Z', '2am'],
    ['2028-10-29T01:30:00Z', '3am'],
    ['2028-11-20T00:00:00Z', '1.30am'],
    ['2028-11-20T00:44:30Z', '1.30am'],
    ['2028-11-20T00:45:00Z', '2.15am'],
    ['2028-11-20T23:59:00Z', '12.45am'],
    ['2029-03-25T00:50:00Z', '3.15am'],
  ])('at %s is %s on every page, wherever a page says it, and in the form without JavaScript', async (at, by) => {
    itIs(at)
    for (const path of ['/', '/plumbers-whitechapel', '/emergency-boiler-repair', '/services/burst-pipe', '/pricing', '/blog', '/book']) {
      const words = text((await ask(path)).page)
      const said = [...words.matchAll(/[Ww]ith you by ([\d.]+[ap]m)/g)].map(([, time]) => time)
      expect([...new Set(said)], path).toEqual([by])
      expect(words, path).not.toMatch(/within 90 minutes/)
    }
    const { page } = await ask('/book?step=3&change=1')
    expect(text(page)).toMatch(new RegExp(`(Today|Tomorrow), (midnight|[\\d.]+[ap]m) to ${by.replace('.', '\\.')}`))
  })

  it('is kept until the figure or another view of the page changes, and for five minutes at most', async () => {
    const expiresAt = async (at: string, path: string) => {
      itIs(at)
      return (await ask(path)).headers.expires
    }
    expect(await expiresAt('2028-12-01T09:50:00Z', '/')).toMatch(/09:55:0\d GMT$/)
    expect(await expiresAt('2028-12-01T09:58:00Z', '/')).toBe('Fri, 01 Dec 2028 10:00:00 GMT')
    // A cycle of three quarters of an hour ends.
    expect(await expiresAt('2028-12-01T10:28:00Z', '/plumbers-whitechapel')).toBe('Fri, 01 Dec 2028 10:30:00 GMT')
  })

  it('that has gone since the page was opened is said before the next answer', async () => {
    itIs('2029-03-26T10:20:00Z')
    const shown = (await ask('/book')).page.querySelector('[name=shownUntil]')?.getAttribute('value') ?? ''
    expect(shown).toBe('2029-03-26T11:45:00.000Z')
    const said = async () => text((await ask(`/book?step=2&shown=${encodeURIComponent(shown)}`)).page.querySelector('form'))
    expect(await said()).not.toContain('We said')
    itIs('2029-03-26T11:00:00Z')
    expect(await said()).toContain('We said 12.45pm, but that time has gone: the earliest is now 1.30pm.')
    expect((await ask('/book?step=2&shown=nonsense')).status).toBe(200)
  })
})
