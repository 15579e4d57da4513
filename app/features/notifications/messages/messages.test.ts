import { describe, expect, it, test } from 'vitest'
import type { Booking } from '#app/features/booking/read-booking.server.ts'
import { rateCardOf } from '#app/features/pricing/bill.ts'
import { priceRules } from '#app/features/pricing/bill-rules-text.ts'
import { staffAddress } from '#app/platform/staff-address.ts'
import { defaultDetails } from '#content/business.ts'
import { emergencyTypes } from '#content/emergency-types.ts'
import { defaultPrices } from '#content/price-list.ts'
import type { Words } from './blocks.ts'
import { confirmationWords } from './confirmation.ts'
import { customerChangeWords } from './customer-changes.ts'
import { renderText } from './render-text.ts'
import { newBookingWords, staffChangeWords } from './staff-booking.ts'
import { bookingEventType, webhookBody, webhookChangeBody } from './webhook-body.ts'

const textOf = (words: Words) => renderText(words, defaultDetails)
const headingOf = ({ blocks }: Words) => blocks.flatMap((block) => ('heading' in block ? [block.heading] : [])).join()
const warningsOf = ({ blocks }: Words) => blocks.flatMap((block) => ('warning' in block ? [block.warning] : []))
const factsOf = ({ blocks }: Words) => blocks.flatMap((block) => ('facts' in block ? block.facts : []))

const booking = (changes: Partial<Booking> = {}): Booking => ({
  id: '01990000-0000-7000-8000-000000000001',
  reference: 'BK-7XKQ4MPR',
  idempotencyKey: 'the-idempotency-key',
  contentHash: 'the-content-hash',
  status: 'received',
  serviceLevel: 'standard',
  channel: 'online',
  name: 'Priya Raman',
  phone: '+447700900264',
  email: 'priya@example.com',
  service: 'Burst Pipe',
  description: 'Water through the kitchen ceiling',
  address: '12 Commercial Street',
  accessNotes: 'Code 4711',
  siteContact: 'Ask for Sam',
  vulnerableOccupant: 0,
  postcode: 'E1 1FR',
  borough: 'Tower Hamlets',
  inArea: 1,
  preferredDate: null,
  slotStartsAt: null,
  slotEndsAt: null,
  promisedFrom: '2026-07-01T22:30:00.000Z',
  promisedUntil: '2026-07-01T23:15:00.000Z',
  estimatePence: 14_250,
  priorityFeePence: 0,
  frozenTerms: '{}',
  late: 0,
  suspectedSpam: 0,
  paymentDueAt: null,
  trackingTokenHash: 'the-token-hash',
  trackingKeyId: 'the-key-id',
  trackingRevocations: 0,
  revision: 0,
  revisedAt: null,
  triggeredFrom: 'https://www.example.co.uk',
  submittedAt: '2026-07-01T20:00:00.000Z',
  createdAt: '2026-07-01T22:05:00.000Z',
  eraseAskedAt: null,
  erasedAt: null,
  engineerId: null,
  version: 0,
  acceptedAt: null,
  escalatedAt: null,
  lateAfter: null,
  ...changes,
})
const slot = {
  preferredDate: '2026-07-02',
  slotStartsAt: '2026-07-02T09:00:00.000Z',
  slotEndsAt: '2026-07-02T11:00:00.000Z',
  promisedFrom: '2026-07-02T09:00:00.000Z',
  promisedUntil: '2026-07-02T11:00:00.000Z',
}
const unpaidRedLine = {
  serviceLevel: 'redline',
  priorityFeePence: 2_999,
  status: 'awaiting_payment',
  paymentDueAt: '2026-07-01T22:35:00.000Z',
} as const

