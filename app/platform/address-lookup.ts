import { z } from 'zod'
import type { Clock } from '#app/values/clock.ts'
import type { Log } from './log.ts'
import { createLookup, type Lookup } from './lookup.ts'
import { sanitiseAddress } from './sanitise.ts'

const Answer = z.object({ result: z.array(z.unknown()) })
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
      read: (answer) => addressesIn(Answer.parse(answer).result),
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
