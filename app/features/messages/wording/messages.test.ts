import { describe, expect, it, test } from 'vitest'
import type { PreparedMail } from '#app/features/accounts/prepare-mails.server.ts'
import type { IssuedBill } from '#app/features/billing/bill-view.server.ts'
import { statusFacts, statusNames } from '#app/features/booking/lifecycle.ts'
import type { Booking } from '#app/features/booking/read-booking.server.ts'
import { rateCardOf } from '#app/features/pricing/bill.ts'
import { priceRules } from '#app/features/pricing/bill-rules-text.ts'
import { noMoneyRows, statementOf } from '#app/features/visit/statement.ts'
import { shortTimes, spokenTimeOnDay, spokenTimes } from '#app/platform/spoken-moment.ts'
import { staffAddress } from '#app/platform/staff-address.ts'
import { segmentsOf } from '#app/platform/text-segments.ts'
import type { BookingStatus } from '#app/values/booking-status.ts'
import { later } from '#app/values/clock.ts'
import { defaultDetails } from '#content/business.ts'
import { startAskedText } from '#content/cancelling.ts'
import { changeMails, otherMails } from '#content/customer-mails.ts'
import { emergencyTypes } from '#content/emergency-types.ts'
import { startNowText } from '#content/extra-work.ts'
import { defaultPrices } from '#content/price-list.ts'
import { accountWords } from './account-words.ts'
import type { Words } from './blocks.ts'
import { confirmationWords } from './confirmation.ts'
import { aftercareWords, type ToldRequest } from './customer-aftercare.ts'
import { billWords } from './customer-bill.ts'
import { changesForCustomers, customerChangeWords, newLinkWords } from './customer-changes.ts'
import { lateWords } from './customer-late.ts'
import type { CustomerNews } from './customer-news.ts'
import { reviewText, reviewWords } from './customer-review.ts'
import { engineersOccasions, engineerWords, openJobWords } from './engineer-job.ts'
import { extraWorkWords, type ToldWork } from './extra-work.ts'
import { BillJob, type Change, ChangeJob, type LateJob } from './job-payloads.ts'
import { messages } from './messages.server.ts'
import type { ToldChange } from './read-change.server.ts'
import { renderHtml } from './render-html.tsx'
import { renderText } from './render-text.ts'
import type { Site } from './site.ts'
import {
  backupLateWords,
  bookWords,
  detailsMissingWords,
  diskWords,
  paymentWords,
  phoneFirstWords,
  requestOverdueWords,
  rotaHoleWords,
  unsentWords,
} from './staff-alarms.ts'
import { newBookingWords, staffChangeWords } from './staff-booking.ts'
import { billText, changeText, confirmationText, lateText, textedChanges } from './text-words.ts'
import { webhookBody, webhookChangeBody } from './webhook-body.ts'
import { withoutLinks } from './without-links.ts'

const site: Site = { url: 'https://www.example.co.uk', details: defaultDetails, now: new Date('2026-07-01T22:05:00.000Z') }
const textOf = (words: Words) => renderText(words, site)
const headingOf = ({ blocks }: Words) => blocks.flatMap((block) => ('heading' in block ? [block.heading] : [])).join()
const warningsOf = ({ blocks }: Words) => blocks.flatMap((block) => ('warning' in block ? [block.warning] : []))

