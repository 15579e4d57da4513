import { limits } from '#app/platform/limits.ts'
import { holdTurns } from '#app/platform/rate-limit.ts'
import type { Services } from '#app/platform/services.ts'
import { normalisePostcode } from '#app/platform/uk.ts'

/** The exact district of a typed postcode, if it is complete and a look-up service is configured and answers. */
export async function districtFor(services: Pick<Services, 'districtOf'>, postcodeTyped: unknown): Promise<string | undefined> {
  const postcode = typeof postcodeTyped === 'string' ? normalisePostcode(postcodeTyped) : undefined
  return postcode?.includes(' ') ? services.districtOf(postcode) : undefined
}

/** The same while someone is typing: beyond 20 a minute from one client, our own table decides. */
export async function districtWhileTyping(services: Services, clientKey: string, postcodeTyped: unknown): Promise<string | undefined> {
  const { postcodeLookupUrl, rateLimitScale } = services.config
  if (!postcodeLookupUrl || typeof postcodeTyped !== 'string' || !normalisePostcode(postcodeTyped)?.includes(' ')) return undefined
  const now = services.clock.now()
  const mayAsk = await services.db.transaction().execute(async (tx) => {
    const turns = await holdTurns(tx, limits.lookup, clientKey, now, rateLimitScale)
    if (turns.wait > 0) return false
    await turns.take()
    return true
  })
  return mayAsk ? districtFor(services, postcodeTyped) : undefined
}
