import fc from 'fast-check'
import { headerText, nastyText, nastyValue } from './hostile.ts'

/*
 * A grammar of requests to the whole site. It starts from examples, which are real requests of pages and clients, and changes none, a few
 * or many of their parts, so it produces valid, nearly valid and hostile requests.
 */

/** The sender of a request: with a role's cookie for pages, with its bearer token for APIs that take one. */
const senders = ['nobody', 'customer', 'staff', 'owner', 'service'] as const
export type Sender = (typeof senders)[number]

/** A request as a page or a client sends it. */
export interface Example {
  method: string
  path: string
  /** The usual sender, or any if undefined. */
  sender?: Sender
  query?: Record<string, string>
  form?: Record<string, string>
  json?: unknown
  headers?: Record<string, string>
}

/** A request as sent, without the sender's cookie or token. */
export interface FuzzedRequest {
  sender: Sender
  method: string
  /** The path with its query, escaped for an HTTP client. */
  target: string
  headers: Record<string, string>
  body?: string | Uint8Array
  /** The example it was made from. */
  example: Example
}

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND', 'TRACE']
/** Keeps addresses within what an HTTP server reads. */
const longestPart = 1_500
const oddPaths = [
  '/%',
  '/%e0%a4%a',
  '/%00',
  '//evil.example/',
  '/..%2f..%2fetc%2fpasswd',
  '/__proto__',
  '/constructor.data',
  '/.git/config',
  '/_root.data',
]
const paramsOfPages = ['step', 'next', 'tab', 'page', 'from', 'to', 'day', 'q', 'status', 'session_id', 'token', 'type', '_routes', 'index']

/** About three in ten requests differ from their example only in the sender. */
const often = <Value>(usual: Value, weight: number, other: fc.Arbitrary<Value>) =>
  fc.oneof({ weight, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: other })

interface FieldChange {
  name: string
  how: 'replace' | 'repeat' | 'remove'
  text: string
  value: unknown
}

/** Requests made from examples. `known`: values that are valid somewhere on the site, such as ids, tokens and dates. */
export function fuzzedRequests(examples: readonly Example[], known: readonly string[]): fc.Arbitrary<FuzzedRequest> {
  const names = [...new Set([...examples.flatMap(namesIn), ...paramsOfPages])]
  const text = fc.oneof({ weight: 1, arbitrary: fc.constantFrom(...known) }, { weight: 1, arbitrary: nastyText })
  const change: fc.Arbitrary<FieldChange> = fc.record({
    name: often('', 1, fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...names) }, { weight: 1, arbitrary: nastyText })),
    how: fc.constantFrom('replace', 'replace', 'repeat', 'remove'),
    text,
    value: fc.oneof({ weight: 2, arbitrary: text as fc.Arbitrary<unknown> }, { weight: 1, arbitrary: nastyValue }),
  })
  const changes = often<FieldChange[]>([], 1, fc.array(change, { maxLength: 4 }))
  const parts = fc.record({
    example: fc.constantFrom(...examples),
    sender: often<Sender | undefined>(undefined, 3, fc.constantFrom(...senders)),
    method: often<string | undefined>(undefined, 7, fc.constantFrom(...methods)),
    path: pathChange(text),
    query: often<FieldChange[]>([], 2, fc.array(change, { maxLength: 4 })),
    changes,
    encoding: often<Encoding | undefined>(undefined, 6, fc.constantFrom('json', 'form', 'multipart', 'files')),
    raw: often<string | Uint8Array | undefined>(undefined, 12, rawBody),
    headers: often<Record<string, string>>({}, 1, headers),
  })
  return parts.map(({ example, sender, method, path, query, changes, encoding, raw, headers }) => {
    const sent = bodyOf(example, changes, encoding)
    const body = raw ?? sent?.body
    const asMethod = method ?? (body !== undefined && example.method === 'GET' ? 'POST' : example.method)
    return {
      example,
      sender: sender ?? example.sender ?? 'nobody',
      method: asMethod,
      target: path(example.path) + queryOf(example.query, query),
      headers: { ...example.headers, ...(sent && { 'content-type': sent.type }), ...headers },
      ...(body !== undefined && !['GET', 'HEAD'].includes(asMethod) && { body }),
    }
  })
}