const sampleBill: IssuedBill = {
  issued: { id: '1', reference: '2026-0001', on: '2026-07-01', taxPoint: '2026-07-01', dueOn: '2026-07-01' },
  suppliedOn: '2026-07-01',
  lines: [
    { id: 'callout', label: 'Call-out including first 30 minutes, day rate', amountPence: 11_900, vatPence: 0 },
    { id: 'parking', label: 'Parking, at cost', amountPence: 2_350, vatPence: 0 },
  ],
  ...{ totalPence: 14_250, vatPence: 0, owedPence: 14_250, creditNotes: [], payments: [] },
  supplier: { name: 'Emergency Plumbers London', phone: '0800 644 2633', email: 'help@emergencyplumbers.example' },
  customer: { name: 'Priya Raman', address: '12 Commercial Street, E1 1FR' },
  visit: { reference: 'BK-7XKQ4MPR', service: 'Burst Pipe' },
}

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
  ...{ postcode: 'E1 1FR', borough: 'Tower Hamlets', inArea: 1, vulnerableOccupant: 0, dangers: '', searchText: '', contactBy: 'both' },
  ...{ preferredDate: null, slotStartsAt: null, slotEndsAt: null, late: 0, lateAfter: null, visitAgreedAt: null, expectedAt: null },
  ...{ promisedFrom: '2026-07-01T22:30:00.000Z', promisedUntil: '2026-07-01T23:15:00.000Z', toAgree: 0 },
  ...{ estimatePence: 14_250, priorityFeePence: 0, frozenTerms: '{}', paymentDueAt: null },
  ...{ trackingTokenHash: 'the-token-hash', trackingKeyId: 'the-key-id', trackingRevocations: 0, shortTokenHash: 'the-short-token-hash' },
  ...{ closedAs: null, duplicateOf: null, returnOf: null, suspectedSpam: 0, textsOnceProven: 0, customerId: null, engineerId: null },
  ...{ version: 0, revision: 0, revisedAt: null, acceptedAt: null, calledAt: null, callSettledAt: null, escalatedAt: null },
  ...{ triggeredFrom: 'https://www.example.co.uk', submittedAt: '2026-07-01T20:00:00.000Z', createdAt: '2026-07-01T22:05:00.000Z' },
  ...{ provenAt: '2026-07-01T22:05:00.000Z', eraseAskedAt: null, erasedAt: null },
  ...{ forBusiness: 0, startAskedAt: null, startAskedBy: null },
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
    [{ suspectedSpam: 1 }, [/^Possible spam: a hidden field was filled in.*only the webhook waits/]],
    [{ late: 1 }, [/^This reached us late, so call them. They sent it at 9pm on Wednesday 1 July/]],
    [{ inArea: 0 }, [/^Outside our area: call before sending an engineer/]],
    [{ vulnerableOccupant: 1 }, [/vulnerable/]],
    [{ suspectedSpam: 1, late: 1, inArea: 0, vulnerableOccupant: 1 }, [/hidden field/, /^This reached us late/, /^Outside/, /vulnerable/]],
  ])('warns of %j, and of nothing else', (changes, warnings) => {
    const words = newBookingWords(booking(changes), site)
    expect(warningsOf(words)).toEqual(warnings.map((warning) => expect.stringMatching(warning)))
    for (const warning of warnings) expect(textOf(words)).toMatch(new RegExp(warning, 'm'))
  })

  it.each<[Partial<Booking>, string]>([
    [{}, 'BK-7XKQ4MPR: Burst Pipe, Tower Hamlets'],
    [unpaidRedLine, 'BK-7XKQ4MPR: RED LINE Burst Pipe (not paid yet), Tower Hamlets'],
    [{ borough: null, postcode: '' }, 'BK-7XKQ4MPR: Burst Pipe, no address'],
    [{ suspectedSpam: 1 }, 'BK-7XKQ4MPR: Burst Pipe, Tower Hamlets (possible spam)'],
  ])('for %j is headed %s', (changes, subject) => {
    expect(newBookingWords(booking(changes), site).subject).toBe(subject)
    expect(headingOf(newBookingWords(booking(changes), site))).toContain('Burst Pipe')
  })

  it('says all that is needed to call and to send an engineer', () => {
    const text = textOf(newBookingWords(booking({ ...unpaidRedLine }), site))
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
    expect(text).toContain('Red Line: Wednesday 1 July, 11.30pm to 12.15am')
    expect(text).toContain('£142.50')
    expect(text).toContain('£29.99')
    expect(text).toContain('Wednesday 1 July, 11.05pm')
  })
})

