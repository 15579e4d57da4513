import { useEffect, useState } from 'react'

const everyMs = 20_000

/** The Red Line slots that can be had now; undefined while nobody can say. */
export function useSlotsLeft(): number | undefined {
  const [left, setLeft] = useState<number>()
  useEffect(() => {
    const ask = async () => {
      if (document.visibilityState !== 'visible') return
      const answer = await fetch('/functions/v1/booking-options')
        .then((response) => response.json())
        .catch(() => undefined)
      setLeft(Number.isInteger(answer?.slotsLeft) ? answer.slotsLeft : undefined)
    }
    void ask()
    const often = setInterval(ask, everyMs)
    return () => clearInterval(often)
  }, [])
  return left
}
