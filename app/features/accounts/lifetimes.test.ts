import { describe, expect, it } from 'vitest'
import { later } from '#app/values/clock.ts'
import { isBanned } from './account-rows.ts'
import { mailLinkMs } from './link-lifetimes.ts'
import { isRecentProof, recentProofMs } from './proofs.ts'
import { clientSessionLength, judgeRefresh, sessionIsOver, siteSessionLength } from './session-length.ts'

describe('Times', () => {
  // The hours around both clock changes in London, and a midnight there.
  const instants = ['2026-03-29T00:59:59.999Z', '2026-10-25T00:59:59.999Z', '2026-06-30T23:00:00.000Z', '2027-12-31T23:59:59.999Z']

  it.each(instants)('of a refresh at %s are counted to the millisecond', (refreshedAt) => {
    const session = { refreshCount: 5, refreshedAt }
    const after = (milliseconds: number) => new Date(later(refreshedAt, milliseconds))
    expect(judgeRefresh(session, 5, after(1e10))).toBe('current')
    expect(judgeRefresh(session, 4, after(0))).toBe('replaced just now')
    expect(judgeRefresh(session, 4, after(10_000))).toBe('replaced just now')
    expect(judgeRefresh(session, 4, after(10_001))).toBe('used again')
    expect(judgeRefresh(session, 3, after(0))).toBe('used again')
    expect(judgeRefresh(session, 6, after(0))).toBe('used again')
    // One of two servers may have a slightly slow clock.
    expect(judgeRefresh(session, 4, after(-500))).toBe('replaced just now')
  })

  it.each(instants)('of a session of %s are counted to the millisecond', (at) => {
    const session = { createdAt: at, refreshedAt: at, endsAt: later(at, clientSessionLength.mostMs) }
    const after = (milliseconds: number) => new Date(later(at, milliseconds))
    const { idleMs, mostMs } = siteSessionLength.staff
    for (const [role, idle, most] of [
      ['customer', clientSessionLength.idleMs, clientSessionLength.mostMs],
      ['staff', idleMs, mostMs],
      ['owner', idleMs, mostMs],
    ] as const) {
      expect(sessionIsOver(session, role, after(idle - 1))).toBe(false)
      expect(sessionIsOver(session, role, after(idle))).toBe(true)
      const used = { ...session, refreshedAt: later(at, most - 5) }
      expect(sessionIsOver(used, role, after(most - 1))).toBe(false)
      expect(sessionIsOver(used, role, after(most))).toBe(true)
    }
  })

  it.each(instants)('of a proof of %s are counted to the millisecond', (at) => {
    const after = (milliseconds: number) => new Date(later(at, milliseconds))
    expect(isRecentProof([{ method: 'password', at }], after(recentProofMs))).toBe(true)
    expect(isRecentProof([{ method: 'password', at }], after(recentProofMs + 1))).toBe(false)
    expect(isRecentProof([{ method: 'recovery', at }], after(mailLinkMs.recovery))).toBe(true)
    expect(isRecentProof([{ method: 'recovery', at }], after(mailLinkMs.recovery + 1))).toBe(false)
    expect(isRecentProof([], after(0))).toBe(false)
  })
})

it('A ban ends at its time, to the millisecond', () => {
  expect(isBanned({ bannedUntil: null }, new Date())).toBe(false)
  const end = '2026-03-29T00:59:59.999Z'
  expect(isBanned({ bannedUntil: end }, new Date('2026-03-29T00:59:59.998Z'))).toBe(true)
  expect(isBanned({ bannedUntil: end }, new Date(end))).toBe(false)
})