describe('the confirmation', () => {
  const url = 'https://www.example.co.uk/track/private-token'
  const wordsOf = (changes: Partial<Booking> = {}) =>
    confirmationWords({ booking: booking(changes), trackingUrl: url, site, statement: statementOf(booking(changes)) })
  const adviceIn = ({ blocks }: Words) =>
    blocks
      .flatMap((block) => ('section' in block && block.section === 'Until your engineer arrives' ? block.blocks : []))
      .flatMap((block) => ('list' in block ? block.list : []))
  const confirmed = (changes: Partial<Booking> = {}) => textOf(wordsOf(changes))

  it.each([emergencyTypes[0].name])(
    'of a %s has the reference, the window, the estimate, every price rule, the private link and the Gas Safe advice',
    (service) => {
      const text = confirmed({ service })
      for (const fact of [
        'BK-7XKQ4MPR',
        service,
        'today, Wednesday 1 July, 11.30pm to 12.15am',
        '12 Commercial Street, E1 1FR, Tower Hamlets',
        '£142.50',
        '0800 644 2633',
      ])
        expect(text).toContain(fact)
      for (const rule of priceRules(rateCardOf(defaultPrices), true)) expect(text).toContain(rule)
      expect(text.split('\n')).toContain(url)
      expect(text).toMatch(/Gas Safe ID card.*photo.*licence number.*expiry date/)
      expect(text).toMatch(/within 15 minutes to confirm your emergency service appointment/)
      expect(text).not.toContain('undefined')
    },
  )

  it('says how to change or cancel, and the 14 days of a visit for later alone', () => {
    expect(confirmed()).toContain('Cancellation terms: https://www.example.co.uk/terms#changing-or-cancelling')
    expect(confirmed()).not.toContain('14 days')
    expect(confirmed(unpaidRedLine)).not.toContain('14 days')
    expect(confirmed({ ...slot, forBusiness: 1 })).not.toContain('14 days')
    expect(confirmed({ ...slot, startAskedAt: '2026-07-01T22:05:00.000Z' })).toContain(startAskedText)
    expect(confirmed(slot)).not.toContain(startAskedText)
    expect(confirmed(slot)).toMatch(/within 14 days[\s\S]+https:\/\/www\.example\.co\.uk\/terms#other-work/)
  })

  it('says what to do meanwhile, for each type something of its own', () => {
    const advice = emergencyTypes.map(({ name }) => adviceIn(wordsOf({ service: name })).join())
    expect(new Set(advice.filter((each) => each !== '')).size).toBe(emergencyTypes.length)
  })

  it('of a slot says the slot, not a promise', () => {
    expect(confirmed(slot)).toContain('Your engineer will arrive tomorrow, Thursday 2 July, 10am to noon')
    expect(wordsOf(slot).subject).toBe('Engineer arriving tomorrow 10am–noon (BK-7XKQ4MPR)')
    expect(wordsOf().subject).toBe('Engineer arriving today 11.30pm–12.15am (BK-7XKQ4MPR)')
  })

  it('of an unpaid Red Line booking has a key to pay, what it costs, and promises no engineer and no call', () => {
    expect(wordsOf(unpaidRedLine).blocks).toContainEqual({ keys: [{ label: 'Pay £29.99', href: url, isUrgent: true }] })
    expect(confirmed(unpaidRedLine)).toContain('We won’t send anyone until you’ve paid.')
    expect(confirmed(unpaidRedLine)).not.toContain('11.30pm')
    expect(confirmed(unpaidRedLine)).toContain('Priority fee: £29.99 online (£95 by phone)')
    expect(confirmed(unpaidRedLine)).not.toContain("We'll contact you within 15 minutes")
    expect(confirmed()).not.toContain('Priority fee')
  })

  it('of a place outside our area says so, above all before they pay, and promises no engineer', () => {
    for (const level of [{}, unpaidRedLine]) expect(confirmed({ ...level, inArea: 0 })).toMatch(/outside our area/)
    expect(confirmed()).not.toMatch(/outside our area/)
    expect(wordsOf({ inArea: 0 }).subject).toBe('We’ve got your booking and will call you (BK-7XKQ4MPR)')
  })

  it('isolates an address that runs from right to left beside our own figures, and nothing else', () => {
    expect(confirmed({ address: 'شقة 12', postcode: 'E1 1FR' })).toContain('\u2068شقة 12\u2069, E1 1FR')
    expect(confirmed({ address: 'Flat 12' })).not.toMatch(/[\u2066-\u2069]/)
  })

  it('tells the customer nothing that is for staff', () => {
    const text = confirmed({ suspectedSpam: 1, late: 1, vulnerableOccupant: 1 })
    expect(text).not.toMatch(/spam|hidden field|Late, call|vulnerable/i)
  })
})

describe('a booking whose customer wrote of danger', () => {
  const gas = booking({ dangers: 'gas electricity', description: 'I smell gas' })

  it('says so to staff, in the subject and first', () => {
    const words = newBookingWords(gas, site)
    expect(words.subject).toContain('GAS SMELL, WATER NEAR ELECTRICS: Burst Pipe')
    expect(warningsOf(words)[0]).toContain('0800 111 999')
    expect(webhookBody(gas).data.dangers).toEqual(['gas', 'electricity'])
  })

  it('tells the customer what to do first, before anything else', () => {
    const [first, second] = confirmationWords({
      booking: gas,
      trackingUrl: 'https://www.example.co.uk/track/t',
      site,
      statement: statementOf(gas),
    }).blocks
    expect(first).toEqual({ warning: 'You mentioned gas: do this first' })
    expect(JSON.stringify(second)).toContain('0800 111 999')
  })
})

describe("the webhook's body", () => {
  it('is plain JSON with flags, instants and pence', () => {
    const body = webhookBody(
      booking({ ...slot, inArea: 0, late: 1, vulnerableOccupant: 1, forBusiness: 1, startAskedAt: slot.slotStartsAt }),
    )
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
        contactBy: 'both',
        forBusiness: true,
        startAsked: true,
        estimatePence: 14_250,
      },
    })
    expect(webhookBody(booking()).data).toMatchObject({
      ...{ inArea: true, late: false, vulnerableOccupant: false, forBusiness: false, startAsked: false, slotStartsAt: null },
    })
  })

  it('has nothing secret', () => {
    const text = JSON.stringify(webhookBody(booking()))
    for (const secret of ['the-idempotency-key', 'the-content-hash', 'the-token-hash', 'the-key-id', 'trackingRevocations'])
      expect(text).not.toContain(secret)
  })

  it('tells an unpaid booking from one that is received', () => {
    expect(webhookBody(booking(unpaidRedLine)).type).toBe('booking.awaiting_payment')
    expect(webhookBody(booking()).type).toBe('booking.received')
  })
})

