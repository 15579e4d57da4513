import { z } from 'zod'
import type { Clock } from '#app/values/clock.ts'
import { hours } from '#app/values/clock.ts'
import { type Log, loggable } from './log.ts'

/** The local authority district of a full postcode, by a look-up service; undefined when there is none or it does not know. */
export type DistrictOf = (postcode: string) => Promise<string | undefined>

const limitMs = 700
const remembered = 5_000
const Answer = z.object({ result: z.object({ admin_district: z.string().max(100) }) })

/**
 * Looks districts up at a service with the API of postcodes.io (`GET {url}/postcodes/E1%201FR`), remembering answers for a day.
 * It never throws and never takes long: without an answer in 0.7 s the caller's own table decides.
 */
export function createDistrictLookup(url: string | undefined, clock: Clock, log: Log): DistrictOf {
  if (!url) return async () => undefined
  const known = new Map<string, { district: string | undefined; until: number }>()
  return async (postcode) => {
    const now = clock.now().getTime()
    const cached = known.get(postcode)
    if (cached && cached.until > now) return cached.district
    try {
      const district = await ask(url, postcode)
      if (known.size >= remembered) known.clear()
      known.set(postcode, { district, until: now + hours(24) })
      return district
    } catch (error) {
      log.warn({ error: loggable(error) }, 'the postcode look-up did not answer: the table decides')
      return undefined
    }
  }
}

async function ask(url: string, postcode: string): Promise<string | undefined> {
  const address = `${url.replace(/\/$/, '')}/postcodes/${encodeURIComponent(postcode)}`
  const response = await fetch(address, {
    redirect: 'error',
    signal: AbortSignal.timeout(limitMs),
    headers: { accept: 'application/json' },
  })
  if (response.status === 404) return undefined
  if (!response.ok) throw new Error(`The lookup returned ${response.status}`)
  return Answer.parse(await response.json()).result.admin_district
}
