// @module-tag never-again
import { crc32, deflateSync } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'
import { expect, test } from 'vitest'
import { cleanPhoto as cleanBounded, cleanPortrait } from './photos/encode/clean-picture.server.ts'
import { inTurn } from './photos/encode/in-turn.ts'
import { photoProblems } from './photos/photo-problems.ts'

/** Bounds that no machine reaches: only one test is about them. */
const endless = { processorMs: 60_000, clockMs: 60_000, memory: 2 ** 40 }
const cleanPhoto = (sent: Uint8Array, client = 'a client', bounds: Partial<typeof endless> = {}) =>
  cleanBounded(sent, client, { ...endless, ...bounds })

/** A picture as a phone takes it: noise, with location and device metadata, rotated. */
const photo = (width: number, height: number, changes: (picture: Sharp) => Sharp = (picture) => picture) =>
  changes(
    sharp({ create: { width, height, channels: 3, background: '#888', noise: { type: 'gaussian', mean: 128, sigma: 20 } } })
      .withExif({
        IFD0: { Make: 'PhoneMaker', Software: 'Camera 7' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 26/1', GPSLongitudeRef: 'W', GPSLongitude: '0/1 7/1 39/1' },
      })
      .withMetadata({ orientation: 6 })
      .jpeg({ quality: 60 }),
  ).toBuffer()

/** A JPEG's markers, and everything before its picture: noise may contain any word of three letters. */
const headOf = (data: Buffer) => {
  const markers: number[] = []
  let at = 2
  for (; data[at] === 0xff && data[at + 1] !== 0xda; at += 2 + data.readUInt16BE(at + 2)) markers.push(data[at + 1] ?? 0)
  return { markers, head: data.subarray(0, at) }
}

test('a photo loses where and with what it was taken, is turned upright, and made smaller', async () => {
  const sent = await photo(1_700, 850)
  expect([sent.includes('Exif'), sent.includes('PhoneMaker'), (await sharp(sent).metadata()).orientation]).toEqual([true, true, 6])
  const { whole, small } = await cleanPhoto(sent)
  expect([whole.width, whole.height, small.width, small.height]).toEqual([800, 1_600, 160, 320])
  for (const { data, bytes } of [whole, small, await cleanPortrait(sent, 'a client')]) {
    const { markers, head } = headOf(data)
    for (const trace of ['Exif', 'PhoneMaker', 'Camera 7', 'GPS', 'ICC_PROFILE', 'http'])
      expect([trace, head.includes(trace)]).toEqual([trace, false])
    expect(data.includes('PhoneMaker')).toBe(false)
    // No APP segments except JFIF, and no comments.
    expect(markers.filter((marker) => (marker > 0xe0 && marker <= 0xef) || marker === 0xfe)).toEqual([])
    expect(data.length).toBe(bytes)
    expect((await sharp(data).metadata()).exif).toBeUndefined()
  }
})

test.each(['png', 'webp'] as const)('a picture may be %s', async (format) => {
  const sent = await sharp(await photo(300, 200))
    .toFormat(format)
    .toBuffer()
  const { whole } = await cleanPhoto(sent)
  expect((await sharp(whole.data).metadata()).format).toBe('jpeg')
})

test('what is behind the picture in the same file is gone: it is nothing else as well', async () => {
  const script = '<script>alert(1)</script>'
  const sent = Buffer.concat([await photo(64, 64), Buffer.from(`<html>${script}</html>PK\x03\x04`)])
  const { whole, small } = await cleanPhoto(sent)
  for (const { data } of [whole, small]) expect([data.includes('script'), data.includes('PK\x03')]).toEqual([false, false])
})

/** The start of a PNG, with its dimensions. */
function pngOf(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    check.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, check])
  }
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 2, 0, 0, 0])
  header.writeUInt32BE(width)
  header.writeUInt32BE(height, 4)
  const parts = [chunk('IHDR', header), chunk('IDAT', deflateSync(Buffer.alloc(1_000))), chunk('IEND', Buffer.alloc(0))]
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...parts])
}

