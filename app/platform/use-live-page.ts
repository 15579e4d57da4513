import { useEffect, useRef, useState } from 'react'
import { useNavigation, useRevalidator } from 'react-router'
import { londonTimeText } from './london-intl.ts'

export type Line = { state: 'connecting' } | { state: 'live' } | { state: 'lost'; since: string } | { state: 'ended' }

const againMs = 2_000

/** A feed that reports changes by a new mark. */
export interface LiveFeed {
  path: string
  /** The event with the mark, and the one after which nothing more comes. */
  event: string
  ended: string
  /** A page that has heard nothing for so long is not live. */
  silenceMs: number
}

/**
 * Keeps a page up to date: when its feed reports a change, the page's loader runs again, without affecting what is being typed. `mark`: of
 * the page's data; undefined: it does not listen. Returns whether the page is live, which ends after some seconds of silence.
 */
export function useLivePage(mark: string | undefined, feed: LiveFeed): Line {
  const [line, setLine] = useState<Line>({ state: 'connecting' })
  const [heard, setHeard] = useState<string>()
  const revalidator = useRevalidator()
  const navigation = useNavigation()
  const askedFor = useRef<string>(undefined)

  const isOn = mark !== undefined
  useEffect(() => (isOn ? listen(feed, { onMark: setHeard, onLine: setLine }) : undefined), [isOn, feed])

  const isIdle = revalidator.state === 'idle' && navigation.state === 'idle'
  useEffect(() => {
    if (!isIdle || !isOn || heard === undefined || heard === mark || heard === askedFor.current) return
    askedFor.current = heard
    void revalidator.revalidate()
  }, [heard, mark, isIdle, isOn, revalidator])
  return line
}

/** One stream, made again where it was refused; returns how to end it. */
function listen(
  { path, event, ended, silenceMs }: LiveFeed,
  { onMark, onLine }: { onMark: (mark: string) => void; onLine: (line: Line) => void },
): () => void {
  let source: EventSource | undefined
  let again: ReturnType<typeof setTimeout> | undefined
  let heardAt = Date.now()
  let isOver = false

  const open = () => {
    source = new EventSource(path)
    source.addEventListener(event, ({ data }) => {
      heardAt = Date.now()
      onLine({ state: 'live' })
      onMark((JSON.parse(data) as { mark: string }).mark)
    })
    source.addEventListener(ended, () => {
      isOver = true
      source?.close()
      onLine({ state: 'ended' })
    })
    // The browser tries again by itself, unless the server has refused.
    source.addEventListener('error', () => {
      if (isOver || source?.readyState !== EventSource.CLOSED) return
      again = setTimeout(open, againMs)
    })
  }
  const watch = setInterval(() => {
    if (!isOver && Date.now() - heardAt > silenceMs) onLine({ state: 'lost', since: londonTimeText(heardAt) })
  }, 1_000)
  open()
  return () => {
    isOver = true
    clearInterval(watch)
    clearTimeout(again)
    source?.close()
  }
}
