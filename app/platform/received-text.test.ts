import { expect, test } from 'vitest'
import { parseReceivedJson, replaceNulInUrl } from './received-text.ts'

test.each([
  ['{"a":"<scr\\u0000ipt>"}', { a: '<scr\ufffdipt>' }],
  ['{"a":"\\\\u0000"}', { a: '\\u0000' }],
  ['{"a":"\\\\\\u0000b"}', { a: '\\\ufffdb' }],
  ['{"\\u0000a":["\\u0000",1,"\\n\\""]}', { '\ufffda': ['\ufffd', 1, '\n"'] }],
])('JSON that was received has no NUL in its strings: %s', (text, value) => {
  expect(parseReceivedJson(text)).toEqual(value)
})

test('An address has a replacement character for NUL in its path and query, and a percent sign that was meant stays one', () => {
  const { pathname, searchParams } = new URL(replaceNulInUrl('/posts/a%00b?q=%00&percent=%2500'), 'http://localhost')
  expect([decodeURIComponent(pathname), searchParams.get('q'), searchParams.get('percent')]).toEqual(['/posts/a\ufffdb', '\ufffd', '%00'])
})
