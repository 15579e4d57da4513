import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { paymentViewOf } from './schema.ts'

describe('What the endpoint says of a payment', () => {
  it.each(['confirming', 'paid'])('is taken over when it is %s', (state) => {
    expect(paymentViewOf({ state, reference: 'BK-7KQ4MXNP', more: 1 })).toEqual({ state, reference: 'BK-7KQ4MXNP' })
  })

  it.each([
    [null],
    [undefined],
    [[]],
    [{}],
    ['paid'],
    [{ state: 'paid' }],
    [{ state: 'paid', reference: '' }],
    [{ state: 'paid', reference: null }],
    [{ state: 'paid', reference: ['BK-7KQ4MXNP'] }],
    [{ state: ['paid'], reference: 'BK-7KQ4MXNP' }],
    [{ state: 'PAID', reference: 'BK-7KQ4MXNP' }],
    [{ state: 'constructor', reference: 'BK-7KQ4MXNP' }],
    // Somebody waits for one: that there is none is no answer.
    [{ state: 'absent' }],
    [{ state: 'absent', reference: 'BK-7KQ4MXNP' }],
    [{ error: { code: 'rate_limited' } }],
  ])('is nothing when it is something else: %j', (answer) => {
    expect(paymentViewOf(answer)).toBeUndefined()
  })

  it('never fails, whatever it is', () => {
    fc.assert(
      fc.property(fc.anything(), (answer) => {
        const view = paymentViewOf(answer)
        if (view) expect(view).toEqual({ state: expect.stringMatching(/^(confirming|paid)$/), reference: expect.any(String) })
      }),
    )
  })
})
