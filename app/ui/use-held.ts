import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { getFailedSubmit } from '#app/platform/failed-submit.ts'

/**
 * The version that someone saw when they began to type into a form on a page that updates itself: `held` equals `seen` until `begin` is
 * called, and again after the server's response or `end`. `isOld`: the page has changed since. A form without fields holds nothing.
 */
export function useHeld(seen: string | undefined, hasFields = true) {
  const { key } = useLocation()
  const [held, setHeld] = useState(seen)
  const hasBegun = useRef(false)
  const answeredAt = useRef(key)
  const [ends, setEnds] = useState(0)
  useEffect(() => {
    // The server has answered, so the user knows the current state.
    if (answeredAt.current !== key && !getFailedSubmit()) hasBegun.current = false
    answeredAt.current = key
    if (!hasBegun.current) setHeld(seen)
  }, [seen, key, ends])
  return {
    held: hasFields ? held : seen,
    isOld: hasFields && held !== seen && hasBegun.current,
    begin: () => {
      if (hasFields) hasBegun.current = true
    },
    end: () => {
      hasBegun.current = false
      setEnds(ends + 1)
    },
  }
}
