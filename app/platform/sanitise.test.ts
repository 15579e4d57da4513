import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { looksLikeScript, sanitise } from './sanitise.ts'

describe('sanitise', () => {
  test.each([
    ['  Water through the ceiling  ', 'Water through the ceiling'],
    ["Siân O'Brien & Sons — №5, 50% off = £20?", "Siân O'Brien & Sons — №5, 50% off = £20?"],
    ['First line\r\nsecond\rthird\n', 'First line\nsecond\nthird'],
    ['a\tb', 'a\tb'],
    ['<b>pressure</b> < 1 bar >', 'bpressure/b  1 bar'],
    ['javascript:alert(1)', 'alert(1)'],
    ['JaVaScRiPt : alert(1)', 'alert(1)'],
    ['vbscript:x', 'x'],
    ['javajavascript:script:x', 'x'],
    ['java<script:x', 'x'],
    ['java\u0000script:x', 'x'],
    ['java\u200bscript:x', 'x'],
    ['data: text/html,x', ',x'],
    ['dadata:text/htmlta:text/html,x', ',x'],
    ['data:image/png', 'data:image/png'],
    ['x onclick=alert(1)', 'x alert(1)'],
    ['x"onERROR \n = y', 'x" y'],
    ['ononclick=load=x', 'load=x'],
    ['on<load=x', 'x'],
    ['<scr<script>ipt>alert(1)</scr</script>ipt>', 'scrscriptiptalert(1)/scr/scriptipt'],
    ['<img src=x onerror=alert(1)>', 'img src=x alert(1)'],
    ['button=2, contains=3, on = off', 'button=2, contains=3, on = off'],
    ['a\u0000b\u0007c\u001bd\u007fe', 'abcde'],
    ['\u202eevil\u202c \u2066x\u2069\ufeff', 'evil x'],
    ['broken \ud83d pair', 'broken \ufffd pair'],
    ['\ude00', '\ufffd'],
    ['👩‍🔧', '👩‍🔧'],
    ['', ''],
    ['\u0000 <> \n', ''],
  ])('makes %j %j', (text, clean) => {
    expect(sanitise(text)).toBe(clean)
  })

  const fragment = fc.constantFrom(
    ...[
      '<',
      '>',
      'java',
      'Java',
      'vb',
      'script',
      'SCRIPT',
      ':',
      'data',
      'text/html',
      'on',
      'ON',
      'click',
      'e',
      '=',
      ' ',
      '\n',
      '\t',
      '\r',
      '\0',
      '\u200b',
      '\ud83d',
      '\ude00',
      '"',
      '_',
      'é',
      '/',
    ],
  )
  const hostile = fc.oneof(
    fc.array(fragment, { maxLength: 24 }).map((parts) => parts.join('')),
    fc.array(fc.oneof(fragment, fc.string({ unit: 'binary' })), { maxLength: 12 }).map((parts) => parts.join('')),
  )

  it('leaves no bracket, script scheme, data page, handler, control or broken character, however they are nested', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const clean = sanitise(text)
        expect(clean).not.toMatch(/[<>]|(?:java|vb)script\s*:|data\s*:\s*text\/html|\bon[a-z]+\s*=/i)
        // biome-ignore lint/suspicious/noControlCharactersInRegex: the ones that must be gone
        expect(clean).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f]/)
        expect(clean.isWellFormed()).toBe(true)
        expect(clean).toBe(clean.trim())
      }),
      { numRuns: 3_000 },
    )
  })

  it('changes nothing the second time', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        expect(sanitise(sanitise(text))).toBe(sanitise(text))
      }),
      { numRuns: 1_000 },
    )
  })

  it('leaves plain words alone', () => {
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^[A-Za-z0-9.,;!?'£%&()-]{1,12}$/)), (words) => {
        expect(sanitise(words.join(' '))).toBe(words.join(' '))
      }),
    )
  })

  test.each([
    'java\tscript:alert(1)',
    'j\na\nv\na\nscript:alert(1)',
    'javascript\t:alert(1)',
    'javascri\tpt:alert(1)',
    'data:text/\nhtml,x',
  ])('leaves no scheme in %j, which browsers read without its tabs and line feeds', (text) => {
    expect(sanitise(text).replace(/[\t\n]/g, '')).not.toMatch(/javascript:|data:text\/html/)
  })

  it('takes apart what is nested a thousand times', () => {
    expect(sanitise(`${'java'.repeat(1_000)}${'script:'.repeat(1_000)}x`)).toBe('x')
  })
})

describe('looksLikeScript', () => {
  test.each([
    '<script>',
    '< / SCRIPT',
    'javascript:x',
    'VBScript :x',
    'x onload=y',
    'eval (x)',
    'width:expression(x)',
    '@import url',
    'data:text/html,x',
  ])('sees %j', (text) => {
    expect(looksLikeScript(text)).toBe(true)
  })

  test.each([
    '',
    'priya@example.com',
    'medieval(ish) boiler',
    'description of a leak',
    'the script: act one',
    'important',
    'data: none',
    'turn on = off',
  ])('sees nothing in %j', (text) => {
    expect(looksLikeScript(text)).toBe(false)
  })
})
