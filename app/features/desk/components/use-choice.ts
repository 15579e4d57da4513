import { useCallback, useEffect, useState } from 'react'
import type { LocalStorage } from '#app/platform/device-storage.ts'
import type { LocalItem } from '#content/device-storage.ts'

/**
 * A dispatcher's setting for the board: on or off, `usual` until they choose. It is kept in their browser (content/legal/cookies.ts); where
 * that has no storage, it applies until the page is left.
 */
export function useChoice(name: Extract<LocalItem, `board-${string}`>, usual: boolean) {
  const [isOn, setIsOn] = useState(usual)
  useEffect(() => {
    try {
      const kept = device().getItem(name)
      if (kept === 'on' || kept === 'off') setIsOn(kept === 'on')
    } catch {}
  }, [name])
  const choose = useCallback(
    (value: boolean) => {
      setIsOn(value)
      try {
        device().setItem(name, value ? 'on' : 'off')
      } catch {}
    },
    [name],
  )
  return { isOn, choose }
}

const device = (): LocalStorage => localStorage
