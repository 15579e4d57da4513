import { useEffect, useState } from 'react'

/** Whether scripts run here: for what only works with them. */
export function useHydrated(): boolean {
  const [isHydrated, setIsHydrated] = useState(false)
  useEffect(() => setIsHydrated(true), [])
  return isHydrated
}
