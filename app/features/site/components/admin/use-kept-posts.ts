import { useEffect, useRef, useSyncExternalStore } from 'react'
import type { Acted } from '../../admin-acts.ts'
import { keptPosts, noKeptPosts, type OfflinePost, sendKept, subscribe } from '../../writing/offline-posts.ts'

/** The unsent posts on this device, which are sent while the page is open; `onSaved` is called for each that the server stored. */
export function useKeptPosts(onSaved: (acted: Acted) => void): readonly OfflinePost[] {
  const latest = useRef(onSaved)
  latest.current = onSaved
  useEffect(() => sendKept((acted) => latest.current(acted)), [])
  return useSyncExternalStore(subscribe, keptPosts, noKeptPosts)
}