describe('word of what a customer did', () => {
  const url = 'https://www.example.co.uk/track/private-token'
  const newsOf = (changes: Partial<Booking>) => ({
    booking: booking(changes),
    trackingUrl: url,
    site,
    statement: statementOf(booking(changes)),
  })
  const moved = {
    change: 'rescheduled',
    at: '2026-07-01T22:10:00.000Z',
    actor: 'customer',
    text: 'From A, to B',
    fromStatus: null,
  } as const
  const cancelled = { ...moved, change: 'cancelled', text: 'Cancelling is free.' } as const
  const message = { ...moved, change: 'message', text: 'Line one\nline two' } as const

  it('tells the customer the new facts, the most they’ll pay, and how to change them again', () => {
    const text = textOf(customerChangeWords(newsOf(slot), moved))
    for (const part of [
      'BK-7XKQ4MPR',
      'Your engineer will now arrive tomorrow, Thursday 2 July, 10am to noon',
      'The most you’ll pay is £142.50',
      url,
      '/terms#other-work',
    ])
      expect(text).toContain(part)
    expect(text).toContain('plus parking')
    // A free return visit with extra work.
    const free = { ...slot, estimatePence: 0, frozenTerms: '{"capPence":0}', returnOf: 'first' }
    const agreed = [{ name: 'New stopcock', amountPence: 14_000 }]
    const statement = statementOf(booking(free), { ...noMoneyRows, agreed })
    const withWork = textOf(customerChangeWords({ ...newsOf(free), statement }, moved))
    expect(withWork).toContain('The most you’ll pay is £140.')
    expect(withWork).not.toContain('parking')
    expect(text).toContain('If this wasn’t you, call us straight away on 0800 644 2633.')
  })

  it.each<[Partial<Booking>, RegExp, RegExp]>([
    [{ status: 'received', serviceLevel: 'redline' }, /your engineer is still booked/, /Still need/],
    [{ status: 'arrived' }, /If you have any questions/, /Still need/],
    [{ status: 'cancelled' }, /Still need an engineer\?/, /still booked/],
    [{ status: 'expired' }, /Still need an engineer\?/, /still booked/],
  ])('after a refund asks only those who get no engineer whether they need one: %j', (changes, said, unsaid) => {
    const text = textOf(customerChangeWords(newsOf(changes), { change: 'refunded', text: 'We refund £29.99.' }))
    expect(text).toMatch(said)
    expect(text).not.toMatch(unsaid)
  })

  it.each<[LateJob, string, RegExp]>([
    [
      { bookingId: '', missed: ['window'], creditPence: 5_000, feeRefundPence: 0 },
      'We’re running late – £50 off your bill (BK-7XKQ4MPR)',
      /We said we’d be with you by 12\.15am on Thursday 2 July, but we weren’t\.[\s\S]+£50 has come off your bill[\s\S]+Call 0800 644 2633/,
    ],
    [
      { bookingId: '', missed: ['call', 'dispatch'], creditPence: 0, feeRefundPence: 2_999 },
      'We’re running late – £29.99 refunded (BK-7XKQ4MPR)',
      /call within 5 minutes of your payment[\s\S]+set off within 15 minutes[\s\S]+refunding £29\.99/,
    ],
    [
      { bookingId: '', missed: ['call'], creditPence: 0, feeRefundPence: 0 },
      'Sorry, we haven’t called you yet (BK-7XKQ4MPR)',
      /We’re sorry, we haven’t called you yet/,
    ],
  ])('says that we are late, what for, and what comes off: %j', (late, subject, said) => {
    const words = lateWords(newsOf({ serviceLevel: 'redline' }), late)
    expect(words.subject).toBe(subject)
    expect(textOf(words)).toMatch(said)
  })

  it('tells the customer what a cancellation came to, and nothing of an arrival', () => {
    const text = textOf(customerChangeWords(newsOf({ ...slot, status: 'cancelled' }), cancelled))
    expect(text).toContain('No engineer will visit. Cancelling is free.')
    expect(text).not.toMatch(/will arrive|Estimate/)
  })

  it('warns staff where an engineer may be on the job', () => {
    expect(warningsOf(staffChangeWords(booking(), { ...cancelled, fromStatus: 'en_route' }, site))).toEqual([
      'The engineer is on the way. Call them now.',
    ])
    expect(warningsOf(staffChangeWords(booking(), { ...moved, fromStatus: 'assigned' }, site))).toEqual([
      expect.stringContaining('An engineer was assigned'),
    ])
    expect(warningsOf(staffChangeWords(booking(), { ...cancelled, fromStatus: 'received' }, site))).toEqual([])
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

describe('every message', () => {
  const url = `${site.url}/track/private-token`
  const lure = '<b>"A" & https://evil.example</b>'
  const typed = { name: `Eve ${lure}`, description: `${lure}\nline two`, address: lure, accessNotes: lure, siteContact: lure }
  const statuses: Partial<Booking>[] = statusNames.map((status) => ({ status }))
  const bookings = [
    {},
    slot,
    unpaidRedLine,
    typed,
    { channel: 'phone' as const },
    { inArea: 0 as const, suspectedSpam: 1 as const },
    { dangers: 'gas fumes electricity ceiling trapped' },
    ...statuses,
  ].map(booking)
  const news = bookings.map((each): CustomerNews => ({ booking: withoutLinks(each), trackingUrl: url, site, statement: statementOf(each) }))
  const changes = (names: readonly Change[]) =>
    names.map((change): ToldChange => ({ change, at: site.now.toISOString(), actor: 'customer', text: lure, fromStatus: 'assigned' }))
  // The words for staff depend only on the status before the change.
  const staffChanges = bookings
    .slice(0, 7)
    .flatMap((each) => changes(ChangeJob.shape.change.options).map((change) => staffChangeWords(each, change, site)))
  const pence = { oursPence: 1, theirsPence: 2 }
  const difference = { provider: 'stripe', providerPaymentId: 'pi_1', kind: 'amount', ...pence, foundAt: '', reference: null }
  const link = `${site.url}/auth/verify?token=t`
  const linked = (
    ['signup', 'invite', 'recovery', 'magiclink', 'email_change_current', 'email_change_new', 'reauthentication'] as const
  ).flatMap((kind): PreparedMail[] => [
    { kind, to: 'eve@example.com', link, code: '123456' },
    ...(kind === 'reauthentication' ? [] : [{ kind, to: 'eve@example.com', link }]),
  ])
  const notices = ['password_changed', 'passkey_blocked', 'role_customer', 'role_owner'] as const
  const accountMails: PreparedMail[] = [
    ...linked,
    { kind: 'exists', to: 'eve@example.com', signInLink: `${site.url}/auth` },
    ...notices.map((notice) => ({ kind: 'notice' as const, to: 'eve@example.com', notice })),
    ...[0, 1, 2].map((openBookings) => ({ kind: 'deleted' as const, to: 'eve@example.com', openBookings })),
    { kind: 'staff_invitation', to: 'eve@example.com', link, role: 'staff', invitedBy: lure },
  ]
  const suggested: ToldWork = {
    ...{ name: 'New stopcock', description: 'Under the sink', lines: [{ label: 'Other costs', amountPence: 14_000 }], amountPence: 14_000 },
    ...{ isUrgentRepair: false, forBusiness: false, state: 'proposed', decidedAt: null, way: null, signerName: null },
    ...{ startAskedAt: null, startText: null },
  }
  const agreed = { ...suggested, state: 'agreed' as const, decidedAt: '2026-07-01T22:01:00.000Z', signerName: 'Priya Raman' }
  const works: ToldWork[] = [
    ...[
      suggested,
      { ...suggested, isUrgentRepair: true },
      { ...agreed, way: 'private_link' as const, startAskedAt: agreed.decidedAt, startText: startNowText },
    ],
    { ...agreed, way: 'engineer_phone', isUrgentRepair: true },
  ]
  const complaint = { words: lure, wish: lure, answer: lure, disputeText: 'We use no one.', receivedAt: '2026-07-01T22:05:00.000Z' }
  const unsatisfied = { words: lure, askedAt: '2026-07-01T22:05:00.000Z', creditedPence: 14_250, refundPence: 2_000, reasons: lure }
  const cancelled = { receivedAt: complaint.receivedAt, name: lure, address: lure, keptPence: 1_000, refundPence: 2_000, reasons: lure }
  const toldRequests: ToldRequest[] = [
    ...(['contract_cancelled', 'cancellation_settled'] as const).flatMap((change) => [
      { change, request: { ...cancelled, work: lure } },
      { change, request: { ...cancelled, work: null, keptPence: 0, refundPence: 0, reasons: '' } },
    ]),
    ...(['complained', 'complaint_acknowledged', 'complaint_answered'] as const).map((change) => ({ change, request: complaint })),
    ...(['put_right', 'refund'] as const).map((wish) => ({ change: 'satisfaction_asked' as const, request: { ...unsatisfied, wish } })),
    { change: 'satisfaction_decided', request: { ...unsatisfied, wish: 'refund' } },
    {
      change: 'satisfaction_decided',
      request: { ...unsatisfied, wish: 'refund', creditedPence: 0, refundPence: 0, words: '', reasons: '' },
    },
  ]
  const samples: Record<string, Words[]> = {
    'staff-email': bookings.map((each) => newBookingWords(each, site)),
    'staff-change-email': staffChanges,
    'owner-change-email': staffChanges.slice(0, 1),
    'engineer-email': bookings.flatMap((each) => changes(engineersOccasions).map((change) => engineerWords(each, change, site))),
    'open-job-email': bookings.map((each) => openJobWords(each, site)),
    'alarm-email': [
      ...[paymentWords([difference]), paymentWords([difference, { ...difference, reference: 'BK-7XKQ4MPR' }])],
      bookWords([{ id: '1', text: lure, bookingId: null, foundAt: '', reference: null }], site),
      bookWords(
        [1, 2].map((id) => ({ id: `${id}`, text: lure, bookingId: '1', foundAt: '', reference: 'BK-7XKQ4MPR' })),
        site,
      ),
      ...[true, false].map((isOn) => phoneFirstWords({ kind: 'phone_first', isOn, at: '2026-07-01T22:05:00.000Z', problem: lure })),
      backupLateWords({ kind: 'backup_late', places: [{ name: 'disk', goodAt: null, problem: lure }] }),
      ...['2026-11-28T06:00:00.000Z', null].map((until) =>
        rotaHoleWords({ kind: 'rota_hole', from: '2026-11-28T02:00:00.000Z', until }, site),
      ),
      detailsMissingWords({ kind: 'details_missing', labels: ['Business address', 'VAT number'] }, site),
      requestOverdueWords(
        { kind: 'request_overdue', bookingId: '1', reference: 'BK-7XKQ4MPR', what: 'Answer the complaint', dueOn: '2026-07-01' },
        site,
      ),
      diskWords({ kind: 'disk_nearly_full', freeMegabytes: 120, isRepeated: false }),
      ...[1, 2, 100].map((count) => unsentWords({ kind: 'unsent', count, since: '2026-07-01T22:05:00.000Z' }, site)),
    ],
    'customer-confirmation': news.map(confirmationWords),
    'customer-change': news.flatMap((each) => changes(changesForCustomers).map((change) => customerChangeWords(each, change))),
    'customer-late': news.map((each) =>
      lateWords(each, { bookingId: '', missed: ['call', 'dispatch', 'window'], creditPence: 5_000, feeRefundPence: 2_999 }),
    ),
    'customer-extra-work': news.flatMap((each) => works.map((work) => extraWorkWords(each, work))),
    'customer-aftercare': news.flatMap((each) => toldRequests.map((told) => aftercareWords(each, told))),
    'customer-bill': news.flatMap((each) =>
      BillJob.shape.change.options.flatMap((change) =>
        [0, 14_250].map((owedPence) =>
          billWords({ ...each, change, amountPence: 2_000, reason: lure, paperId: '', bill: { ...sampleBill, owedPence } }),
        ),
      ),
    ),
    'customer-review': news.flatMap((each) =>
      [{ ask: 1 }, { ask: 2 }, { removed: 'defamatory' as const }, { removed: 'not_ours' as const }].map((told) =>
        reviewWords({ ...each, told }),
      ),
    ),
    'customer-new-link': news.map(newLinkWords),
    'account-mail': accountMails.map((mail) => accountWords(mail, defaultDetails)),
  }

  it('of the table that is a mail is looked at here', () => {
    const mails = Object.entries(messages).filter(([, { channel }]) => channel === 'mail')
    expect(Object.keys(samples).sort()).toEqual(mails.map(([kind]) => kind).sort())
  })

  const stringsIn = (value: unknown): string[] =>
    typeof value === 'string' ? [value] : value && typeof value === 'object' ? Object.values(value).flatMap(stringsIn) : []
  const decoded = (html: string) =>
    html
      .replace(/^[\s\S]*?<body/, '<body')
      .replace(/<[^>]+>/g, '')
      .replace(/&(lt|gt|quot|amp|#x27);/g, (_, name: string) => ({ lt: '<', gt: '>', quot: '"', amp: '&', '#x27': "'" })[name] ?? '')

  it.each(Object.entries(samples))(
    '%s says the same in both forms: nothing empty, nothing unknown, links that are whole, and nothing of a stranger’s as HTML',
    (_, all) => {
      for (const words of all) {
        const [text, html] = [textOf(words), renderHtml(words, site)]
        const strings = stringsIn(words.blocks)
        expect(words.subject.trim()).not.toBe('')
        expect(words.subject).not.toMatch(/[\r\n]/)
        expect(words.preview.trim()).not.toBe('')
        expect(words.blocks.length).toBeGreaterThan(1)
        for (const said of strings) expect(said.trim(), words.subject).not.toBe('')
        for (const form of [words.subject, words.preview, text, html]) expect(form).not.toMatch(/undefined|null|NaN|\[object/)
        expect(text.replaceAll(lure, '')).not.toMatch(/<\/?[a-z]/)
        expect(html).not.toContain('<b>')
        for (const [, href = ''] of html.matchAll(/href="([^"]*)"/g))
          expect(href).toMatch(/^(https:\/\/www\.example\.co\.uk\/|tel:\+?\d+$)/)
        const [inHtml, inText] = [decoded(html), text.replaceAll('\n  ', '\n').replaceAll('\n> ', '\n')]
        for (const said of strings.filter((each) => !/^(https:|tel:|done$|now$|next$)/.test(each))) {
          expect(inHtml).toContain(said)
          expect(inText).toContain(said)
        }
      }
    },
  )
})

test('extra work is told by the words and the sum that were agreed; what is not the urgent repair, with the right to cancel and a form for it', () => {
  const news: CustomerNews = { booking: booking(), trackingUrl: `${site.url}/track/t`, site, statement: statementOf(booking()) }
  const work: ToldWork = {
    ...{ name: 'New stopcock', description: '', lines: [{ label: '1 × Stopcock', amountPence: 14_000 }], amountPence: 14_000 },
    ...{ isUrgentRepair: false, forBusiness: false },
    ...{ state: 'agreed', decidedAt: '2026-07-01T22:01:00.000Z', way: 'private_link', signerName: 'Priya Raman' },
    startAskedAt: '2026-07-01T22:01:00.000Z',
    startText: 'Please start now, in the words of last year.',
  }
  const words = extraWorkWords(news, work)
  expect(words.subject).toBe('Extra work agreed: up to £140 (BK-7XKQ4MPR)')
  expect(textOf(words)).toMatch(/You agreed at 11.01pm on Wednesday 1 July, on your booking page, as Priya Raman/)
  for (const said of [
    'until the end of Wednesday 15 July',
    'hereby give notice',
    'in these words: ‘Please start now, in the words of last year.’',
  ])
    expect(textOf(words)).toContain(said)
  const unknown = textOf(extraWorkWords(news, { ...work, startText: null }))
  expect(unknown).toContain('You also asked us to start before the 14 days were up.')
  expect(unknown).not.toContain('in these words')
  const urgent = textOf(extraWorkWords(news, { ...work, isUrgentRepair: true, startAskedAt: null, startText: null, way: 'engineer_phone' }))
  expect(urgent).toContain('by signing on your engineer’s phone')
  expect(urgent).toContain('no 14-day legal right to cancel')
  expect(urgent).not.toContain('hereby give notice')
  expect(textOf(extraWorkWords(news, { ...work, forBusiness: true, startAskedAt: null }))).not.toContain('hereby give notice')
})

describe('An email to a customer', () => {
  const asksForMore = /Still need an engineer|book again|arrange another visit/i
  const saysOnTheWay = /is on the way|is outside/i
  /** Messages sent only at these statuses: otherwise the step was undone meanwhile (`isOld`), or the booking has ended. */
  const sentAt: Partial<Record<Change, readonly BookingStatus[]>> = {
    set_out: ['en_route'],
    at_door: ['arrived'],
    completed: ['completed'],
    no_access: ['no_access'],
    cancelled: ['cancelled'],
    called_off: ['cancelled'],
    joined: ['cancelled'],
    not_yet: ['assigned', 'confirmed'],
    not_over: ['arrived', 'assigned', 'en_route'],
    another_time: ['assigned'],
    reopened: ['confirmed', 'assigned'],
  }
  const every = changesForCustomers.flatMap((change) => (sentAt[change] ?? statusNames).map((status) => [change, status] as const))

  it('about an engineer who expects to be late names the new time instead of the window, is sorry, and says what it takes off the bill', () => {
    const told = booking({ status: 'en_route', expectedAt: later(booking().promisedUntil, 11 * 60_000) })
    const news = { booking: told, trackingUrl: `${site.url}/track/t`, site, statement: statementOf(told) }
    const { subject, blocks, preview } = customerChangeWords(news, { change: 'set_out', text: 'Dave' })
    // After midnight.
    const [by, expected] = [told.promisedUntil, told.expectedAt ?? ''].map((at) => spokenTimeOnDay(at))
    expect(subject).toContain(`Sorry, we’re running late: arriving about ${expected}`)
    const text = textOf({ subject, blocks, preview })
    expect(text).toContain(`If we arrive after ${by}, £50 comes off your bill`)
    expect(text).not.toContain(spokenTimes(told.promisedFrom, told.promisedUntil))
  })

  const newsAt = (changes: Partial<Booking>, now = '2026-07-01T22:05:00.000Z'): CustomerNews => {
    const told = booking(changes)
    return { booking: told, trackingUrl: `${site.url}/track/t`, site: { ...site, now: new Date(now) }, statement: statementOf(told) }
  }
  const timesOf = ({ promisedFrom: from, promisedUntil: until }: Booking) => [spokenTimes(from, until), shortTimes(from, until)]

  it('and the text about an engineer who sets off after the window name none, unless they gave an estimate', () => {
    const news = newsAt({ status: 'en_route' }, '2026-07-02T03:00:00.000Z')
    const told = { change: 'set_out', text: 'Dave' } as const
    const words = customerChangeWords(news, told)
    for (const text of [words.subject, words.preview, textOf(words), changeText(news, told)])
      for (const times of timesOf(news.booking)) expect(text).not.toContain(times)
  })

  it('and the text promise no arrival to a place outside our boroughs, until we have accepted it', () => {
    const outside = { inArea: 0, postcode: 'CB1 2AB' } as const
    for (const [changes, isPromised] of [
      [outside, false],
      [{ ...outside, status: 'confirmed' }, true],
      [{}, true],
    ] as const) {
      const news = newsAt(changes)
      const [, short = ''] = timesOf(news.booking)
      for (const text of [
        ...[confirmationWords(news).subject, confirmationText(news)],
        ...[customerChangeWords(news, { change: 'paid', text: '' }).subject, changeText(news, { change: 'paid', text: '' })],
      ])
        expect(text.replace('-', '–').includes(short), text).toBe(isPromised)
    }
  })

  it('about a missed call or dispatch has the window that still applies', () => {
    const news = newsAt({})
    const about = (missed: LateJob['missed']) => textOf(lateWords(news, { bookingId: '', missed, creditPence: 0, feeRefundPence: 0 }))
    const [window = ''] = timesOf(news.booking)
    expect(about(['call'])).toContain(window)
    expect(about(['call', 'window'])).not.toContain(window)
  })

  it('and the text are sorry for a new time only if we moved one that we had promised', () => {
    const changed = (lateAfter: string | null) => {
      const news = newsAt({ lateAfter })
      return [headingOf(customerChangeWords(news, { change: 'promised', text: '' })), changeText(news, { change: 'promised', text: '' })]
    }
    const [asked, moved] = [changed(null), changed('2026-07-01T22:00:00.000Z')]
    for (const [at, text] of asked.entries()) expect(text).not.toBe(moved[at])
  })

  it('has no window that was never agreed', () => {
    const news = newsAt({ toAgree: 1, status: 'cancelled' })
    const gone = textOf(customerChangeWords(news, { change: 'cancelled', text: 'Cancelling is free.' }))
    const late = textOf(lateWords(newsAt({ toAgree: 1 }), { bookingId: '', missed: ['call'], creditPence: 0, feeRefundPence: 0 }))
    for (const times of timesOf(news.booking)) expect(gone + late).not.toContain(times)
  })

  it('names the day of a visit once, in another year too', () => {
    const news = newsAt({ ...slot, promisedFrom: '2027-01-02T10:00:00.000Z', promisedUntil: '2027-01-02T12:00:00.000Z' })
    const days = confirmationWords(news).blocks.flatMap((block) => ('day' in block ? [block.day] : []))
    expect(days.join().match(/January/g)).toHaveLength(1)
  })

  it('contradicts nothing that is under way, whatever it is about and whatever the booking has come to', () => {
    for (const [change, status] of every)
      for (const now of ['2026-07-01T22:05:00.000Z', '2026-07-02T03:00:00.000Z']) {
        const told = booking({ status })
        const news = {
          booking: told,
          trackingUrl: `${site.url}/track/t`,
          site: { ...site, now: new Date(now) },
          statement: statementOf(told),
        }
        const text = textOf(customerChangeWords(news, { change, text: 'Dave' }))
        const { stage } = statusFacts(status)
        // We don't ask customers if they still need us once an engineer is on the way, has arrived or has visited.
        if (stage !== 'called_off' && status !== 'no_access' && stage !== 'unpaid')
          expect(text, `${change} ${status}`).not.toMatch(asksForMore)
        if (status !== 'en_route' && status !== 'arrived') expect(text, `${change} ${status}`).not.toMatch(saysOnTheWay)
      }
  })
})

test('Owners can add words to each email to a customer, except the one that asks for a review', () => {
  const toCustomers = Object.entries(messages).flatMap(([kind, { to, channel }]) => (to === 'customer' && channel === 'mail' ? [kind] : []))
  expect([...Object.keys(otherMails), 'customer-change', 'customer-review'].toSorted()).toEqual(toCustomers.toSorted())
  expect(Object.keys(changeMails).toSorted()).toEqual(changesForCustomers.toSorted())
})

describe('a text to a customer', () => {
  /** As long as a day, window, name and sum get in a usual week. */
  const longest = {
    ...slot,
    promisedFrom: '2026-09-30T19:00:00.000Z',
    promisedUntil: '2026-09-30T21:00:00.000Z',
    expectedAt: '2026-09-30T20:45:00.000Z',
  }
  const trackingUrl = `https://www.emergencyplumberslondon.co.uk/t/${'x'.repeat(22)}`
  const newsOf = (changes: Partial<Booking>): CustomerNews => {
    const told = booking({ ...longest, ...changes })
    return { booking: told, trackingUrl, site, statement: statementOf(told) }
  }
  const paper = { bill: { ...sampleBill, owedPence: 114_250 }, amountPence: 0, reason: '', paperId: '' }

  test.each([
    ...textedChanges.map((change): [string, string | undefined] => [change, changeText(newsOf({}), { change, text: 'Bartholomew Ellis' })]),
    ['set out late', changeText(newsOf({ promisedUntil: '2026-09-30T20:30:00.000Z' }), { change: 'set_out', text: 'Bartholomew Ellis' })],
    ['set out without an estimate', changeText(newsOf({ expectedAt: null }), { change: 'set_out', text: 'Bartholomew Ellis' })],
    ['a booking', confirmationText(newsOf({}))],
    ['paid, outside our boroughs', changeText(newsOf({ inArea: 0, postcode: 'CB1 2AB' }), { change: 'paid', text: '' })],
    [
      'set out after the window',
      changeText(newsOf({ expectedAt: null, promisedUntil: '2026-06-30T19:00:00.000Z' }), { change: 'set_out', text: 'Bartholomew Ellis' }),
    ],
    ['a booking without a time', confirmationText(newsOf({ toAgree: 1 }))],
    ['a booking that speaks of gas', confirmationText(newsOf({ dangers: 'gas' }))],
    ...(['call', 'window'] as const).flatMap((promise) =>
      [0, 5_000].map((pence): [string, string | undefined] => [
        `late: ${promise}, ${pence}`,
        lateText(newsOf({}), { bookingId: '', missed: [promise], creditPence: pence, feeRefundPence: pence && 2_999 }),
      ]),
    ),
    ['a review', reviewText({ ...newsOf({}), told: { ask: 1 } })],
    ...(['billed', 'bill_reminder'] as const).map((change): [string, string | undefined] => [
      change,
      billText({ ...newsOf({}), ...paper, change }),
    ]),
  ])('is one segment and ends with its link, about %s', (_, text = '') => {
    expect(text).toEqual(expect.stringMatching(/ https:\/\/\S+\/t\/x{22}(\/bill|\/review)?$/))
    expect(segmentsOf(text)).toEqual({ alphabet: 'gsm', count: 1 })
  })

  test('about a booking that speaks of gas or fumes has the gas emergency number', () => {
    for (const dangers of ['gas', 'electricity fumes']) expect(confirmationText(newsOf({ dangers }))).toContain('0800 111 999')
  })

  test('about an engineer who is assigned days before has the day', () => {
    const text = changeText(newsOf({}), { change: 'assigned', text: 'Dan Okoro' })
    expect(text).toContain('Dan is your engineer, due Wednesday 30 September 8pm-10pm.')
  })

  test('has nothing that was typed into the form', () => {
    const typed = { name: 'wicked.example', description: 'wicked.example', address: 'wicked.example', accessNotes: 'wicked.example' }
    const news = newsOf({ ...typed, siteContact: 'wicked.example' })
    const texts = [confirmationText(news), ...textedChanges.map((change) => changeText(news, { change, text: '' }))]
    expect(texts.join(' ')).not.toContain('wicked')
  })
})
