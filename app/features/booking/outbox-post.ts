import type { Kept, SendOutcome } from './outbox.ts'

/** No answer from the server, or none that is surely its own. */
export const noAnswer: SendOutcome = { at: 'kept' }

/** Sends bookings to the server. `limitMs`: a send without an answer has failed after this time. */
export function createPoster(limitMs: number) {
  let token: unknown

  /** Asks the server once. What is not surely its answer (a portal's page, a proxy's error) is no answer. */
  async function post({ key, body }: Kept): Promise<SendOutcome> {
    const signal = AbortSignal.timeout(limitMs)
    try {
      for (let mismatches = 0; ; mismatches++) {
        const { response, answer } = await postOnce(key, { ...body, csrfToken: token }, signal)
        if (answer.error?.code !== 'csrf_mismatch' || mismatches === 2) return outcomeOf(response, answer)
        // Once with the fresh token; then with none, for browsers that keep no cookies: their Origin is judged.
        token = mismatches === 0 ? answer.csrfToken : undefined
      }
    } catch {
      return noAnswer
    }
  }

  return {
    post,
    /** Keeps the form's security token, if it has one. */
    learnToken(csrfToken: unknown) {
      token = csrfToken ?? token
    },
  }
}

async function postOnce(key: string, content: Record<string, unknown>, signal: AbortSignal) {
  const body = JSON.stringify(content)
  const response = await fetch('/functions/v1/submit-booking', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Idempotency-Key': key },
    body,
    // Goes on when the page is closed; browsers allow that to 64 KB, and a character is 3 bytes at most.
    keepalive: body.length < 20_000,
    signal,
  })
  return { response, answer: await response.json() }
}

/** Throws if the answer is not one of the server's. */
// biome-ignore lint/suspicious/noExplicitAny: whatever came as JSON
function outcomeOf({ ok, status, headers }: Response, answer: any): SendOutcome {
  if (ok && answer.reference) return { at: 'acknowledged', acknowledgement: answer }
  const { error } = answer
  if (!error.code || status === 408 || (status >= 500 && error.code !== 'payment_not_configured')) return noAnswer
  return { at: 'refused', status, retryAfterSeconds: Number(headers.get('Retry-After')) || undefined, error }
}
