import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { InvalidBooking } from '#app/features/booking/refusals.ts'
import { problemsOf, SubmitBooking } from './booking-input.ts'

const payload = (changes: Record<string, unknown> = {}) => ({
  name: 'Priya Raman',
  phone: '07700 900264',
  email: 'priya.raman@example.com',
  service: 'Burst Pipe',
  serviceLevel: 'standard',
  ...changes,
})

const bookingOf = (changes: Record<string, unknown>) => SubmitBooking.parse(payload(changes))
const problemsIn = (changes: Record<string, unknown>) => {
  const parsed = SubmitBooking.safeParse(payload(changes))
  return parsed.success ? {} : problemsOf(parsed.error)
}

describe('the smallest booking', () => {
  it('needs no more than a name, a phone number, an address, a type and a level', () => {
    expect(bookingOf({})).toEqual({
      name: 'Priya Raman',
      phone: '+447700900264',
      email: 'priya.raman@example.com',
      service: 'Burst Pipe',
      serviceLevel: 'standard',
      ...{ description: '', postcode: '', borough: '', address: '', accessNotes: '', siteContact: '' },
      ...{ preferredDate: undefined, timeSlot: '', submittedAt: undefined, callFirst: false },
      ...{ vulnerableOccupant: false, startAsked: false, forBusiness: false },
      contactBy: 'both',
      triggered_from: '',
      estimatedPrice: undefined,
      detectedBorough: '',
      company: '',
    })
  })

  it('that is empty is told everything at once, in the order of the form', () => {
    const parsed = SubmitBooking.safeParse({})
    const problems = parsed.success ? {} : problemsOf(parsed.error)
    expect(Object.entries(problems)).toEqual([
      ['serviceLevel', 'Please choose a service level'],
      ['name', 'Name is required'],
      ['phone', 'Phone number is required. Enter a UK number, like 07700 900123.'],
      ['email', 'Email is required. Enter it in full, like name@example.com.'],
      ['service', 'Please select an emergency type'],
    ])
    expect(new InvalidBooking(problems)).toMatchObject({ status: 400, code: 'invalid', fields: problems })
  })
})

const nameLength = 'Name must be 2 to 100 characters long'
const phoneNotValid = 'Please enter a valid phone number. Enter a UK number, like 07700 900123.'
const emailNotValid = 'Please enter a valid email address. Enter it in full, like name@example.com.'
const noType = 'Please select an emergency type'
const a = (length: number) => 'a'.repeat(length)
const notEmails = [
  'nobody',
  'a@b',
  'a@@b.cd',
  'a b@c.de',
  'a@b.cd, e@f.gh',
  'A <a@b.cd>',
  'javascript:alert(1)@b.cd',
  'a@b.cd\nBcc: e@f.gh',
]

describe('a booking is refused', () => {
  test.each<[string, unknown, string]>([
    ['name', undefined, 'Name is required'],
    ['name', ' \t\n ', 'Name is required'],
    ['name', '<>', 'Name is required'],
    ['name', 'a', nameLength],
    ['name', a(101), nameLength],
    ['phone', '', 'Phone number is required. Enter a UK number, like 07700 900123.'],
    ['phone', '07700 9002', phoneNotValid], // 9 digits
    ['phone', '07700 900264 5', phoneNotValid], // 12 digits
    ['phone', '00 7700 900264', phoneNotValid],
    ['phone', '+33 7 70 09 00 26', phoneNotValid],
    ['phone', '7700 900264', phoneNotValid],
    ['phone', 'O7700 900264', phoneNotValid],
    ['phone', `0770090026${'4'.repeat(60_000)}`, phoneNotValid],
    ['email', undefined, 'Email is required. Enter it in full, like name@example.com.'],
    ['email', '  ', 'Email is required. Enter it in full, like name@example.com.'],
    ...[...notEmails, `${a(250)}@b.cd`].map((email): [string, unknown, string] => ['email', email, emailNotValid]),
    ['service', undefined, noType],
    ['service', '', noType],
    ['service', 'burst pipe', noType],
    ['service', 'constructor', noType],
    ['service', a(201), noType],
    ['serviceLevel', '', 'Please choose a service level'],
    ['serviceLevel', 'Redline', 'Please choose a service level'],
    ['serviceLevel', ['redline'], 'Please choose a service level'],
    ['description', a(1001), 'Description must be 1000 characters or fewer'],
    ['postcode', a(201), 'Postcode must be 200 characters or fewer'],
    ['borough', a(201), 'Borough must be 200 characters or fewer'],
    ['timeSlot', a(201), 'Arrival slot must be 200 characters or fewer'],
    ['address', a(201), 'Address must be 200 characters or fewer'],
    ['accessNotes', a(201), 'How to get in must be 200 characters or fewer'],
    ['siteContact', a(201), 'Who will let us in must be 200 characters or fewer'],
    ...['20/11/2026', '2026-1-5', '2026-02-29', '2026-13-01', 'tomorrow', '+002026-11-20'].map((day): [string, unknown, string] => [
      'preferredDate',
      day,
      'Please enter a date as year-month-day, e.g. 2026-11-20',
    ]),
  ])('for the %s %j: %s', (field, value, message) => {
    expect(problemsIn({ [field]: value })).toEqual({ [field]: message })
  })

  it.each(['name', 'phone', 'email', 'service', 'description', 'postcode', 'preferredDate', 'timeSlot'])(
    'for a %s that is no text',
    (field) => {
      for (const value of [7, true, ['x'], { x: 'x' }]) expect(Object.keys(problemsIn({ [field]: value }))).toEqual([field])
    },
  )
})

