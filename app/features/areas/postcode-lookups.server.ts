import { tryTurns } from '#app/features/accounts/take-turns.server.ts'
import { limits } from '#app/platform/limits.ts'
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
  const wait = await tryTurns(services, [[limits.lookup, clientKey]])
  return wait === 0 ? districtFor(services, postcodeTyped) : undefined
}

/**
 * The addresses at a typed postcode, to choose from: none unless it is complete and a look-up service is configured and answers, nor beyond
 * 10 a minute from one client and 200 an hour from all, since each look-up is paid for.
 */
export async function addressesWhileTyping(services: Services, clientKey: string, postcodeTyped: unknown): Promise<string[]> {
  const postcode = fullPostcode(postcodeTyped)
  if (!services.config.addressLookupUrl || !postcode) return []
  const wait = await tryTurns(services, [
    [limits.addresses, clientKey],
    [limits.allAddresses, 'all'],
  ])
  return (wait === 0 && (await services.addressesOf(postcode))) || []
}

/** Services know complete postcodes only. */
function fullPostcode(typed: unknown): string | undefined {
  const postcode = typeof typed === 'string' ? normalisePostcode(typed) : undefined
  return postcode?.includes(' ') ? postcode : undefined
}
