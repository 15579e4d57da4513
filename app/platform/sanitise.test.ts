import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { tries } from '#test/support/depth.ts'
import { isEmail, isSafeUrl, isUkPhone, plainCode, plainText, sanitise, sanitiseAddress, sanitiseLine } from './sanitise.ts'
import { threatPatterns, threatsIn } from './threats.ts'

describe('sanitise', () => {
  test.each([
    ['  Water through the ceiling  ', 'Water through the ceiling'],
    ["Siân O'Brien & Sons — №5, 50% off = £20?", "Siân O'Brien & Sons — №5, 50% off = £20?"],
    ['First line\r\nsecond\rthird\n', 'First line\nsecond\nthird'],
    ['a\tb', 'a b'],
    ['<b>pressure</b> < 1 bar >', '‹b›pressure‹/b› ‹ 1 bar ›'],
    ['JaVaScRiPt : alert(1)', 'alert(1)'],
    ['vbscript:x', 'x'],
    ['javajavascript:script:x', 'x'],
    ['java<script:x', 'java‹script:x'],
    ['java\u200bscript:x', 'x'],
    ['data: text/html,x', ',x'],
    ['data:image/png', 'data:image/png'],
    ['x"onERROR \n = y', 'x" y'],
    ['ononclick=load=x', 'load=x'],
    ['<scr<script>ipt>alert(1)</scr</script>ipt>', '‹scr‹script›ipt›alert(1)‹/scr‹/script›ipt›'],
    ['button=2, contains=3, on = off', 'button=2, contains=3, on = off'],
    ['a\u0000b\u0007c\u001bd\u007fe', 'abcde'],
    ['\u202eevil\u202c \u2066x\u2069\ufeff', 'evil x'],
    ['broken \ud83d pair', 'broken \ufffd pair'],
    ['👩‍🔧', '👩‍🔧'],
    ['\u0000 \u200b\u2800 \n', ''],
    ['می\u200cخواهم', 'می\u200cخواهم'],
    ['Jo\u200dhn', 'John'],
    ['e\u0301', 'é'],
    ['a\u3164\u00a0\u2009b\u0085c\u2028d', 'a   b\nc\nd'],
    ['\u3164\u034f\ufe0f', ''],
  ])('makes %j %j', (text, clean) => {
    expect(sanitise(text)).toBe(clean)
  })

  const words = '< > java Java vb script SCRIPT : data text/html on ON click e = " _ é / 👩 ا'.split(' ')
  const fragment = fc.constantFrom(...words, ...' \n\t\r\0\u200b\u0301\u200d\u0338', '\ud83d', '\ude00')
  const hostile = fc.oneof(
    fc.array(fragment, { maxLength: 24 }).map((parts) => parts.join('')),
    fc.array(fc.oneof(fragment, fc.string({ unit: 'binary' })), { maxLength: 12 }).map((parts) => parts.join('')),
  )

  it('leaves no bracket, script scheme, data page, handler, control or broken character, however they are nested', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const clean = sanitise(text)
        expect(clean).not.toMatch(/[<>]|(?:java|vb)script\s*:|data\s*:\s*text\/html|\bon[a-z]+\s*=/i)
        expect(clean.replaceAll('\n', '')).not.toMatch(/\p{Cc}|(?![\u200c\u200d])\p{Cf}/u)
        expect(clean.length).toBeLessThanOrEqual(text.toWellFormed().normalize().length)
        expect(clean.isWellFormed()).toBe(true)
        expect(clean).toBe(clean.trim())
      }),
      { numRuns: tries(80, 1_000) },
    )
  })

  it('changes nothing the second time', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        for (const clean of [plainText, plainCode, sanitise, sanitiseLine, sanitiseAddress]) expect(clean(clean(text))).toBe(clean(text))
      }),
      { numRuns: tries(75, 300), examples: [['e\u0301\u200d\u0301'], ['e\u00ad\u0301\u200d\u0301']] },
    )
  })

  test.each([
    'java\tscript:alert(1)',
    'j\na\nv\na\nscript:alert(1)',
    'javascript\t:alert(1)',
    'javascri\tpt:alert(1)',
    'data\t:text/\nhtml,x',
    'vb\r\nscript:x',
  ])('leaves no scheme in %j, which browsers read without its tabs and line feeds', (text) => {
    for (const clean of [sanitise, sanitiseAddress, sanitiseLine])
      expect(clean(text).replace(/[\t\r\n]/g, '')).not.toMatch(/(java|vb)script\s*:|data\s*:\s*text\/html/i)
  })

  it('takes apart what is nested, and what is nested without end loses its signs', () => {
    expect(sanitise(`${'java'.repeat(30)}${'script:'.repeat(30)}x`)).toBe('x')
    const clean = sanitise(`${'java'.repeat(10_000)}${'script:'.repeat(10_000)}x`)
    expect(clean).not.toMatch(/[:=]/)
    expect(sanitise(clean)).toBe(clean)
  })
})

