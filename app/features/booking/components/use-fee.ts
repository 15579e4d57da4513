import { useEffect, useState } from 'react'
import type { FeeView } from '#app/features/payments/schema.ts'
import { learnServerTime, serverNow } from '#app/platform/server-clock.ts'

const everyMs = 5_000
/** A payment of the last moment may be on its way so long after the hold. */
const afterHoldMs = 5 * 60_000
const limitMs = 10_000

/**
 * How the fee of a booking stands, as the server says: asked at once, every few seconds while it is due and somebody looks, and when
 * somebody looks again, as on coming back from paying in another tab. `isLive`: false before the server has answered here.
 */
export function useFee(first: FeeView, path: string): { fee: FeeView; isLive: boolean } {
  const [known, setKnown] = useState({ fee: first, isLive: false })
  const { fee } = known
  const mayChange = fee.state === 'due' || fee.state === 'expired'

  useEffect(() => {
    if (!mayChange) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let isAsking = false
    let hasEnded = false
    let dueAt = fee.dueAt
    async function ask() {
      if (isAsking || document.visibilityState !== 'visible') return
      clearTimeout(timer)
      isAsking = true
      const answer = await askFor(path)
      isAsking = false
      if (hasEnded) return
      if (answer) {
        learnServerTime(answer.at)
        setKnown({ fee: answer, isLive: true })
        // Later than before, once the payment page has been opened.
        dueAt = answer.dueAt
      }
      if (serverNow() < Date.parse(dueAt) + afterHoldMs) timer = setTimeout(ask, everyMs)
    }
    void ask()
    document.addEventListener('visibilitychange', ask)
    addEventListener('online', ask)
    return () => {
      hasEnded = true
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', ask)
      removeEventListener('online', ask)
    }
  }, [path, mayChange])
  return known
}

async function askFor(path: string): Promise<FeeView | undefined> {
  try {
    const answer = await fetch(`${path}/fee`, { signal: AbortSignal.timeout(limitMs) })
    return answer.ok ? feeViewOf(await answer.json()) : undefined
  } catch {
    return undefined
  }
}

/** What a private page says of its fee; nothing, where the answer is something else. */
function feeViewOf(answer: unknown): FeeView | undefined {
  const { state, isHeld, amountPence, dueAt, at, returns, mayRetry } = Object(answer) as Record<string, unknown>
  if (state !== 'due' && state !== 'paid' && state !== 'expired' && state !== 'cancelled') return undefined
  if (typeof isHeld !== 'boolean' || typeof amountPence !== 'number' || !isInstant(dueAt) || !isInstant(at)) return undefined
  if (!Array.isArray(returns) || !returns.every((text) => typeof text === 'string') || typeof mayRetry !== 'boolean') return undefined
  return { state, isHeld, amountPence, dueAt, at, returns, mayRetry }
}

const isInstant = (given: unknown): given is string => typeof given === 'string' && !Number.isNaN(Date.parse(given))
