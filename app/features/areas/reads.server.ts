import type { Services } from '#app/platform/services.ts'
import { normalisePostcode } from '#app/platform/uk.ts'

/** The exact district of a postcode as typed, where it is a full one and a look-up service is configured and answers. */
export async function districtFor(services: Pick<Services, 'districtOf'>, postcodeTyped: unknown): Promise<string | undefined> {
  const postcode = typeof postcodeTyped === 'string' ? normalisePostcode(postcodeTyped) : undefined
  return postcode?.includes(' ') ? services.districtOf(postcode) : undefined
}