describe('threatsIn', () => {
  test.each([
    ['<script>', 'script tag'],
    ['javascript:x', 'script scheme'],
    ['VBScript :x', 'script scheme'],
    ['x onload=y', 'event handler'],
    ['eval (x)', 'eval'],
    ['width:expression(x)', 'expression'],
    ['@import url', 'import'],
    ['data:text/html,x', 'data page'],
    // As browsers parse them.
    ['&lt;script&gt;', 'script tag'],
    ['%3Cscript%3E', 'script tag'],
    ['&#60;script', 'script tag'],
    ['java\tscript:x', 'script scheme'],
    ['&#106;avascript&colon;x', 'script scheme'],
    ['java\u200bscript:x', 'script scheme'],
    ['expr/**/ession(x)', 'expression'],
  ])('finds in %j: %s', (text, name) => {
    expect(threatsIn(text)).toEqual([name])
  })

  test.each([
    'medieval(ish) boiler',
    'description of a leak',
    'the script: act one',
    'data: none',
    'turn on = off',
    'R&D; 5% off & 20% more, at 7:30 (evening) = late',
    '&#999999; &unknown; %zz',
  ])('finds nothing in %j', (text) => {
    expect(threatsIn(text)).toEqual([])
  })

  it('names each of several once, in the order of the list, and only what it is given to look for', () => {
    const text = '<script>eval(1)</script><script onload=eval(2)>'
    expect(threatsIn(text)).toEqual(['script tag', 'event handler', 'eval'])
    expect(threatsIn(text, threatPatterns.slice(3))).toEqual(['eval'])
  })

  it('finds a pattern wherever it stands in any text', () => {
    const samples = fc.constantFrom('<script', 'javascript:', ' onload=', ' eval(', ' expression(', '@import ', 'data:text/html')
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), samples, fc.string({ unit: 'binary' }), (before, sample, after) => {
        expect(threatsIn(`${before} ${sample} ${after}`).length).toBeGreaterThan(0)
      }),
    )
  })
})

describe('Hostile texts of 100 KB', () => {
  // Each takes milliseconds; a pattern that backtracks would take minutes, and the test would time out.
  test.each(
    '<|< | |\n|java|javascript |j\n|on|on |on-| ona|data |data: |d\t|eval |expression |@import|/*|/**/|&#|&#x0|&#0|%3|java<|onon=|ja\u200bva'.split(
      '|',
    ),
  )('of %j come to an end', (part) => {
    const size = 100_000
    const repeated = part.repeat(Math.ceil(size / part.length))
    for (const text of [repeated, `<${repeated}`, `javascript${repeated}`, `data:${repeated}`, ` on${repeated}`]) {
      expect(threatsIn(text)).toBeInstanceOf(Array)
      expect(sanitise(text).length).toBeLessThanOrEqual(text.length)
    }
  })
})

describe('Helper rules', () => {
  test.each([
    ['a@b.co', true],
    [`${'a'.repeat(249)}@b.co`, true],
    [`${'a'.repeat(250)}@b.co`, false],
    ['a@b', false],
    ['a b@c.co', false],
    ['a@@b.co', false],
    ['a@.co', false],
  ])('an e-mail address: %s', (text, is) => expect(isEmail(text)).toBe(is))

  test.each([
    ['https://example.co.uk/a?b', true],
    ['http://example.co.uk', false],
    ['https://a.ga./', false],
    ['https://example.cf:8443/', false],
    ['https://example.com/a.tk', true],
    ['https://tk.example.com', true],
    ['example.com', false],
    ['javascript:x', false],
  ])('a link: %s', (text, is) => expect(isSafeUrl(text)).toBe(is))

  test.each([
    ['+44 7700 900264', true],
    ['07700 900264', true],
    ['(020) 7946-0123', true],
    ['0169 77 2345', true],
    ['+33 1 23 45 67 89', false],
    ['7700 900264', false],
    ['0770', false],
    ['077009002641', false],
    ['07700 90026x', false],
    ['1'.repeat(100_000), false],
  ])('a phone number: %#', (text, is) => expect(isUkPhone(text)).toBe(is))
})
