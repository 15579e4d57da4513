import { z } from 'zod'
import type { Clock } from '#app/values/clock.ts'
import type { Log } from './log.ts'
import { createLookup, type Lookup } from './lookup.ts'

const Answer = z.object({ result: z.object({ admin_district: z.string().max(100) }) })

/**
 * The local authority district of a full postcode, by a service with the API of postcodes.io (`GET {url}/postcodes/E1%201FR`). Without an
 * answer in 0.7 s our own table decides.
 */
export function createDistrictLookup(url: string | undefined, clock: Clock, log: Log): Lookup<string> {
  if (!url) return async () => undefined
  return createLookup(
    {
      name: 'postcode',
      urlOf: (postcode) => `${url.replace(/\/$/, '')}/postcodes/${encodeURIComponent(postcode)}`,
      read: (answer) => Answer.parse(answer).result.admin_district,
      limitMs: 700,
      longestBytes: 50_000,
      remembered: 5_000,
    },
    clock,
    log,
  )
}
