import { useEffect, useState, useSyncExternalStore } from 'react'

/**
 * What a store outside the page's islands holds, and after each change what it holds then. The first rendering shows `first`, as
 * the server did: an island takes over what is there, and only then goes on.
 */
export function useStore<Value>(subscribe: (listener: () => void) => () => void, get: () => Value, first: Value): Value {
  const [started, setStarted] = useState(false)
  useEffect(() => setStarted(true), [])
  const value = useSyncExternalStore(subscribe, get, () => first)
  return started ? value : first
}
