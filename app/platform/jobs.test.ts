import { describe, expect, it, test } from 'vitest'
import { backoffMs } from './jobs.ts'

describe('backoffMs', () => {
  test.each([
    [1, 1_000, 2_000],
    [3, 4_000, 8_000],
    [9, 256_000, 512_000],
    [50, 300_000, 600_000],
    [1_000_000, 300_000, 600_000],
  ])('after attempt %i is %i to %i ms', (attempts, least, most) => {
    expect([backoffMs(attempts, undefined, 0), backoffMs(attempts, undefined, 1)]).toEqual([least, most])
    expect(backoffMs(attempts, undefined, 0.5)).toBe((least + most) / 2)
  })

  it('differs from job to job, in whole milliseconds, so that a thousand failures do not come back at once', () => {
    const delays = Array.from({ length: 1_000 }, () => backoffMs(10))
    expect(delays.filter((delay) => !Number.isInteger(delay) || delay < 300_000 || delay > 600_000)).toEqual([])
    expect(new Set(delays).size).toBeGreaterThan(500)
  })
})
