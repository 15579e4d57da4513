import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { paymentViewOf } from './payment-view.ts'

describe('What the endpoint says of a payment', () => {
  it.each(['confirming', 'paid'])('is taken over when it is %s', (state) => {
    expect(paymentViewOf({ state, reference: 'BK-7KQ4MXNP', more: 1 })).toEqual({ state, reference: 'BK-7KQ4MXNP' })
  })

  it.each([
    [null],
    [[]],
    [{}],
    [{ state: 'paid' }],
    [{ state: 'paid', reference: '' }],
    [{ state: 'paid', reference: ['BK-7KQ4MXNP'] }],
    [{ state: 'PAID', reference: 'BK-7KQ4MXNP' }],
    [{ state: 'constructor', reference: 'BK-7KQ4MXNP' }],
    // The page is waiting for a booking, so 'absent' isn't a valid response.
    [{ state: 'absent', reference: 'BK-7KQ4MXNP' }],
    [{ error: { code: 'rate_limited' } }],
  ])('is nothing when it is something else: %j', (answer) => {
    expect(paymentViewOf(answer)).toBeUndefined()
  })

  const purchase = {
    currency: 'GBP',
    value: 29.99,
    serviceType: 'Burst Pipe',
    urgency: 'redline',
    transactionId: 'T7KQ4MXNP2',
    location: 'E1',
  }

  it('has what was bought, once it is paid', () => {
    const paid = { state: 'paid', reference: 'BK-7KQ4MXNP', purchase }
    expect(paymentViewOf(paid)).toEqual(paid)
    expect(paymentViewOf({ ...paid, state: 'confirming' })).toEqual({ state: 'confirming', reference: 'BK-7KQ4MXNP' })
  })

  it.each([
    { value: 0 },
    { value: '29.99' },
    { currency: 'EUR' },
    { location: '5 Mill Lane' },
    { transactionId: '' },
    { urgency: 'soon' },
    { serviceType: undefined },
  ])('has nothing bought where that is not whole, or says where someone lives: %j', (wrong) => {
    expect(paymentViewOf({ state: 'paid', reference: 'BK-7KQ4MXNP', purchase: { ...purchase, ...wrong } })).toEqual({
      state: 'paid',
      reference: 'BK-7KQ4MXNP',
    })
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
