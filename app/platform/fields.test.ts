import { describe, expect, test } from 'vitest'
import { penceOf, type Read, readDate, readEmail, readName, readPhone, timeReader } from './fields.ts'
import { normalisePostcode } from './uk.ts'

describe('An amount in pounds', () => {
  test.each([
    ['30', 3_000],
    ['£29.99', 2_999],
    [' £ 1,024.5 ', 102_450],
    ['1 024.50', 102_450],
    ['.5', 50],
    ['0', 0],
    ['12.', 1_200],
    ['\u200e£１２．５０', 1_250],
  ])('%j is read in pence', (typed, pence) => expect(penceOf(typed)).toBe(pence))

  test.each(['', '.', '24,50', '1,02', '12.345', '-3', '1e3', '£', 'free'])('%j is none', (typed) => expect(penceOf(typed)).toBeUndefined())
})

test('A date is a day of the calendar', () => {
  expect(readDate(' 2026-02-28 ')).toEqual({ value: '2026-02-28' })
  for (const typed of ['', '2026-02-29', '28/02/2026', '2026-2-28', '2026-02-28T10:00'])
    expect(readDate(typed)).toEqual({ problem: 'Please enter a date as year-month-day, e.g. 2026-11-20' })
})

test('A time of day may come with seconds, and is kept without', () => {
  const read = timeReader('14:30')
  expect(read('08:05:00')).toEqual({ value: '08:05' })
  for (const typed of ['', '8:05', '24:00', '12:60', '12.30'])
    expect(read(typed)).toEqual({ problem: 'Please enter a time in 24-hour format, like 14:30' })
})

/**
 * Spellings of people and their devices, and the stored form of each; undefined: it is refused. Add those you meet. `U+200E` and the like
 * are written `\u200e`, since they can't be seen.
 */
