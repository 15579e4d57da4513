import { PhotoRefused } from '../../refusals.ts'

type PictureType = 'jpeg' | 'png' | 'webp'

/** Returns a file's type by its first bytes, not its name: a picture that we accept, one that we can’t open, or undefined. */
export function pictureType(bytes: Uint8Array): PictureType | 'heic' | undefined {
  const text = (from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to))
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'jpeg'
  if (text(0, 8) === '\x89PNG\r\n\x1a\n') return 'png'
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') return 'webp'
  if (text(4, 8) === 'ftyp' && /^(hei[cfmsx]|hev[cmsx]|mif1|msf1)$/.test(text(8, 12))) return 'heic'
  return undefined
}

/** Cameras save about ten scans. Each takes a pass over the whole picture, and needs as little as thirty bytes. */
const mostScans = 30

/**
 * Refuses a file with many scans or frames by its structure alone, before it is decoded. A structure that can't be read is left to the
 * decoder, which refuses it. Throws `PhotoRefused`.
 */
export function requireSimple(bytes: Uint8Array, type: PictureType): void {
  let [scans, frames] = [0, 0]
  for (const part of partsOf[type](bytes)) {
    if (part === 'scan') scans += 1
    if (part === 'acTL' || part === 'ANMF') frames += 1
    if (scans > mostScans) throw new PhotoRefused('too_many_scans')
    if (frames > 0) throw new PhotoRefused('too_many_frames')
  }
}

const partsOf: Record<PictureType, (bytes: Uint8Array) => Generator<string>> = {
  jpeg: jpegParts,
  png: (bytes) => chunks(bytes, { from: 8, isLittle: false }),
  webp: (bytes) => chunks(bytes, { from: 12, isLittle: true }),
}

/** Yields the scans of a JPEG as libjpeg finds them: segments are skipped by their length, and a scan's data up to the next marker. */
function* jpegParts(bytes: Uint8Array): Generator<string> {
  for (let at = 2; ; ) {
    at = bytes.indexOf(0xff, at)
    const marker = bytes[at + 1]
    if (at === -1 || marker === undefined || marker === 0xd9) return
    if (marker === 0xda) yield 'scan'
    if (marker === 0xff) at += 1
    else if (marker < 0xc0 || (marker >= 0xd0 && marker <= 0xd7)) at += 2
    else at += 2 + Math.max(2, ((bytes[at + 2] ?? 0) << 8) | (bytes[at + 3] ?? 0))
  }
}

/** The chunks of a PNG, or of a WebP: its lengths are little-endian, and its chunks begin at even places. */
function* chunks(bytes: Uint8Array, { from, isLittle }: { from: number; isLittle: boolean }): Generator<string> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = from; at + 8 <= bytes.length; ) {
    const length = view.getUint32(isLittle ? at + 4 : at, isLittle)
    const name = isLittle ? at : at + 4
    yield String.fromCharCode(...bytes.subarray(name, name + 4))
    at += isLittle ? 8 + length + (length % 2) : 12 + length
  }
}