describe('the notice to staff', () => {
  test.each<[Partial<Booking>, RegExp[]]>([
    [{}, []],
    [{ suspectedSpam: 1 }, [/^A hidden field was filled in.*got no mail and no webhook/]],
    [{ late: 1 }, [/^Late, ring: it was sent Wed 1 Jul, 21:00/]],
    [{ inArea: 0 }, [/^Outside our boroughs: ring before anyone drives/]],
    [{ vulnerableOccupant: 1 }, [/vulnerable/]],
    [{ suspectedSpam: 1, late: 1, inArea: 0, vulnerableOccupant: 1 }, [/hidden field/, /^Late/, /^Outside/, /vulnerable/]],
  ])('warns of %j, and of nothing else', (changes, warnings) => {
    const words = newBookingWords(booking(changes))
    expect(warningsOf(words)).toEqual(warnings.map((warning) => expect.stringMatching(warning)))
    for (const warning of warnings) expect(textOf(words)).toMatch(new RegExp(warning, 'm'))
  })

  it.each<[Partial<Booking>, string]>([
    [{}, 'BK-7XKQ4MPR: Burst Pipe, Tower Hamlets'],
    [{ serviceLevel: 'redline' }, 'BK-7XKQ4MPR: RED LINE Burst Pipe, Tower Hamlets'],
    [unpaidRedLine, 'BK-7XKQ4MPR: RED LINE Burst Pipe (not paid yet), Tower Hamlets'],
    [{ borough: null, postcode: 'HA1 2EE' }, 'BK-7XKQ4MPR: Burst Pipe, HA1 2EE'],
    [{ borough: null, postcode: '' }, 'BK-7XKQ4MPR: Burst Pipe, place unknown'],
    [{ suspectedSpam: 1 }, 'Possible spam: booking BK-7XKQ4MPR'],
  ])('for %j is headed %s', (changes, subject) => {
    expect(newBookingWords(booking(changes)).subject).toBe(subject)
    expect(headingOf(newBookingWords(booking(changes)))).toContain('Burst Pipe')
  })

  it('says all that is needed to ring and to send somebody', () => {
    const text = textOf(newBookingWords(booking({ ...unpaidRedLine })))
    for (const fact of [
      'BK-7XKQ4MPR',
      'Priya Raman',
      '07700 900264',
      'priya@example.com',
      '12 Commercial Street, E1 1FR, Tower Hamlets',
      'Water through the kitchen ceiling',
      'Code 4711',
      'Ask for Sam',
    ])
      expect(text).toContain(fact)
    expect(text).toContain('Now: Wed 1 Jul, 23:30 to Thu 2 Jul, 00:15')
    expect(text).toContain('£142.50')
    expect(text).toContain('£29.99')
    expect(text).toContain('Wed 1 Jul, 23:05')
  })

  it('leaves out what was not said', () => {
    const labels = factsOf(newBookingWords(booking({ description: '', accessNotes: '', siteContact: '' }))).map(([label]) => label)
    expect(labels).not.toEqual(expect.arrayContaining([expect.stringMatching(/see|get in|lets us/)]))
    expect(factsOf(newBookingWords(booking()))).toHaveLength(labels.length + 3)
  })
})

