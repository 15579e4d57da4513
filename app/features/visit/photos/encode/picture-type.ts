export type PictureType = 'jpeg' | 'png' | 'webp'

/** Returns a file's type by its first bytes, not its name: a picture that we accept, one that we can’t open, or undefined. */
export function pictureType(bytes: Uint8Array): PictureType | 'heic' | undefined {
  const text = (from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to))
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'jpeg'
  if (text(0, 8) === '\x89PNG\r\n\x1a\n') return 'png'
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') return 'webp'
  if (text(4, 8) === 'ftyp' && /^(hei[cfmsx]|hev[cmsx]|mif1|msf1)$/.test(text(8, 12))) return 'heic'
  return undefined
}
