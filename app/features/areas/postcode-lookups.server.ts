import { limits } from '#app/platform/limits.ts'
import { holdTurns, type RateLimit } from '#app/platform/rate-limit.ts'
import type { Services } from '#app/platform/services.ts'
import { normalisePostcode } from '#app/platform/uk.ts'

/** The exact district of a typed postcode, if it is complete and a look-up service is configured and answers. */
export async function districtFor(services: Pick<Services, 'districtOf'>, postcodeTyped: unknown): Promise<string | undefined> {
  const postcode = fullPostcode(postcodeTyped)
  return postcode && services.districtOf(postcode)
}

/** The same while someone is typing: beyond 20 a minute from one client, our own table decides. */
export async function districtWhileTyping(services: Services, clientKey: string, postcodeTyped: unknown): Promise<string | undefined> {
  if (!services.config.postcodeLookupUrl || !fullPostcode(postcodeTyped)) return undefined
  return (await takesTurns(services, [[limits.lookup, clientKey]])) ? districtFor(services, postcodeTyped) : undefined
}

/**
 * The addresses at a typed postcode, to choose from: none unless it is complete and a look-up service is configured and answers, nor beyond
 * 10 a minute from one client and 200 an hour from all, since each look-up is paid for.
 */
export async function addressesWhileTyping(services: Services, clientKey: string, postcodeTyped: unknown): Promise<string[]> {
  const postcode = fullPostcode(postcodeTyped)
  if (!services.config.addressLookupUrl || !postcode) return []
  const mayAsk = await takesTurns(services, [
    [limits.addresses, clientKey],
    [limits.allAddresses, 'all'],
  ])
  return (mayAsk && (await services.addressesOf(postcode))) || []
}

/** Services know complete postcodes only. */
function fullPostcode(typed: unknown): string | undefined {
  const postcode = typeof typed === 'string' ? normalisePostcode(typed) : undefined
  return postcode?.includes(' ') ? postcode : undefined
}

/** Takes a turn of each limit, if all have one. */
async function takesTurns({ db, clock, config }: Services, wanted: readonly [RateLimit, string][]): Promise<boolean> {
  const now = clock.now()
  return db.transaction().execute(async (tx) => {
    const held = []
    for (const [limit, key] of wanted) held.push(await holdTurns(tx, limit, key, now, config.rateLimitScale))
    const mayAsk = held.every(({ wait }) => wait === 0)
    for (const turns of held) await (mayAsk ? turns.take() : turns.leave())
    return mayAsk
  })
}
