import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { enquiryOf } from './read-payment.server.ts'

describe('A payment that no one has told us of', () => {
  it('is never taken for paid, and has a reference that can be read out', { timeout: 60_000 }, () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1, maxLength: 300 }), (id) => {
        fc.pre(id.trim() !== '')
        const view = enquiryOf(id)
        expect(view).toEqual({ state: 'confirming', reference: expect.stringMatching(/^BK-[34679ACDEFGHJKMNPQRTWXY]{8}$/) })
        expect(enquiryOf(id)).toEqual(view)
      }),
    )
  })

  it('has a reference of its own, also when its session begins like another', () => {
    const long = 'cs_test_'.padEnd(5_000, 'x')
    const ids = [...Array.from({ length: 2_000 }, (_, at) => `cs_test_${at}`), `${long}1`, `${long}2`]
    const references = ids.map((id) => JSON.stringify(enquiryOf(id)))
    expect(new Set(references).size).toBe(ids.length)
  })
})