describe('the confirmation', () => {
  const url = 'https://www.example.co.uk/track/private-token'
  const wordsOf = (changes: Partial<Booking> = {}) =>
    confirmationWords({ booking: booking(changes), trackingUrl: url, details: defaultDetails })
  const adviceIn = ({ blocks }: Words) =>
    blocks
      .flatMap((block) => ('section' in block && block.section === 'Until the engineer comes' ? block.blocks : []))
      .flatMap((block) => ('list' in block ? block.list : []))
  const confirmed = (changes: Partial<Booking> = {}) => textOf(wordsOf(changes))

  it.each(emergencyTypes.map(({ name }) => name))(
    'of a %s has the reference, the window, the estimate, every price rule, the private link and the Gas Safe advice',
    (service) => {
      const text = confirmed({ service })
      for (const fact of [
        'BK-7XKQ4MPR',
        service,
        '23:30 to Thu 2 Jul, 00:15',
        '12 Commercial Street, E1 1FR, Tower Hamlets',
        '£142.50',
        '0800 644 2633',
      ])
        expect(text).toContain(fact)
      for (const rule of priceRules(rateCardOf(defaultPrices))) expect(text).toContain(rule)
      expect(text.split('\n')).toContain(url)
      expect(text).toMatch(/Gas Safe ID card.*photo.*licence number.*expiry date/)
      expect(text).toMatch(/within 15 minutes to confirm your emergency service appointment/)
      expect(text).not.toContain('undefined')
    },
  )

  it('says how to change or cancel, and the 14 days of a visit for later alone', () => {
    expect(confirmed()).toContain('Our terms: https://www.example.co.uk/terms')
    expect(confirmed()).not.toContain('14 days')
    expect(confirmed(unpaidRedLine)).not.toContain('14 days')
    expect(confirmed(slot)).toMatch(/within 14 days .+https:\/\/www\.example\.co\.uk\/terms#other-work/)
  })

  it('says what to do meanwhile, for each type something of its own', () => {
    const advice = emergencyTypes.map(({ name }) => adviceIn(wordsOf({ service: name })))
    expect(advice.filter((items) => items.length === 0)).toEqual([])
    expect(new Set(advice.map((items) => items.join())).size).toBe(emergencyTypes.length)
    expect(confirmed({ service: 'Burst Pipe' })).toMatch(/stopcock/i)
    expect(confirmed({ service: 'Boiler Breakdown' })).toMatch(/[Ss]witch the boiler off/)
  })

  it('of a slot says the slot, not a promise', () => {
    expect(confirmed(slot)).toContain('Arrival: Thu 2 Jul, 10:00 to 12:00')
    expect(confirmed(slot)).not.toContain('As soon as possible')
  })

  it('of an unpaid Red Line booking says that it is held, for how long and what it costs, and promises no call', () => {
    expect(confirmed(unpaidRedLine)).toMatch(/A Red Line slot is yours when the priority fee is paid/)
    expect(confirmed(unpaidRedLine)).toContain('Priority fee: £29.99 online (£95 by phone)')
    expect(confirmed(unpaidRedLine)).not.toContain("We'll contact you within 15 minutes")
    expect(confirmed()).not.toContain('Priority fee')
  })

  it('of a place outside our boroughs says so, above all before somebody pays', () => {
    for (const level of [{}, unpaidRedLine]) expect(confirmed({ ...level, inArea: 0 })).toMatch(/outside the boroughs we cover/)
    expect(confirmed()).not.toMatch(/outside the boroughs/)
  })

  it('tells the customer nothing that is for staff', () => {
    const text = confirmed({ suspectedSpam: 1, late: 1, vulnerableOccupant: 1 })
    expect(text).not.toMatch(/spam|hidden field|Late, ring|vulnerable/i)
  })
})

describe("the webhook's body", () => {
  it('is plain JSON with flags, instants and pence', () => {
    const body = webhookBody(booking({ ...slot, inArea: 0, late: 1, vulnerableOccupant: 1 }))
    expect(JSON.parse(JSON.stringify(body))).toEqual(body)
    expect(body).toMatchObject({
      type: 'booking.received',
      timestamp: '2026-07-01T22:05:00.000Z',
      data: {
        ...slot,
        reference: 'BK-7XKQ4MPR',
        phone: '+447700900264',
        inArea: false,
        late: true,
        vulnerableOccupant: true,
        estimatePence: 14_250,
      },
    })
    expect(webhookBody(booking()).data).toMatchObject({ inArea: true, late: false, vulnerableOccupant: false, slotStartsAt: null })
  })

  it('has nothing secret', () => {
    const text = JSON.stringify(webhookBody(booking()))
    for (const secret of ['the-idempotency-key', 'the-content-hash', 'the-token-hash', 'the-key-id', 'trackingRevocations'])
      expect(text).not.toContain(secret)
  })

  it('tells an unpaid booking from one that is received', () => {
    expect(webhookBody(booking(unpaidRedLine)).type).toBe('booking.awaiting_payment')
    expect(bookingEventType({ paymentDueAt: null })).toBe('booking.received')
  })
})

describe('word of what a customer did', () => {
  const url = 'https://www.example.co.uk/track/private-token'
  const newsOf = (changes: Partial<Booking>) => ({ booking: booking(changes), trackingUrl: url, details: defaultDetails })
  const moved = {
    change: 'rescheduled',
    at: '2026-07-01T22:10:00.000Z',
    actor: 'customer',
    text: 'From A, to B',
    fromStatus: null,
  } as const
  const cancelled = { ...moved, change: 'cancelled', text: 'Cancelling is free.' } as const
  const message = { ...moved, change: 'message', text: 'Line one\nline two' } as const

  it('tells the customer the new facts, that the price stays, and how to change them again', () => {
    const text = textOf(customerChangeWords(newsOf(slot), moved))
    for (const part of [
      'BK-7XKQ4MPR',
      'Arrival: Thu 2 Jul, 10:00 to 12:00',
      '£142.50',
      'price rules stay as they were',
      url,
      '/terms#other-work',
    ])
      expect(text).toContain(part)
    expect(text).toContain('Was it not you? Ring us at once: 0800 644 2633.')
  })

  it('tells the customer what a cancellation came to, and nothing of an arrival', () => {
    const text = textOf(customerChangeWords(newsOf({ ...slot, status: 'cancelled' }), cancelled))
    expect(text).toContain('Nobody comes. Cancelling is free.')
    expect(text).not.toMatch(/Arrival:|Estimate/)
  })

  it.each([
    [moved, 'BK-7XKQ4MPR: Time changed: Burst Pipe, Tower Hamlets', 'What was agreed: From A, to B'],
    [cancelled, 'BK-7XKQ4MPR: CANCELLED: Burst Pipe, Tower Hamlets', 'What was agreed: Cancelling is free.'],
    [message, 'BK-7XKQ4MPR: Message: Burst Pipe, Tower Hamlets', 'They write: Line one\n  line two'],
  ])('tells staff first what was done: %j', (change, subject, fact) => {
    const words = staffChangeWords(booking(), change)
    expect(words.subject).toBe(subject)
    expect(textOf(words).split('\n\n')[2]?.startsWith(fact)).toBe(true)
    expect(textOf(words)).toContain('Wed 1 Jul, 23:10')
    expect(staffChangeWords(booking({ suspectedSpam: 1 }), change).subject).toBe('Possible spam: booking BK-7XKQ4MPR')
  })

  it('warns staff where somebody may be on the job', () => {
    expect(warningsOf(staffChangeWords(booking(), { ...cancelled, fromStatus: 'en_route' }))).toEqual([
      'The engineer is on the way: ring them now.',
    ])
    expect(warningsOf(staffChangeWords(booking(), { ...moved, fromStatus: 'assigned' }))).toEqual(['An engineer had this job: tell them.'])
    expect(warningsOf(staffChangeWords(booking(), { ...cancelled, fromStatus: 'received' }))).toEqual([])
  })

  it.each([
    [moved, 'booking.rescheduled', { note: 'From A, to B' }],
    [cancelled, 'booking.cancelled', { note: 'Cancelling is free.' }],
    [message, 'booking.message', { message: 'Line one\nline two' }],
  ])('is posted with the booking as it stands: %j', (change, type, said) => {
    const body = webhookChangeBody(booking({ ...slot, revision: 3 }), change)
    expect(body).toEqual({
      type,
      timestamp: '2026-07-01T22:10:00.000Z',
      data: { ...webhookBody(booking(slot)).data, status: 'received', revision: 3, actor: 'customer', ...said },
    })
  })
})

test.each([
  [{ staffEmail: 'desk@example.co.uk', smtpUrl: 'smtp://mail' }, 'desk@example.co.uk'],
  [{ staffEmail: 'desk@example.co.uk', smtpUrl: undefined }, 'desk@example.co.uk'],
  [{ staffEmail: undefined, smtpUrl: undefined }, 'desk@localhost'],
  [{ staffEmail: undefined, smtpUrl: 'smtp://mail' }, undefined],
])('with %j staff read at %s', (config, address) => {
  expect(staffAddress(config)).toBe(address)
})
