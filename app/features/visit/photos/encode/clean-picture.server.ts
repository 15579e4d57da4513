import { hashOfBytes } from '#app/values/ids.ts'
import { longestEdge, mostBytes, mostPixels, smallEdge } from '../../photo-limits.ts'
import { PhotoRefused } from '../../refusals.ts'
import type { Size } from './decoder.ts'
import { decode } from './decoders.server.ts'
import { inTurn } from './in-turn.ts'
import { pictureType, requireSimple } from './picture-structure.ts'

/** A picture as stored: a JPEG without metadata. */
export interface CleanPicture {
  data: Buffer
  bytes: number
  width: number
  height: number
  sha256: string
}

/**
 * Limits for one file: milliseconds of processor time, of time by the clock if the process doesn't end itself, and bytes of memory. A photo
 * of 25 megapixels takes a second and 220 MB; on a busy machine it takes more time by the clock, but not of the processor.
 */
const most = { processorMs: 2_000, clockMs: 15_000, memory: 600 * 1024 * 1024 }

/**
 * Makes a photo from an upload: decoded, turned upright, shrunk and encoded again, in full and small size. Nothing of the file itself is
 * kept, including its location. `client`: one client's files are processed one after another, and don't hold up other clients'. Throws
 * `PhotoRefused`.
 */
export const cleanPhoto = (sent: Uint8Array, client: string, bounds = most): Promise<Record<'whole' | 'small', CleanPicture>> =>
  cleaned(sent, client, bounds, {
    whole: { width: longestEdge, height: longestEdge, ...inside, quality: 80 },
    small: { width: smallEdge, height: smallEdge, ...inside, quality: 72 },
  })

/** Makes a portrait, cut to four by five. Throws `PhotoRefused`. */
export async function cleanPortrait(sent: Uint8Array, client: string): Promise<CleanPicture> {
  const portrait = { width: 320, height: 400, fit: 'cover', position: 'attention', quality: 80 } as const
  return (await cleaned(sent, client, most, { portrait })).portrait
}

const inside = { fit: 'inside', withoutEnlargement: true } as const

async function cleaned<Name extends string>(
  sent: Uint8Array,
  client: string,
  { clockMs, ...bounds }: typeof most,
  sizes: Record<Name, Size>,
): Promise<Record<Name, CleanPicture>> {
  if (sent.length === 0) throw new PhotoRefused('empty')
  if (sent.length > mostBytes) throw new PhotoRefused('too_large')
  const type = pictureType(sent)
  if (type === 'heic') throw new PhotoRefused('heic')
  if (!type) throw new PhotoRefused('not_a_photo')
  requireSimple(sent, type)
  const decoded = await inTurn(client, () => decode({ data: sent, sizes, mostPixels, most: bounds }, clockMs))
  if (!decoded) throw new PhotoRefused('too_slow', 10)
  if (decoded.problem !== undefined) throw new PhotoRefused(/pixel limit/.test(decoded.problem) ? 'too_many_pixels' : 'damaged')
  const clean = Object.entries<(typeof decoded.made)[Name]>(decoded.made).map(([name, { data, ...size }]) => [
    name,
    { ...size, data, bytes: data.length, sha256: hashOfBytes(data) },
  ])
  return Object.fromEntries(clean)
}