const namesIn = ({ query, form, json }: Example) => [
  ...Object.keys(query ?? {}),
  ...Object.keys(form ?? {}),
  ...(json && typeof json === 'object' ? Object.keys(json) : []),
]

/** A part of an address, escaped; occasionally with escapes already in it. */
const escaped = (text: string) => encodeURIComponent(text.toWellFormed()).slice(0, longestPart).replace(/%.?$/, '')

const pathChange = (text: fc.Arbitrary<string>): fc.Arbitrary<(path: string) => string> =>
  fc.oneof(
    { weight: 12, arbitrary: fc.constant((path: string) => path) },
    { weight: 2, arbitrary: fc.constant((path: string) => (path === '/' ? '/_root.data' : `${path}.data`)) },
    {
      weight: 2,
      arbitrary: fc.tuple(fc.nat(), text).map(([at, part]) => (path: string) => {
        const segments = path.split('/')
        segments[1 + (at % Math.max(1, segments.length - 1))] = escaped(part)
        return segments.join('/')
      }),
    },
    { weight: 1, arbitrary: text.map((part) => (path: string) => `${path}/${escaped(part)}`) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        (path: string) => path.toUpperCase(),
        (path: string) => `${path}/`,
        (path: string) => `/${path}`,
        (path: string) => path.slice(0, -1) || '/',
        (path: string) => path.replace(/[a-z]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
      ),
    },
    { weight: 1, arbitrary: fc.constantFrom(...oddPaths.map((odd) => () => odd)) },
  )

/** Fields with changes applied. A change without a name applies to one of the existing fields. */
function changed(fields: [string, unknown][], changes: FieldChange[], sentBy: (change: FieldChange) => unknown): [string, unknown][] {
  let now = fields
  for (const [at, change] of changes.entries()) {
    const name = change.name || (fields.length > 0 ? (fields[(at * 7 + change.text.length) % fields.length]?.[0] ?? '') : 'a')
    if (change.how !== 'repeat') now = now.filter(([each]) => each !== name)
    if (change.how !== 'remove') now = [...now, [name, sentBy(change)]]
  }
  return now
}

function queryOf(own: Record<string, string> = {}, changes: FieldChange[]): string {
  const pairs = changed(Object.entries(own), changes, ({ text }) => text)
  if (pairs.length === 0) return ''
  return `?${pairs.map(([name, value]) => `${escaped(name)}=${escaped(String(value))}`).join('&')}`
}

type Encoding = 'json' | 'form' | 'multipart' | 'files'
const boundary = 'fuzzed-8f3a'

