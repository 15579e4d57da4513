import { afterEach, expect, test } from 'vitest'
import { business } from './business.ts'
import { asUsual, type Changed, changed, setChanged } from './changed.ts'
import { boilerOffer, calloutOffer } from './offers.ts'
import { billingTerms, priorityFeePence, priorityFeeText, rateTiers } from './rates.ts'

afterEach(() => setChanged({}))

test('what the owner has changed holds whenever it is read, and the usual again when it is taken back', () => {
  setChanged({
    details: { email: 'desk@example.com', emergencyPhone: { text: '0808 157 0001', international: '+448081570001' } },
    fees: { redLineOnlinePence: 3_499, dayCalloutPence: 12_500, lateArrivalCreditPence: 6_000 },
    offers: { 'boiler-65': { pence: 7_000 }, 'callout-25': { isOff: true, percentOff: 30 } },
  })
  expect(business.email).toBe('desk@example.com')
  expect(business.emergencyPhone).toEqual({ text: '0808 157 0001', href: 'tel:08081570001', international: '+448081570001' })
  expect([priorityFeeText(), rateTiers[0].calloutPence, billingTerms.lateArrivalCreditPence]).toEqual([
    '£34.99 online (£95 by phone)',
    12_500,
    6_000,
  ])
  expect([boilerOffer.name, boilerOffer.terms.join(' ')]).toEqual(['Boiler repair £70', expect.stringContaining('£125, £149 or £189')])
  expect([calloutOffer.isOff, calloutOffer.name]).toEqual([true, '30% off call-out fee today'])
  expect(asUsual(() => [boilerOffer.name, business.email])).toEqual(['Boiler repair £65', 'help@emergencyplumbers.example'])
  expect(boilerOffer.name).toBe('Boiler repair £70')
  setChanged({})
  expect([boilerOffer.name, priorityFeePence.online, business.emergencyPhone.href]).toEqual(['Boiler repair £65', 2_999, 'tel:08006442633'])
})

const modules = import.meta.glob([
  '/app/**/*.{ts,tsx}',
  '/content/**/*.ts',
  '/server/**/*.ts',
  '!/**/*.test.*',
  '!/app/entry.*',
  '!/**/*.script.ts',
  '!/server/main.ts',
])

test('no module reads a value while it is loaded: what it made of it would be stale after the next change', async () => {
  const before = changed()
  const read: string[] = []
  let loading = ''
  setChanged(new Proxy({} as Changed, { get: () => void read.push(loading) }))
  for (const [path, load] of Object.entries(modules)) {
    loading = path
    // What runs in browsers alone finds the values in its page.
    await load().catch((error) =>
      expect(String(error), path).toMatch(/(document|window|location|addEventListener|navigator) is not defined/),
    )
  }
  setChanged(before)
  expect(read).toEqual([])
  expect(Object.keys(modules).length).toBeGreaterThan(400)
}, 60_000)