/** A JPEG with scans of rubbish. */
const jpegOf = (scans: number) => {
  const frame = Buffer.from('ffc2000b080040004001011100', 'hex')
  return Buffer.concat([
    Buffer.from('ffd8', 'hex'),
    frame,
    ...Array.from({ length: scans }, () => Buffer.from('ffda00080101000101ffff00da42', 'hex')),
  ])
}

/** A PNG or WebP of rubbish, with a second frame. */
const movingPng = Buffer.concat([pngOf(8, 8).subarray(0, 33), Buffer.from('\0\0\0\x08acTL\0\0\0\x02............', 'latin1')])
const movingWebp = Buffer.from('RIFF....WEBPVP8X\x03\0\0\0...\0ANMF\x02\0\0\0..', 'latin1')

const cases: [string, () => Promise<Uint8Array>, keyof typeof photoProblems][] = [
  ['an empty file', async () => new Uint8Array(), 'empty'],
  ['a drawing in SVG', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'), 'not_a_photo'],
  ['a page', async () => Buffer.from('<!doctype html><title>photo.jpg</title>'), 'not_a_photo'],
  [
    'a page that begins as a JPEG does',
    async () => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.from('<html><script>')]),
    'damaged',
  ],
  [
    'a drawing that begins as a PNG does',
    async () => Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.from('<svg/>')]),
    'damaged',
  ],
  ['a GIF', async () => Buffer.from('GIF89a................'), 'not_a_photo'],
  ['a picture of an iPhone', async () => Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'), 'heic'],
  ['more than 2 MB', async () => Buffer.concat([await photo(64, 64), Buffer.alloc(2 * 1024 * 1024)]), 'too_large'],
  ['half a photo', async () => (await photo(600, 400)).subarray(0, 6_000), 'damaged'],
  ['a photo without its end', async () => (await photo(600, 400)).subarray(0, -400), 'damaged'],
  ['a JPEG with many scans', async () => jpegOf(31), 'too_many_scans'],
  ['a JPEG with as many scans as we open, which then turn out to be rubbish', async () => jpegOf(30), 'damaged'],
  ['a moving PNG', async () => movingPng, 'too_many_frames'],
  ['a moving WebP', async () => movingWebp, 'too_many_frames'],
  ['a small file that fills the memory', async () => pngOf(30_000, 30_000), 'too_many_pixels'],
]

test.each(cases)('%s is refused, in words that help', async (_, file, code) => {
  await expect(cleanPhoto(await file())).rejects.toMatchObject({ code, message: photoProblems[code] })
})

test('a decoder that takes too much time or memory is ended, and the next picture is opened', async () => {
  const slow = await sharp({ create: { width: 1_200, height: 1_200, channels: 4, background: '#8888' } })
    .toColourspace('rgb16')
    .png({ progressive: true })
    .toBuffer()
  for (const bound of [{ processorMs: 1 }, { clockMs: 1 }, { memory: 1 }])
    await expect(cleanPhoto(slow, 'a client', bound)).rejects.toMatchObject({ code: 'too_slow', status: 503 })
  expect((await cleanPhoto(slow)).whole).toMatchObject({ width: 1_200 })
})

test('a client’s pictures wait for each other, and keep no one else’s waiting', async () => {
  const order: string[] = []
  const held = Promise.withResolvers<void>()
  const done = (name: string) => async () => void order.push(name)
  const first = inTurn('a', () => held.promise)
  const flood = await Promise.allSettled([
    cleanPhoto(await photo(64, 64), 'b').then(done('b')),
    ...Array.from({ length: 4 }, () => Promise.race([inTurn('a', done('a')), 'waits'])),
    inTurn('a', done('a')),
  ])
  expect(order).toEqual(['b'])
  expect(flood.at(-1)).toMatchObject({ reason: { code: 'busy' } })
  const other = Promise.withResolvers<void>()
  const others = [inTurn('b', () => other.promise), inTurn('c', done('c'))]
  held.resolve()
  await first
  await others[1]
  other.resolve()
  await Promise.all(others)
  await inTurn('a', done('last'))
  // One of the client that waited longer, then the newcomer.
  expect(order).toEqual(['b', 'a', 'c', 'a', 'a', 'a', 'last'])
})
