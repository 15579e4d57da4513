import fc from 'fast-check'
import { bookingBody } from './world.ts'

/** Text that attackers, broken clients and copy-and-paste send in a field. */
const nastyTexts = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'tail \udfff',
  '\u202e\u2066gnp.exe\u2069',
  '\u200f\u200e\u061c',
  '\ufeff\u200b\u200d',
  '\u0085\u2028\u2029',
  'Zoë Ünal 李 😀👨‍👩‍👧',
  '<script>alert(1)</script>',
  '<<script>script>alert(1)<</script>/script>',
  '<scr\u0000ipt>alert(1)</scr\u0000ipt>',
  '"><img src=x onerror=alert(1)>',
  "' onmouseover='alert(1)",
  'x" onfocus=alert(1) autofocus="',
  'oonclick=nclick=alert(1)',
  'javascript:alert(1)',
  'jAvAsCrIpT :alert(1)',
  'javajavascript:script:alert(1)',
  'java<>script:alert(1)',
  'vbscript:msgbox(1)',
  'data:text/html,<script>alert(1)</script>',
  'data:text/html;base64,PHNjcmlwdD4=',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '&#60;script&#62;',
  '\\u003cscript\\u003e',
  '＜script＞',
  '{{constructor.constructor("alert(1)")()}}',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is what is sent
  '${7*7}',
  '<svg/onload=alert(1)>',
  '<iframe srcdoc="<script>1</script>">',
  '</title><script>1</script>',
  '<!--',
  ']]>',
  '</style><style>@import "//evil.example"',
  'expression(alert(1))',
  "'; drop table bookings; --",
  "' or '1'='1",
  '" or 1=1 --',
  'x); delete from jobs; --',
  '%27%20or%201=1',
  "\\'; select pg_sleep(10); --",
  '$$ || pg_sleep(10) || $$',
  'a@example.com\r\nBcc: victim@example.com',
  'x\r\n\r\n<html>',
  'a%0d%0aSet-Cookie:x=1',
  '\r\n.\r\nMAIL FROM:<x@example.com>',
  'END:VEVENT\r\nBEGIN:VALARM',
  ';ATTENDEE:mailto:victim@example.com',
  '../../../../etc/passwd',
  'C:\\windows\\system32',
  '$(reboot)',
  '`id`',
  '| cat /etc/passwd',
  '=cmd|"/C calc"!A0',
  '__proto__',
  'constructor',
  'NaN',
  'null',
  'undefined',
  'true',
  '-1',
  '1e999',
  '99999999999999999999999999',
  '+44 7700 900264 ext <b>1</b>',
  '٠٧٧٠٠٩٠٠٢٦٤',
  'ＪＡＶＡＳＣＲＩＰＴ：alert(1)',
  '2026-02-30',
  '0000-00-00',
  '9999-12-31',
  '+010000-01-01',
  '2026-11-20T00:00:00Z',
  'Tonight 08:00 - 10:00',
  '24:00 - 26:00',
  'x'.repeat(201),
  'y'.repeat(1_001),
  '<'.repeat(5_000),
  `${'on'.repeat(2_000)}x=`,
  'java'.repeat(1_000) + 'script:'.repeat(1_000),
  `${'javascript:'.repeat(300)}alert(1)`,
  'Z\u0351\u0358\u0321\u0330'.repeat(200),
  'a'.repeat(60_000),
  `${'a'.repeat(64)}@${'b'.repeat(63)}.${'c'.repeat(63)}.com`,
  'x@[127.0.0.1]',
  '"quoted space"@example.com',
  'a@b',
  'a@example.com,b@example.com',
  'a@example.com;b@example.com',
  '<a@example.com>',
  "o'brien+tag@example.co.uk",
  'почта@пример.рф',
  'a@xn--bcher-kva.example',
]

/** Values that aren't strings, and some that only look like JSON. */
const nastyValues: unknown[] = [
  null,
  true,
  false,
  0,
  -0,
  1e308,
  -1e308,
  Number.MAX_SAFE_INTEGER + 1,
  0.1,
  [],
  {},
  [[]],
  [[['x']]],
  { toString: 'x' },
  { length: 1e9 },
  { $ne: null },
  { $gt: '' },
  ['<script>'],
  JSON.parse('{"then":"x","__proto__":{"status":"completed"}}'),
  { toJSON: 'x' },
  [null, null],
  { valueOf: null },
]

/** A text meant to break something. */
export const nastyText = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...nastyTexts) },
  {
    weight: 2,
    arbitrary: fc.tuple(fc.constantFrom(...nastyTexts), fc.constantFrom(...nastyTexts)).map(([a, b]) => a.slice(0, 300) + b.slice(0, 300)),
  },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 300 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 100 }) },
  {
    weight: 2,
    arbitrary: fc
      .array(
        fc.constantFrom(
          '<',
          '>',
          'script',
          'java',
          ':',
          'on',
          'x=',
          '\u0000',
          '\t',
          '\n',
          ' ',
          'data',
          'text/html',
          '\u200b',
          '"',
          "'",
          '&',
          'e',
          'error',
          '=',
        ),
        {
          maxLength: 30,
        },
      )
      .map((parts) => parts.join('')),
  },
)
/** The same, or a JSON value that isn't a string. */
export const nastyValue = fc.oneof(
  { weight: 6, arbitrary: nastyText as fc.Arbitrary<unknown> },
  { weight: 2, arbitrary: fc.constantFrom(...nastyValues) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 4 }) as fc.Arbitrary<unknown> },
)

