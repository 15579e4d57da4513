import { raiseAlarm } from '#app/features/accounts/raise-alarm.ts'
import { recordAudit } from '#app/platform/audit.ts'
import { loggable } from '#app/platform/log.ts'
import type { Services } from '#app/platform/services.ts'
import { toInstant } from '#app/values/clock.ts'
import { hashOf, newId, newToken } from '#app/values/ids.ts'
import { phoneFirstAfter, type Run, syntheticBody, syntheticHeader, syntheticLimitMs, syntheticRoundMs } from './synthetic-booking.ts'
import { syntheticMark } from './synthetic-mark.server.ts'
import { claimRound } from './uptime/claim-round.server.ts'
import { failureText } from './uptime/failure-text.ts'

interface RunOptions {
  atStart?: boolean
  limitMs?: number
  signal?: AbortSignal
}

type Outcome = Omit<Run, 'at'> & { responseMs: number | null; error: string }

/** This instance's results while the database could not store them, newest first. */
const unrecorded = new WeakMap<Services['phoneFirst'], Run[]>()

/**
 * Makes one test booking, if it is this instance's turn: over HTTP, stored, read back, removed. Two failures in a row make the public pages
 * ask people to call; the next success ends that. Returns the result; undefined if it was another's turn.
 */
export async function runSyntheticBooking(services: Services, { atStart, ...options }: RunOptions = {}): Promise<Outcome | undefined> {
  const at = services.clock.now()
  let outcome: Outcome
  try {
    if (!(await claimRound(services, 'synthetic', { roundMs: syntheticRoundMs, atStart }))) return undefined
    outcome = await tryBooking(services, options)
    if (options.signal?.aborted) return undefined
    await recordRun(services, at, outcome)
    unrecorded.delete(services.phoneFirst)
    services.phoneFirst.hold(null)
  } catch (error) {
    // If nothing can be written, nothing can be booked; each instance reports that itself.
    services.log.error({ error: loggable(error) }, 'the synthetic booking could not be recorded')
    outcome = { outcome: 'failed', responseMs: null, error: 'The database isn’t accepting changes' }
    const runs: Run[] = [{ at: toInstant(at), outcome: 'failed' }, ...(unrecorded.get(services.phoneFirst) ?? [])]
    unrecorded.set(services.phoneFirst, runs.slice(0, 2))
    if (phoneFirstAfter(runs)) services.phoneFirst.hold(toInstant(at))
  }
  if (outcome.outcome === 'failed') services.log.error({ problem: outcome.error }, 'the synthetic booking failed')
  return outcome
}

/** Books as the form does, and checks that the booking is stored. */
async function tryBooking(services: Services, { limitMs = syntheticLimitMs, signal }: RunOptions): Promise<Outcome> {
  const key = newToken()
  const limit = AbortSignal.timeout(limitMs)
  const startedAt = performance.now()
  const failed = (error: string, responseMs: number | null = null): Outcome => ({ outcome: 'failed', responseMs, error })
  try {
    const response = await fetch(new URL('/functions/v1/submit-booking', services.config.monitorUrl), {
      method: 'POST',
      redirect: 'error',
      headers: { 'content-type': 'application/json', 'idempotency-key': key, [syntheticHeader]: syntheticMark(services, key) },
      body: JSON.stringify(syntheticBody),
      signal: signal ? AbortSignal.any([limit, signal]) : limit,
    })
    const text = await response.text()
    const responseMs = Math.round(performance.now() - startedAt)
    if (response.status !== 201) return failed(`The booking got a ${response.status} response${codeIn(text)}`, responseMs)
    const stored = await services.db
      .selectFrom('syntheticBookings')
      .select('reference')
      .where('idempotencyKey', '=', hashOf(key))
      .executeTakeFirst()
    if (!stored) return failed('The booking got a reply, but wasn’t stored', responseMs)
    if (stored.reference !== answerIn(text).reference)
      return failed('The booking’s response had a different reference from the one stored', responseMs)
    return { outcome: 'ok', responseMs, error: '' }
  } catch (error) {
    return failed(failureText(error, limit.aborted, limitMs))
  } finally {
    await services.db.deleteFrom('syntheticBookings').where('idempotencyKey', '=', hashOf(key)).execute()
  }
}

function answerIn(text: string): { reference?: unknown; error?: { code?: unknown } } {
  try {
    return JSON.parse(text) ?? {}
  } catch {
    return {}
  }
}

function codeIn(text: string): string {
  const code = answerIn(text).error?.code
  return typeof code === 'string' && /^[a-z_]{1,40}$/.test(code) ? ` (${code})` : ''
}

/** Stores the result and its effects: the pages' state, messages to staff, the entry in the audit log. */
async function recordRun(services: Services, at: Date, run: Outcome): Promise<void> {
  const changed = await services.db.transaction().execute(async (tx) => {
    await tx
      .insertInto('syntheticRuns')
      .values({ id: newId(), at: toInstant(at), ...run })
      .execute()
    const newest = await tx
      .selectFrom('syntheticRuns')
      .select(['at', 'outcome'])
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
      .limit(2)
      .execute()
    const isOn = phoneFirstAfter(newest)
    if (isOn === undefined) return false
    const changed = await tx
      .updateTable('phoneFirst')
      .set({ since: isOn ? toInstant(at) : null })
      .where('since', isOn ? 'is' : 'is not', null)
      .returning('onlyOne')
      .executeTakeFirst()
    if (!changed) return false
    await recordAudit(tx, at, { actor: 'system', action: 'site.phone-first', subject: 'site', detail: { isOn } })
    await raiseAlarm(tx, at, { kind: 'phone_first', isOn, at: toInstant(at), problem: run.error })
    return true
  })
  if (!changed) return
  await services.phoneFirst.refresh()
  services.jobsAdded()
}
