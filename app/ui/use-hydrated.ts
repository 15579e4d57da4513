import { useEffect, useState } from 'react'

/** Returns true once scripts run: for parts that need them. */
export function useHydrated(): boolean {
  const [isHydrated, setIsHydrated] = useState(false)
  useEffect(() => setIsHydrated(true), [])
  return isHydrated
}
