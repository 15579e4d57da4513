import { useEffect, useRef, useState } from 'react'
import { useNavigation, useRevalidator } from 'react-router'
import { londonTimeText } from '#app/platform/london-intl.ts'
import { boardEnded, boardEvent, boardPath, boardSilenceMs, type wallLivePath } from '../board-timing.ts'

export type Line = { state: 'connecting' } | { state: 'live' } | { state: 'lost'; since: string } | { state: 'ended' }

const againMs = 2_000

/**
 * Keeps a page of dispatch up to date: hears when something has happened, and has the page's loader read again, which leaves alone what is
 * being typed. `mark`: of what the page shows; `path`: where it listens. Returns whether the page is live; one that hears nothing for some
 * seconds is not.
 */
export function useBoardLive(mark: string, path: typeof boardPath | typeof wallLivePath = boardPath): Line {
  const [line, setLine] = useState<Line>({ state: 'connecting' })
  const [heard, setHeard] = useState<string>()
  const revalidator = useRevalidator()
  const navigation = useNavigation()
  const askedFor = useRef<string>(undefined)

  useEffect(() => listen(path, { onMark: setHeard, onLine: setLine }), [path])

  const isIdle = revalidator.state === 'idle' && navigation.state === 'idle'
  useEffect(() => {
    if (!isIdle || heard === undefined || heard === mark || heard === askedFor.current) return
    askedFor.current = heard
    void revalidator.revalidate()
  }, [heard, mark, isIdle, revalidator])
  return line
}

/** One stream, made anew where it was refused; answers how to end it. */
function listen(path: string, { onMark, onLine }: { onMark: (mark: string) => void; onLine: (line: Line) => void }): () => void {
  let source: EventSource | undefined
  let again: ReturnType<typeof setTimeout> | undefined
  let heardAt = Date.now()
  let isOver = false

  const open = () => {
    source = new EventSource(path)
    source.addEventListener(boardEvent, ({ data }) => {
      heardAt = Date.now()
      onLine({ state: 'live' })
      onMark((JSON.parse(data) as { mark: string }).mark)
    })
    source.addEventListener(boardEnded, () => {
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
    if (!isOver && Date.now() - heardAt > boardSilenceMs) onLine({ state: 'lost', since: londonTimeText(heardAt) })
  }, 1_000)
  open()
  return () => {
    isOver = true
    clearInterval(watch)
    clearTimeout(again)
    source?.close()
  }
}

/** The time by the server's clock, in ms: `at` is when the page was read there. Another one every few seconds. */
export function useBoardNow(at: string): number {
  const [shift, setShift] = useState<number>()
  const [, setTurn] = useState(0)
  useEffect(() => setShift(Date.parse(at) - Date.now()), [at])
  useEffect(() => {
    const timer = setInterval(() => setTurn((turn) => turn + 1), 5_000)
    return () => clearInterval(timer)
  }, [])
  return shift === undefined ? Date.parse(at) : Math.max(Date.parse(at), Date.now() + shift)
}