const fields = [
  'name',
  'phone',
  'email',
  'service',
  'description',
  'preferredDate',
  'postcode',
  'borough',
  'timeSlot',
  'serviceLevel',
  'submittedAt',
  'triggered_from',
  'estimatedPrice',
  'detectedBorough',
  'csrfToken',
  'company',
  'address',
  'accessNotes',
  'siteContact',
  'vulnerableOccupant',
  'startAsked',
  'forBusiness',
]
/** Fields that accept nearly any text: such bookings are stored. */
const freeFields = [
  'name',
  'description',
  'postcode',
  'borough',
  'address',
  'accessNotes',
  'siteContact',
  'triggered_from',
  'company',
  'detectedBorough',
]

const objectBody = fc
  .record({
    level: fc.constantFrom('standard', 'standard', 'standard', 'redline'),
    free: fc.dictionary(fc.constantFrom(...freeFields), nastyText, { maxKeys: 6 }),
    any: fc.oneof(
      { weight: 3, arbitrary: fc.constant({}) },
      { weight: 2, arbitrary: fc.dictionary(fc.constantFrom(...fields), nastyValue, { maxKeys: 5 }) },
    ),
    extra: fc.dictionary(fc.oneof(fc.constantFrom('__proto__', 'constructor', 'toString', 'id', 'status', ''), nastyText), nastyValue, {
      maxKeys: 2,
    }),
    missing: fc.oneof({ weight: 4, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: fc.subarray(fields, { maxLength: 3 }) }),
  })
  .map(({ level, free, any, extra, missing }) => {
    const body = new Map<string, unknown>(Object.entries(bookingBody({ serviceLevel: level })))
    for (const [name, value] of [...Object.entries(free), ...Object.entries(any), ...Object.entries(extra)]) body.set(name, value)
    for (const name of missing) body.delete(name)
    return Object.fromEntries(body)
  })

/** A body as sent: mostly JSON with something wrong inside, sometimes not JSON. */
const rawBody = fc.oneof(
  { weight: 12, arbitrary: objectBody.map((body) => JSON.stringify(body)) },
  { weight: 1, arbitrary: fc.tuple(objectBody, fc.nat()).map(([body, at]) => cut(JSON.stringify(body), at)) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 12 }).map((value) => JSON.stringify(value)) },
  { weight: 1, arbitrary: nastyText },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 400 }) },
  { weight: 1, arbitrary: fc.tuple(objectBody, fc.nat()).map(([body, at]) => spoiled(JSON.stringify(body), at)) },
  { weight: 1, arbitrary: fc.tuple(objectBody, nastyValue).map(([body, value]) => twice(JSON.stringify(body), value)) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 20_000 }).map((levels) => `${'{"a":['.repeat(levels)}`.slice(0, 60_000)) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 60_000 }).map((digits) => `{"name":${'9'.repeat(digits)}}`) },
)

const cut = (text: string, at: number) => text.slice(0, at % (text.length + 1))
/** Replaces one byte with one that UTF-8 doesn't allow there. */
const spoiled = (text: string, at: number) => {
  const bytes = new TextEncoder().encode(text)
  if (bytes.length > 0) bytes[at % bytes.length] = 0x80 + (at % 0x80)
  return bytes
}
/** Every field twice, the second time with another value. */
const twice = (text: string, value: unknown) =>
  `${text.slice(0, -1)}${fields.map((name) => `,${JSON.stringify(name)}:${JSON.stringify(value)}`).join('')}}`

/** The text of a header: any byte except line ends and NUL, which no HTTP parser accepts. */
export const headerText = fc.oneof(
  fc.constantFrom(
    '',
    'x',
    '; ; =',
    'csrf=%E0%A4%A',
    'csrf=%00',
    'csrf="<script>"',
    `csrf=${'A'.repeat(43)}`,
    `csrf=${'A'.repeat(4_000)}`,
    '__proto__=1; constructor=2',
    'null',
    '*',
  ),
  fc
    .array(
      fc.integer({ min: 0x20, max: 0xff }).filter((code) => code !== 0x7f),
      { maxLength: 60 },
    )
    .map((codes) => String.fromCharCode(...codes)),
)

const contentType = fc.oneof(
  { weight: 8, arbitrary: fc.constant('application/json') },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      'application/json; charset=utf-16',
      'text/plain',
      'multipart/form-data; boundary=x',
      'application/x-www-form-urlencoded',
    ),
  },
  { weight: 1, arbitrary: headerText },
)

export interface HostileRequest {
  body: string | Uint8Array<ArrayBuffer>
  headers: Record<string, string>
}

/** A hostile request. */
export const hostileRequest: fc.Arbitrary<HostileRequest> = fc.record({
  body: rawBody as fc.Arbitrary<HostileRequest['body']>,
  headers: fc
    .tuple(
      contentType,
      fc.dictionary(
        fc.constantFrom('idempotency-key', 'cookie', 'x-forwarded-for', 'accept', 'accept-encoding', 'user-agent'),
        headerText,
        { maxKeys: 3 },
      ),
      fc.oneof({ weight: 6, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: fc.record({ origin: headerText }) }),
    )
    .map(([type, others, origin]) => ({ 'content-type': type, ...others, ...origin })),
})

/**
 * Every nasty text once in all the fields that accept nearly anything, cut to their maximum length, and once in full in the description
 * alone: no seed leaves one out.
 */
export const everyNastyText: HostileRequest[] = nastyTexts.flatMap((text) => {
  const everywhere = Object.fromEntries(freeFields.map((name) => [name, name === 'name' ? `Zz ${text}`.slice(0, 100) : text.slice(0, 200)]))
  return [everywhere, { description: text }].map((changes) => ({
    body: JSON.stringify(bookingBody(changes)),
    headers: { 'content-type': 'application/json' },
  }))
})
