import { type Clock, hours, seconds } from '#app/values/clock.ts'
import { type Log, loggable } from './log.ts'

/** Looks something up by postcode; undefined if there is no such service, or it doesn't know or doesn't answer. */
export type Lookup<Found> = (postcode: string) => Promise<Found | undefined>

/** An outside look-up service, as configured. */
interface LookupService<Found> {
  /** For the log. */
  name: string
  /** The address to fetch. It may contain a key, so it is never logged. */
  urlOf(postcode: string): string
  /** Parses the answer. Throws if it is invalid. */
  read(answer: unknown): Found
  limitMs: number
  /** Longer answers are cut off and count as none. */
  longestBytes: number
  /** Postcodes whose answers are remembered. */
  remembered: number
}

const restMs = seconds(30)

/**
 * Asks a service for JSON, remembering answers for a day. Never throws and never takes long: the caller continues without an answer. A
 * service that fails is left alone for half a minute.
 */
export function createLookup<Found>(service: LookupService<Found>, clock: Clock, log: Log): Lookup<Found> {
  const known = new Map<string, { found: Found | undefined; until: number }>()
  let restsUntil = 0
  return async (postcode) => {
    const now = clock.now().getTime()
    const cached = known.get(postcode)
    if (cached && cached.until > now) return cached.found
    if (now < restsUntil) return undefined
    try {
      const found = await ask(service, postcode)
      if (known.size >= service.remembered) known.clear()
      known.set(postcode, { found, until: now + hours(24) })
      return found
    } catch (error) {
      restsUntil = now + restMs
      log.warn({ error: loggable(error) }, `the ${service.name} look-up did not answer`)
      return undefined
    }
  }
}

async function ask<Found>({ urlOf, read, limitMs, longestBytes }: LookupService<Found>, postcode: string): Promise<Found | undefined> {
  const response = await fetch(urlOf(postcode), {
    redirect: 'error',
    signal: AbortSignal.timeout(limitMs),
    headers: { accept: 'application/json' },
  })
  if (response.status === 404) {
    await response.body?.cancel()
    return undefined
  }
  if (!response.ok || !response.body) throw new Error(`The lookup returned ${response.status}`)
  return read(JSON.parse(await textOf(response.body, longestBytes)))
}

async function textOf(body: NonNullable<Response['body']>, longestBytes: number): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.byteLength
    if (bytes > longestBytes) throw new Error('The lookup’s answer is too long')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