const spellings: Record<string, { read: (typed: string) => Read; kept: Record<string, readonly string[]>; refused: readonly string[] }> = {
  phone: {
    read: readPhone,
    kept: {
      '+447700900264': [
        '07700900264',
        ' 07700 900 264 ',
        '07700,900264',
        '07700_900264',
        '07700\t900264',
        '(+44) (0) 7700 900264',
        '447700900264',
        '44 (0) 7700 900264',
        '0044 (0)7700 900264',
        '\u202a+44 7700 900264\u202c',
        '\u200e07700 900264\u200e',
        '\u2066+44\u20697700900264',
        '\ufeff07700900264',
        '077\u200b00900264',
        '\u00ad07700 900264',
        '０７７００９００２６４',
        '＋４４　７７００　９００２６４',
        '٠٧٧٠٠٩٠٠٢٦٤',
        '۰۷۷۰۰۹۰۰۲۶۴',
        '০৭৭০০৯০০২৬৪',
        'tel:+447700900264',
        'Tel. 07700 900264',
        'Mob: 07700 900264',
      ],
      '+442079460018': ['020 7946 0018', '0207 946 0018', '(020) 7946-0018', '+44 (0)20 7946 0018', '44 20 7946 0018', '+44 020 7946 0018'],
      '+441632960123': ['01632 960123', '01632\u2013960123'],
    },
    refused: [
      '\u200e\u200f',
      '7700 900264',
      '07700 90026 4 5 6',
      '07700 900264 ext 12',
      '020 7946 0018 x204',
      '0909 879 0000',
      '070 1234 5678',
      '+33 1 23 45 67 89',
      '0770x900264',
      'ask for Priya',
    ],
  },
  postcode: {
    read(typed) {
      const value = normalisePostcode(typed)
      return value ? { value } : { problem: 'no postcode' }
    },
    kept: {
      'SW1A 0AA': ['sw1a 0aa', 'sw1a oaa', 'SWIA 0AA', ' SW1A  0AA ', 'SW1A\u00a00AA', 'ＳＷ１Ａ ０ＡＡ'],
      'E1 1FR': ['E1 1FR', 'E1 1FR.', 'E1 1FR,', 'E1.1FR', 'E1 IFR', 'E1 lFR', 'E1 1F\u200bR'],
      'E10 5NP': ['E1O 5NP', 'e1o5np'],
      'SE10 9NF': ['SE1O 9NF', 'se10\n9nf'],
      'N11 2AB': ['N1I 2AB', 'NI1 2AB'],
      'IG1 1AA': ['1G1 1AA', 'IGI 1AA'],
      'OX1 2JD': ['0X1 2JD'],
      W10: ['w1o', 'WI0', 'W10.'],
    },
    refused: ['', 'no', 'London', 'E1 1', 'E1 1F', 'SWIA OAA', 'near the station', '12345'],
  },
  email: {
    read: readEmail,
    kept: {
      'priya@example.com': [
        ' priya@example.com\n',
        'priya@example.com.',
        'priya@example.com\u200e',
        '\u202apriya@example.com\u202c',
        'priya@\u200bexample.com',
        'priya@exam\u00adple.com',
        'priya@example。com',
        'mailto:priya@example.com',
      ],
      "o'brien@example.com": ['o’brien@example.com', 'o‘brien@example.com', 'oʼbrien@example.com'],
      'jean-luc@import-export.example': ['jean‑luc@import-export.example', 'jean–luc@import–export.example'],
      'Priya.Raman+boiler@Example.CO.UK': ['Priya.Raman+boiler@Example.CO.UK'],
      'info@xn--mller-kva.de': ['info@müller.de', 'info@mu\u0308ller.de', 'info@xn--mller-kva.de'],
    },
    refused: [
      '\u200b',
      'pri\u202eya@example.com',
      'josé@example.com',
      'priya@exаmple.com',
      'priya@example',
      'priya@example..com',
      'priya @example.com',
      'priya@example.com, sam@example.com',
      'Priya <priya@example.com>',
      'priya@exa💧mple.com/x',
    ],
  },
  name: {
    read: readName,
    kept: {
      'Siân O’Brien-Núñez': [
        'Siân O’Brien-Núñez',
        ' Sia\u0302n  O’Brien-Nu\u0301n\u0303ez ',
        'Siân\u00a0O’Brien-Núñez',
        '\u202eSiân O’Brien-Núñez',
      ],
      'Nguyễn Thị Hòa': ['Nguyễn Thị Hòa', 'Nguyễn Thị Hòa'.normalize('NFD')],
      'محمد علی': ['محمد علی', '\u2067محمد علی\u2069', '\u200fمحمد\u3000علی'],
      'علی\u200cرضا': ['علی\u200cرضا'],
      'දිනේෂ් ශ්\u200dරී': ['දිනේෂ් ශ්\u200dරී'],
      'Jo ‹the plumber›': ['Jo <the plumber>'],
      李明: ['李明', '李\u200b明'],
    },
    refused: ['', '\u200b\u200d\u2060', '\u3164\u3164', '\u034f\ufe0f', '<>', '...', '👩\u200d🔧👩\u200d🔧'],
  },
}

describe.each(Object.entries(spellings))('As a %s', (_, { read, kept, refused }) => {
  test.each(Object.entries(kept))('%j is kept, however it is spelt', (value, typed) => {
    expect(typed.map((each) => [each, read(each)])).toEqual(typed.map((each) => [each, { value }]))
  })

  test('what is none is refused with what to type', () => {
    expect(refused.filter((each) => 'value' in read(each))).toEqual([])
  })
})

test.each([
  ['0909 879 0000', /09 and 070 numbers.*like 07700 900123/],
  ['020 7946 0018 ext. 204', /Leave out the extension/],
])('The phone number %s is refused with its own reason', (typed, reason) => {
  expect(readPhone(typed)).toEqual({ problem: expect.stringMatching(reason) })
})

test('An email address that mail systems don’t take is refused with the letter that they don’t', () => {
  expect(readEmail('josé@example.com')).toEqual({ problem: expect.stringContaining('“é”') })
})
