const limitMs = 10_000

/** A repeated request to the server. */
interface Question {
  /** A response is pending. */
  isOpen(): boolean
  /**
   * Sends a request that replaces the previous one: only the last response is used, in whatever order they arrive. `answer`: undefined if
   * the server refused, could not be reached, or didn't respond for 10 s. `isLast`: false if the request was dropped or replaced meanwhile.
   */
  ask<Answer>(url: string, options?: AskOptions<Answer>): Promise<{ answer: Answer | undefined; isLast: boolean }>
  /** The response is no longer wanted. */
  forget(): void
}

interface AskOptions<Answer> extends RequestInit {
  /** Reads a response; as JSON by default. */
  read?: (response: Response) => Promise<Answer>
}

export function createQuestion(): Question {
  let open: AbortController | undefined
  const forget = () => {
    open?.abort()
    open = undefined
  }
  return {
    isOpen: () => open !== undefined,
    async ask(url, { read = (response: Response) => response.json(), ...init } = {}) {
      forget()
      const own = new AbortController()
      open = own
      const tooLong = setTimeout(() => own.abort(), limitMs)
      const answer = await fetch(url, { ...init, signal: own.signal })
        .then((response) => (response.ok ? read(response) : undefined))
        .catch(() => undefined)
      clearTimeout(tooLong)
      const isLast = open === own
      if (isLast) open = undefined
      return { answer, isLast }
    },
    forget,
  }
}

/**
 * Calls `refresh` when the page becomes visible and when the connection is back, and every `everyMs` if given; never while the page is
 * hidden. Returns the function that stops it.
 */
export function whileSeen(refresh: () => void, everyMs?: number): () => void {
  const ifSeen = () => {
    if (document.visibilityState === 'visible') refresh()
  }
  const often = everyMs && setInterval(ifSeen, everyMs)
  addEventListener('online', ifSeen)
  document.addEventListener('visibilitychange', ifSeen)
  return () => {
    if (often) clearInterval(often)
    removeEventListener('online', ifSeen)
    document.removeEventListener('visibilitychange', ifSeen)
  }
}

interface PollOptions<Answer> extends AskOptions<Answer> {
  /** The first request is sent after this long, if the page is visible. */
  afterMs: number
  everyMs: number
  take(answer: Answer): void
  /** Returns false once the time for further requests is over. */
  mayChange(): boolean
}

/**
 * Asks every `everyMs` as long as `mayChange` returns true, and whenever the page becomes visible or the connection is back; never while
 * the page is hidden. Returns the function that stops it.
 */
export function pollWhileSeen<Answer>(url: string, { afterMs, everyMs, take, mayChange, ...options }: PollOptions<Answer>): () => void {
  const question = createQuestion()
  let timer = setTimeout(ask, afterMs)
  async function ask() {
    if (question.isOpen() || document.visibilityState !== 'visible') return
    clearTimeout(timer)
    const { answer, isLast } = await question.ask(url, options)
    if (!isLast) return
    if (answer) take(answer)
    if (mayChange()) timer = setTimeout(ask, everyMs)
  }
  const leave = whileSeen(ask)
  return () => {
    leave()
    question.forget()
    clearTimeout(timer)
  }
}
