import { describe, expect, it } from 'vitest'
import { later } from '#app/values/clock.ts'
import { mailLinkMs } from './link-lifetimes.ts'
import { isRecentProof, recentProofMs } from './proofs.ts'

describe('Times', () => {
  // The hours around both clock changes in London, and a midnight there.
  const instants = ['2026-03-29T00:59:59.999Z', '2026-10-25T00:59:59.999Z', '2026-06-30T23:00:00.000Z', '2027-12-31T23:59:59.999Z']

  it.each(instants)('of a proof of %s are counted to the millisecond', (at) => {
    const after = (milliseconds: number) => new Date(later(at, milliseconds))
    expect(isRecentProof([{ method: 'password', at }], after(recentProofMs))).toBe(true)
    expect(isRecentProof([{ method: 'password', at }], after(recentProofMs + 1))).toBe(false)
    expect(isRecentProof([{ method: 'recovery', at }], after(mailLinkMs.recovery))).toBe(true)
    expect(isRecentProof([{ method: 'recovery', at }], after(mailLinkMs.recovery + 1))).toBe(false)
    expect(isRecentProof([], after(0))).toBe(false)
  })
})
