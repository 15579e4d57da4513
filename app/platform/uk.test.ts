import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { tries } from '#test/support/depth.ts'
import { normalisePhone, normalisePostcode, phoneIn, phoneText } from './uk.ts'

const digits = (min: number, max: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: min, maxLength: max }).map((all) => all.join(''))
/** The digits after +44 or 0: one non-zero digit and 8 or 9 more. */
const national = fc
  .tuple(fc.integer({ min: 1, max: 8 }), digits(8, 9))
  .map(([first, rest]) => `${first}${rest}`)
  .filter((number) => !number.startsWith('70'))

test.each([
  ['Marta, tenant, 07700 900321', '+447700900321'],
  ['Flat 12. Caretaker (020) 7946 0018, code 4471', '+442079460018'],
  ['Ask at no. 14; +44 7700 900 123 or 07700 900124', '+447700900123'],
  ['Key safe 1234567890', undefined],
  ['The caretaker', undefined],
])('The phone number in %j is %s', (text, phone) => {
  expect(phoneIn(text)).toBe(phone)
})

describe('normalisePhone', () => {
  it('answers +44 and 9 or 10 digits for whatever it accepts', () => {
    const typed = fc.array(fc.constantFrom('+44', '0044', '0', '(0)', '(', ')', ' ', '-', '+', 'x', '77', '1', '2079460958', '٠'))
    fc.assert(
      fc.property(typed, (parts) => {
        expect(normalisePhone(parts.join('')) ?? '+44100000000').toMatch(/^\+44[1-9][0-9]{8,9}$/)
      }),
      { numRuns: tries(250, 1_000) },
    )
  })

  it('answers the same for every way to write a number', () => {
    const prefix = fc.constantFrom('0', '+44', '+44 ', '+44 (0)', '0044', '00 44 ', '0044 (0)', '(+44) ', '(+44)(0)', '(0)')
    const mark = fc.constantFrom('', '', '', ' ', '-', '.', '\u00a0', '\u2011', '–', '  ', ' - ', '/')
    fc.assert(
      fc.property(prefix, national, fc.array(mark, { minLength: 11, maxLength: 11 }), fc.nat(9), (start, number, marks, bracket) => {
        const written = [...number].map((digit, index) => `${digit}${marks[index] ?? ''}`)
        const area = [`(${written.slice(0, bracket).join('')})`, ...written.slice(bracket)].join('')
        const variants = [start + written.join(''), ...(bracket > 1 && start === '+44 ' ? [start + area] : []), `  ${start}${number}  `]
        expect(variants.map(normalisePhone)).toEqual(variants.map(() => `+44${number}`))
      }),
      { numRuns: tries(250, 1_000), examples: [['(+44) (0)', '2079460958', Array(11).fill(''), 0]] },
    )
  })
})

test.each([
  ['+447700900264', '07700 900264'],
  ['+442079460958', '020 7946 0958'],
  ['+448006442633', '0800 644 2633'],
  ['+441214960000', '0121 496 0000'],
])('%s reads %s', (number, text) => {
  expect(phoneText(number)).toBe(text)
})

describe('normalisePostcode', () => {
  const letter = fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZ')
  const digit = fc.integer({ min: 0, max: 9 }).map(String)
  const area = fc.constantFrom('E', 'SW', 'EC', 'N', 'RM', 'IG')
  const outward = fc
    .tuple(area, digit, fc.oneof(fc.constant(''), fc.constantFrom(...'ABCDEFGHJKPSTUW'), digit))
    .map((parts) => parts.join(''))
  const inward = fc.tuple(digit, letter, letter).map((parts) => parts.join(''))

  it('finds the same postcode however it is spaced and in any case', () => {
    fc.assert(
      fc.property(outward, inward, (out, inw) => {
        for (const typed of [`${out} ${inw}`, `${out}${inw}`, ` ${out.toLowerCase()}  ${inw.toLowerCase()} `, `${out}\u00a0${inw}`])
          expect(normalisePostcode(typed)).toBe(`${out} ${inw}`)
        expect(normalisePostcode(` ${out.toLowerCase()} `)).toBe(out)
      }),
    )
  })

  test.each(['', ' ', 'E', '1', 'E1 1F', 'E1 1FRX', 'ABC1 1AA', 'E111 1FR', 'E1 1F7', '1E 1FR', 'London'])('refuses %j', (text) => {
    expect(normalisePostcode(text)).toBeUndefined()
  })

  test.each([
    ['E1 7', 'E17'],
    ['N1 6', 'N16'],
    ['SW1 6', 'SW16'],
    ['SE1 7', 'SE17'],
  ])('does not run %s, an outward code and a sector, together to %s, which is miles away', (typed, elsewhere) => {
    expect(normalisePostcode(typed)).not.toBe(elsewhere)
  })
})
