import { hashOfBytes } from '#app/platform/ids.ts'
import { longestEdge, mostBytes, mostPixels, smallEdge } from '../photo-limits.ts'
import { PhotoRefused } from '../refusals.ts'
import { inTurn } from './in-turn.ts'
import { pictureType } from './picture-type.ts'

/** A picture as stored: a JPEG without metadata. */
export interface CleanPicture {
  data: Buffer
  bytes: number
  width: number
  height: number
  sha256: string
}

/**
 * Makes a photo from an upload: decoded, turned upright, shrunk and encoded again, in full and small size. Nothing of the file itself is
 * kept, including its location. Throws `PhotoRefused`.
 */
export const cleanPhoto = (sent: Uint8Array): Promise<{ whole: CleanPicture; small: CleanPicture }> =>
  decoded(sent, async (open) => {
    const whole = await asJpeg((await open()).resize({ width: longestEdge, height: longestEdge, ...inside }), 80)
    const small = await asJpeg((await open(whole.data)).resize({ width: smallEdge, height: smallEdge, ...inside }), 72)
    return { whole, small }
  })

/** Makes a portrait, cut to four by five. Throws `PhotoRefused`. */
export const cleanPortrait = (sent: Uint8Array): Promise<CleanPicture> =>
  decoded(sent, async (open) => asJpeg((await open()).resize({ width: 320, height: 400, fit: 'cover', position: 'attention' }), 80))

const inside = { fit: 'inside', withoutEnlargement: true } as const

type Sharp = import('sharp').Sharp
type Open = (data?: Uint8Array) => Promise<Sharp>

async function decoded<Result>(sent: Uint8Array, work: (open: Open) => Promise<Result>): Promise<Result> {
  if (sent.length === 0) throw new PhotoRefused('empty')
  if (sent.length > mostBytes) throw new PhotoRefused('too_large')
  const type = pictureType(sent)
  if (type === 'heic') throw new PhotoRefused('heic')
  if (!type) throw new PhotoRefused('not_a_photo')
  return inTurn(async () => {
    try {
      return await work((data = sent) => openPicture(data))
    } catch (error) {
      throw new PhotoRefused(/pixel limit/.test((error as Error).message) ? 'too_many_pixels' : 'damaged')
    }
  })
}

/** The library is loaded with the first photo, to save memory until then. */
async function openPicture(data: Uint8Array): Promise<Sharp> {
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  sharp.concurrency(1)
  return sharp(data, { failOn: 'error', limitInputPixels: mostPixels, sequentialRead: true, animated: false }).autoOrient()
}

/** Metadata is left out unless it is asked for; transparent parts become white. */
async function asJpeg(picture: Sharp, quality: number): Promise<CleanPicture> {
  const { data, info } = await picture
    .flatten({ background: '#fff' })
    .toColourspace('srgb')
    .jpeg({ quality, mozjpeg: true })
    .toBuffer({ resolveWithObject: true })
  return { data, bytes: data.length, width: info.width, height: info.height, sha256: hashOfBytes(data) }
}
