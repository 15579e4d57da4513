import { useEffect, useState } from 'react'
import { learnServerTime, serverNow } from '#app/platform/server-clock.ts'
import { pollWhileSeen } from '#app/ui/question.ts'
import type { FeeView } from '../fee-view.ts'

const everyMs = 5_000
/** A last-minute payment may still arrive this long after the hold. */
const afterHoldMs = 5 * 60_000

/**
 * The state of a booking's fee, from the server: requested immediately, every few seconds while it is due and the page is visible, and when
 * it becomes visible again. `isLive`: false until the server has answered here.
 */
export function useFee(first: FeeView, path: string): { fee: FeeView; isLive: boolean } {
  const [known, setKnown] = useState({ fee: first, isLive: false })
  const { fee } = known
  const mayChange = fee.state === 'due' || fee.state === 'expired'

  useEffect(() => {
    if (!mayChange) return
    let dueAt = fee.dueAt
    return pollWhileSeen(`${path}/fee`, {
      ...{ afterMs: 0, everyMs },
      read: async (response) => feeViewOf(await response.json()),
      take(answer) {
        if (!answer) return
        learnServerTime(answer.at)
        setKnown({ fee: answer, isLive: true })
        // Opening the payment page extends it.
        dueAt = answer.dueAt
      },
      mayChange: () => serverNow() < Date.parse(dueAt) + afterHoldMs,
    })
  }, [path, mayChange])
  return known
}

/** Parses the fee of a private page; undefined if the answer is something else. */
function feeViewOf(answer: unknown): FeeView | undefined {
  const { state, isHeld, amountPence, dueAt, at, returns, mayRetry } = Object(answer) as Record<string, unknown>
  if (state !== 'due' && state !== 'paid' && state !== 'expired' && state !== 'cancelled') return undefined
  if (typeof isHeld !== 'boolean' || typeof amountPence !== 'number' || !isInstant(dueAt) || !isInstant(at)) return undefined
  if (!Array.isArray(returns) || !returns.every((text) => typeof text === 'string') || typeof mayRetry !== 'boolean') return undefined
  return { state, isHeld, amountPence, dueAt, at, returns, mayRetry }
}

const isInstant = (given: unknown): given is string => typeof given === 'string' && !Number.isNaN(Date.parse(given))
