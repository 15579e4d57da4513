import { type Instant, seconds, toInstant } from '#app/values/clock.ts'
import type { SitePath } from '#app/values/site-path.ts'
import type { QueuedAct } from '../queued-act.ts'
import { writeClock } from './phone-clock.ts'

/** The outcome of an act, from the server. */
type Outcome =
  | { state: 'done' }
  | { state: 'refused'; reason: string }
  | { state: 'asked'; question: string; confirms: string }
  | { state: 'later' }

type Answer =
  | { at: 'answered'; now: Instant; outcomes: readonly ({ key: string } & Outcome)[] }
  /** The server doesn't accept the report at all. */
  | { at: 'refused'; says: string }
  /** `isAnothers`: another engineer is signed in. */
  | { at: 'signed_out'; isAnothers?: boolean }
  | { at: 'later'; waitMs?: number }

/** An act after the server's answer, at `now` by its clock. */
export function withOutcome(act: QueuedAct, outcome: Outcome, now: Instant): QueuedAct {
  if (outcome.state === 'done') return { ...act, state: 'done', doneAt: now }
  if (outcome.state === 'refused') return { ...act, state: 'refused', says: outcome.reason }
  return outcome.state === 'asked' ? { ...act, state: 'asked', says: outcome.question, confirms: outcome.confirms } : act
}

/** Sends a report once. A response that may not be the server's (a captive portal, a proxy's error) counts as none. */
export async function report(engineerId: string, batch: readonly QueuedAct[], sendMs: number): Promise<Answer> {
  const sent = Date.now()
  const acts = batch.map(({ key, kind, bookingId, at, offsetMs, seen, fields }) => ({ key, kind, bookingId, at, offsetMs, seen, fields }))
  const body = JSON.stringify({ engineerId, sentAt: toInstant(new Date(sent)), acts })
  try {
    const response = await fetch('/engineer/acts' satisfies SitePath, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
      body,
      redirect: 'manual',
      // Continues after the page is closed; browsers allow that up to 64 KB, and a character is at most 3 bytes.
      keepalive: body.length < 20_000,
      signal: AbortSignal.timeout(sendMs),
    })
    const { status } = response
    if (response.type === 'opaqueredirect' || status === 401 || status === 403) return { at: 'signed_out' }
    if (status === 409) return { at: 'signed_out', isAnothers: true }
    if (status === 400 || status === 413)
      return { at: 'refused', says: 'This phone has an old version of the app. Reload the page, then try again.' }
    if (status === 429) return { at: 'later', waitMs: seconds(Number(response.headers.get('Retry-After')) || 10) }
    const answer = response.ok ? await response.json() : undefined
    if (!Array.isArray(answer?.outcomes) || typeof answer.now !== 'string') return { at: 'later' }
    writeClock(Math.round(Date.parse(answer.now) - (sent + Date.now()) / 2))
    return { at: 'answered', now: answer.now, outcomes: answer.outcomes }
  } catch {
    return { at: 'later' }
  }
}