/** An example's body with changes, in its own encoding or in another. */
function bodyOf(
  { form, json }: Example,
  changes: FieldChange[],
  encoding: Encoding | undefined,
): { type: string; body: string } | undefined {
  if (!form && json === undefined) return undefined
  const isObject = typeof json === 'object' && json !== null && !Array.isArray(json)
  const fields = form ? Object.entries(form) : isObject ? Object.entries(json) : []
  const now = changed(fields, changes, form ? ({ text }) => text : ({ value }) => value)
  switch (encoding ?? (form ? 'form' : 'json')) {
    case 'json':
      return {
        type: 'application/json',
        body: JSON.stringify(form || isObject ? Object.fromEntries(now) : changes.length > 0 ? now : json),
      }
    case 'form':
      return {
        type: 'application/x-www-form-urlencoded',
        body: new URLSearchParams(now.map(([name, value]) => [name, textOf(value)])).toString(),
      }
    case 'multipart':
      return { type: `multipart/form-data; boundary=${boundary}`, body: multipart(now, '') }
    case 'files':
      return {
        type: `multipart/form-data; boundary=${boundary}`,
        body: multipart(now, '; filename="../x.svg"\r\nContent-Type: image/svg+xml'),
      }
  }
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).toWellFormed()
const multipart = (fields: [string, unknown][], more: string) =>
  `${fields.map(([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name.replace(/[\r\n"]/g, '_')}"${more}\r\n\r\n${textOf(value)}\r\n`).join('')}--${boundary}--\r\n`

/** Bodies that are neither form data nor JSON, or too deep or too large. */
const rawBody: fc.Arbitrary<string | Uint8Array> = fc.oneof(
  nastyText,
  fc.uint8Array({ maxLength: 300 }),
  fc.constantFrom('', '{', '[]', 'null', '"text"', '[[[[[[[[[[]]]]]]]]]]', '{"a":'.repeat(5_000), `[${'0,'.repeat(30_000)}0]`),
  fc.constantFrom(
    `{"a":"${'a'.repeat(65_536)}"}`,
    `a=${'b'.repeat(65_536)}`,
    '&'.repeat(60_000),
    'a[b]='.repeat(10_000),
    'a=1&'.repeat(15_000),
  ),
  fc.constant(`--${boundary}\r\nContent-Disposition: form-data; name="a"\r\n\r\nnever ends`),
)

const headerValues: Record<string, fc.Arbitrary<string>> = {
  'content-type': fc.oneof(
    fc.constantFrom(
      'application/json; charset=utf-16',
      'text/plain',
      'application/x-www-form-urlencoded',
      `multipart/form-data; boundary=${boundary}`,
      'multipart/form-data',
      'application/xml',
    ),
    headerText,
  ),
  accept: fc.oneof(
    fc.constantFrom('text/event-stream', 'application/json', 'application/vnd.pgrst.object+json', 'text/html', '*/*'),
    headerText,
  ),
  'accept-encoding': fc.oneof(fc.constantFrom('br', 'gzip', 'identity;q=0, *;q=0'), headerText),
  authorization: fc.oneof(
    fc.constantFrom('Bearer', 'Bearer x', 'Bearer a.b.c', 'Basic YTpi', 'Bearer eyJhbGciOiJub25lIn0.e30.'),
    headerText,
  ),
  cookie: fc.oneof(fc.constantFrom('sid=x', 'draft=x', 'csrf=%E0%A4%A', 'sid=; sid=', 'flash=x'), headerText),
  origin: fc.constantFrom('https://evil.example', 'null', 'x'),
  'sec-fetch-site': fc.constantFrom('cross-site', 'same-site', 'same-origin', 'none', 'x'),
  'if-none-match': fc.oneof(fc.constantFrom('*', 'W/"x"'), headerText),
  range: fc.constantFrom('0-0', 'bytes=0-', '9-1', '0-999999999999', 'x'),
  'range-unit': fc.constantFrom('items', 'x'),
  prefer: fc.constantFrom('count=exact', 'return=representation', 'return=minimal, count=exact', 'resolution=merge-duplicates', 'x'),
  'idempotency-key': headerText,
  'x-forwarded-for': fc.constantFrom('203.0.113.9', '::1', 'x, y', '127.0.0.1', ','),
  'x-forwarded-proto': fc.constantFrom('https', 'ftp', ','),
  'x-supabase-api-version': fc.constantFrom('2024-01-01', '9999-99-99', 'x'),
  'payment-signature': headerText,
  'stripe-signature': fc.constantFrom('t=,v1=', 't=1,v1=x', 'v1=', 't=99999999999,v1=00'),
  traceparent: fc.constantFrom('00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01', 'x'),
  expect: fc.constantFrom('100-continue'),
  'accept-language': headerText,
  'user-agent': headerText,
  'last-event-id': headerText,
}

const headers = fc
  .array(fc.oneof(...Object.entries(headerValues).map(([name, value]) => value.map((text): [string, string] => [name, text]))), {
    maxLength: 4,
  })
  .map((pairs) => Object.fromEntries(pairs))
