import { photoProblems } from '../photo-problems.ts'

/** The largest file that a device opens, in bytes: phones' photos are far below. */
const mostBytesHere = 30 * 1024 * 1024

/** The size of a photo made on the device; the server makes it no larger either. */
const usualSize = { edge: 1_600, bytes: 400_000 } as const
/** A size that still gets through on a poor connection. */
export const leastSize = { edge: 900, bytes: 100_000 } as const

/** A photo that can't be sent from this device; the message has the reason and the alternative. */
export class UnusablePhoto extends Error {}

/**
 * Makes a photo small and upright, and removes everything but the picture: it is drawn, and the drawing is saved as a JPEG. Throws
 * `UnusablePhoto`.
 */
export async function shrinkPhoto(file: Blob, { edge, bytes }: { edge: number; bytes: number } = usualSize): Promise<Blob> {
  if (file.size === 0) throw new UnusablePhoto(photoProblems.empty)
  if (file.size > mostBytesHere) throw new UnusablePhoto('That photo is more than 30 MB. Send a screenshot of it instead.')
  const picture = await opened(file)
  try {
    for (let scale = Math.min(1, edge / Math.max(picture.width, picture.height)); ; scale *= 0.75)
      for (const quality of [0.85, 0.7, 0.55]) {
        const drawn = await draw(picture, scale, quality)
        if (drawn.size <= bytes) return drawn
      }
  } finally {
    picture.close()
  }
}

async function opened(file: Blob): Promise<ImageBitmap> {
  try {
    return await createImageBitmap(file)
  } catch {
    throw new UnusablePhoto(
      (await isHeic(file))
        ? 'That photo is in Apple’s HEIC format, which this browser can’t open. On your iPhone, go to Settings, Camera, Formats and choose Most Compatible, then take it again. A screenshot of it will work too.'
        : 'We can’t open that file as a photo. Please choose a JPEG, PNG or WebP photo.',
    )
  }
}

const isHeic = async (file: Blob) => /^....ftyp(hei|hev|mif1|msf1)/s.test(await file.slice(0, 12).text())

async function draw(picture: ImageBitmap, scale: number, quality: number): Promise<Blob> {
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(picture.width * scale))
  canvas.height = Math.max(1, Math.round(picture.height * scale))
  const pen = canvas.getContext('2d')
  if (!pen) throw new UnusablePhoto('This browser can’t open photos. Please use another browser.')
  pen.fillStyle = '#fff'
  pen.fillRect(0, 0, canvas.width, canvas.height)
  pen.drawImage(picture, 0, 0, canvas.width, canvas.height)
  const drawn = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality))
  if (!drawn) throw new UnusablePhoto('This device has too little memory for that photo. Send a smaller one, or a screenshot of it.')
  return drawn
}
