import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { getFailedSubmit } from '#app/platform/failed-submit.ts'

/**
 * What someone had seen when they began to type into a form of a page that shows news all the time: `held`, which is `seen` until `begin`
 * is called, and again once the server has answered, or `end` is called. `isOld`: something else is seen by now. A form without fields holds nothing.
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