describe('a booking is accepted', () => {
  test.each<[string, unknown, unknown]>([
    ['name', 'Li', 'Li'],
    ['name', a(100), a(100)],
    ['name', "Siân O'Brien-Núñez", "Siân O'Brien-Núñez"],
    ['phone', '0770090026', '+44770090026'], // 10 digits: with 0, 9 more
    ['phone', '07700900264', '+447700900264'],
    ['phone', '0044 7700 900264', '+447700900264'],
    ['phone', '+44 (0)20 7946 0958', '+442079460958'],
    ['phone', '(020) 7946-0958', '+442079460958'],
    ['phone', '\u202a+44 7700\u00a0900264\u202c', '+447700900264'],
    ['email', ' a@b.cd ', 'a@b.cd'],
    ['email', "o'brien+boiler@mail.example.co.uk", "o'brien+boiler@mail.example.co.uk"],
    ['email', `${a(249)}@b.cd`, `${a(249)}@b.cd`],
    ['service', 'Other Emergency', 'Other Emergency'],
    ['serviceLevel', 'redline', 'redline'],
    ['description', a(1000), a(1000)],
    ['description', 'Water,\r\nlots of it', 'Water,\nlots of it'],
    ['preferredDate', '2028-02-29', '2028-02-29'],
    ['preferredDate', '', undefined],
    ...['postcode', 'borough', 'timeSlot', 'address', 'accessNotes', 'siteContact'].flatMap((field): [string, unknown, unknown][] => [
      [field, a(200), a(200)],
      [field, 'a', 'a'],
      [field, null, ''],
    ]),
    ...[true, 'true', 'on', 'yes', 1].map((value): [string, unknown, unknown] => ['vulnerableOccupant', value, true]),
    ...[false, 'false', 'off', 'no', 0, '', null, {}].map((value): [string, unknown, unknown] => ['vulnerableOccupant', value, false]),
    ['company', '  ', ''],
    ['company', 'ACME', 'ACME'],
    ['company', { x: 1 }, 'filled'],
    ['submittedAt', '2026-11-20T10:20:00.000Z', new Date('2026-11-20T10:20:00.000Z')],
    ['submittedAt', '2026-11-20T10:20:00+01:00', new Date('2026-11-20T09:20:00.000Z')],
    ...['soon', '1969-01-01T00:00:00Z', '9999-01-01T00:00:00Z', 1_800_000_000_000, null, {}].map((value): [string, unknown, unknown] => [
      'submittedAt',
      value,
      undefined,
    ]),
    ['estimatedPrice', 142.5, 142.5],
    ['estimatedPrice', '142.5', undefined],
    ['triggered_from', `<b>${a(300)}`, `‹b›${a(197)}`],
    ['triggered_from', 7, ''],
    ['detectedBorough', { x: 1 }, ''],
  ])('with the %s %j', (field, value, kept) => {
    expect(bookingOf({ [field]: value })[field as keyof typeof SubmitBooking.shape]).toEqual(kept)
  })

  it("with a time without a zone as if it had none: the server's own zone is not the visitor's", () => {
    expect(bookingOf({ submittedAt: '2026-11-20T10:20:00' }).submittedAt).toBeUndefined()
    expect(bookingOf({ submittedAt: 'booking 2025' }).submittedAt).toBeUndefined()
  })
})

describe('what is kept of a booking', () => {
  const nasty = fc
    .array(
      fc.oneof(
        fc.constantFrom('<', '>', 'script', 'java', ':', 'on', 'load', '=', ' ', '\u0000', '\ud83d', '\ude00', 'é'),
        fc.string({ unit: 'binary' }),
      ),
    )
    .map((parts) => parts.join(''))

  it('has no angle bracket, script scheme, handler, NUL or broken character in any text, whatever was sent', () => {
    fc.assert(
      fc.property(
        fc.record({
          name: nasty,
          description: nasty,
          postcode: nasty,
          borough: nasty,
          address: nasty,
          accessNotes: nasty,
          siteContact: nasty,
        }),
        (typed) => {
          const parsed = SubmitBooking.safeParse(payload(typed))
          fc.pre(parsed.success)
          const texts = [parsed.data.name, parsed.data.description, parsed.data.postcode, parsed.data.borough, parsed.data.address]
          for (const text of [...texts, parsed.data.accessNotes, parsed.data.siteContact]) {
            expect(text).not.toMatch(/[<>\0]|(?:java|vb)script\s*:|\bon[a-z]+\s*=/i)
            expect(text.isWellFormed()).toBe(true)
          }
        },
      ),
    )
  })

  it('is the same when it is sent again', () => {
    const once = bookingOf({ name: '<b>Jo</b> javajavascript:script: Li', phone: '(020) 7946 0958', description: ' a\r\nb ' })
    expect(bookingOf({ ...once })).toEqual(once)
  })

  it("is only the form's own fields", () => {
    const sent = JSON.parse(JSON.stringify(payload()).replace('{', '{"__proto__":{"role":"owner"},"status":"completed","estimatePence":1,'))
    expect(Object.keys(SubmitBooking.parse(sent))).not.toEqual(expect.arrayContaining(['status']))
    expect(SubmitBooking.parse(sent)).toEqual(bookingOf({}))
  })
})
