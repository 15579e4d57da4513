import { z } from 'zod'
import { type Clock, hours, seconds } from '#app/values/clock.ts'
import { type Log, loggable } from './log.ts'
import { sanitiseAddress } from './sanitise.ts'

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
function createLookup<Found>(service: LookupService<Found>, clock: Clock, log: Log): Lookup<Found> {
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

const District = z.object({ result: z.object({ admin_district: z.string().max(100) }) })

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
      read: (answer) => District.parse(answer).result.admin_district,
      limitMs: 700,
      longestBytes: 50_000,
      remembered: 5_000,
    },
    clock,
    log,
  )
}

const Addresses = z.object({ result: z.array(z.unknown()) })
const line = z.string().max(200).nullish()
const Entry = z.object({ line_1: line, line_2: line, line_3: line })

/** A postcode has 100 addresses at most. */
const mostAddresses = 100
const longestAddress = 200

/**
 * The addresses at a full postcode, without town and postcode, by a service with the API of Ideal Postcodes (`GET
 * {url}/E1%201FR?api_key=…`, whose `url` includes the query). Without an answer in a second, people type their address.
 */
export function createAddressLookup(url: string | undefined, clock: Clock, log: Log): Lookup<string[]> {
  if (!url) return async () => undefined
  return createLookup(
    {
      name: 'address',
      urlOf: (postcode) => {
        const at = new URL(url)
        at.pathname = `${at.pathname.replace(/\/$/, '')}/${encodeURIComponent(postcode)}`
        return at.href
      },
      read: (answer) => addressesIn(Addresses.parse(answer).result),
      limitMs: 1_000,
      longestBytes: 500_000,
      remembered: 500,
    },
    clock,
    log,
  )
}

/** Entries that aren't addresses are left out. */
function addressesIn(entries: unknown[]): string[] {
  const addresses = entries.slice(0, mostAddresses).map((entry) => {
    const { line_1, line_2, line_3 } = Entry.safeParse(entry).data ?? {}
    const lines = [line_1, line_2, line_3].map((typed) => sanitiseAddress(typed ?? ''))
    return lines.filter(Boolean).join(', ').slice(0, longestAddress)
  })
  return [...new Set(addresses)].filter(Boolean)
}
