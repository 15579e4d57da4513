import { useEffect, useRef, useState } from 'react'
import { useNavigation, useRevalidator } from 'react-router'
import { type Feed, type FeedState, followFeed, markIn } from './follow-feed.ts'
import { londonTimeText } from './london-intl.ts'

export type Line = { state: 'connecting' | Exclude<FeedState, 'lost'> } | { state: 'lost'; since: string }

/**
 * Keeps a page up to date: when its feed reports a change, the page's loader runs again, without affecting typed values. `mark`: of the
 * page's data; if undefined, it doesn't listen. Returns the state of the connection.
 */
export function useLivePage(mark: string | undefined, feed: Feed): Line {
  const [line, setLine] = useState<Line>({ state: 'connecting' })
  const [heard, setHeard] = useState<string>()
  const revalidator = useRevalidator()
  const navigation = useNavigation()
  const askedFor = useRef<string>(undefined)

  const isOn = mark !== undefined
  useEffect(() => {
    if (!isOn) return
    return followFeed(feed, {
      onData: (json) => setHeard(markIn(json)),
      onState: (state, heardAt) => setLine(state === 'lost' ? { state, since: londonTimeText(heardAt) } : { state }),
    })
  }, [isOn, feed])

  const isIdle = revalidator.state === 'idle' && navigation.state === 'idle'
  useEffect(() => {
    if (!isIdle || !isOn || heard === undefined || heard === mark || heard === askedFor.current) return
    askedFor.current = heard
    void revalidator.revalidate()
  }, [heard, mark, isIdle, isOn, revalidator])
  return line
}
