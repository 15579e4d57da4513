import { inflateSync } from 'node:zlib'

/* A WOFF font is an OpenType font whose tables are compressed one by one (https://www.w3.org/TR/WOFF/). */
const woffHeaderBytes = 44
const woffEntryBytes = 20
const headerBytes = 12
const entryBytes = 16

/** The OpenType font that a WOFF font holds. Fontkit would decompress a table of a WOFF font again for each glyph that it reads. */
export function openTypeOf(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12)
  const font = Buffer.alloc(woff.readUInt32BE(16))
  woff.copy(font, 0, 4, 8)
  font.writeUInt16BE(count, 4)
  const power = Math.floor(Math.log2(count))
  font.writeUInt16BE(16 * 2 ** power, 6)
  font.writeUInt16BE(power, 8)
  font.writeUInt16BE(16 * (count - 2 ** power), 10)
  let offset = headerBytes + count * entryBytes
  for (let each = 0; each < count; each++) {
    const from = woffHeaderBytes + each * woffEntryBytes
    const [start, packedBytes, bytes, checksum] = [4, 8, 12, 16].map((at) => woff.readUInt32BE(from + at)) as [
      number,
      number,
      number,
      number,
    ]
    const packed = woff.subarray(start, start + packedBytes)
    const table = packedBytes < bytes ? inflateSync(packed) : packed
    const to = headerBytes + each * entryBytes
    woff.copy(font, to, from, from + 4)
    for (const [at, value] of [checksum, offset, bytes].entries()) font.writeUInt32BE(value, to + 4 + 4 * at)
    table.copy(font, offset)
    // Tables begin at multiples of four.
    offset += Math.ceil(bytes / 4) * 4
  }
  return font
}
