import { useEffect, useState } from 'react'

/** Whether scripts run here: what only works with them appears then. */
export function useHydrated(): boolean {
  const [isHydrated, setIsHydrated] = useState(false)
  useEffect(() => setIsHydrated(true), [])
  return isHydrated
}
