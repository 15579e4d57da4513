import { expect, test } from 'vitest'
import { parseReceivedJson } from './received-text.ts'

test.each([
  ['{"a":"<scr\\u0000ipt>"}', { a: '<scr\ufffdipt>' }],
  ['{"a":"\\\\u0000"}', { a: '\\u0000' }],
  ['{"a":"\\\\\\u0000b"}', { a: '\\\ufffdb' }],
  ['{"\\u0000a":["\\u0000",1,"\\n\\""]}', { '\ufffda': ['\ufffd', 1, '\n"'] }],
])('JSON that was received has no NUL in its strings: %s', (text, value) => {
  expect(parseReceivedJson(text)).toEqual(value)
})
