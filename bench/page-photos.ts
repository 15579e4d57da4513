import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { mostPixels } from '#app/features/visit/photo-limits.ts'
import { cleanPhoto } from '#app/features/visit/photos/encode/clean-picture.server.ts'
import type { Decoded, Order } from '#app/features/visit/photos/encode/decoder.ts'
import type { PhotoRefused } from '#app/features/visit/refusals.ts'
import { printTable } from './figures.ts'
import { cpuMs } from './machine.ts'
import { memoryMb } from './page-memory.ts'

const decoder = fileURLToPath(new URL('../app/features/visit/photos/encode/decoder.ts', import.meta.url))
const longestMs = 120_000

/** What files that are made to be expensive cost: as the server takes them, and decoded without its bounds. */
export async function reportPhotos(): Promise<void> {
  const rows: string[][] = []
  for (const [name, make] of Object.entries(files)) {
    const data = await make()
    const startedAt = performance.now()
    const answer = await cleanPhoto(data, name).then(
      () => 'stored',
      ({ code }: PhotoRefused) => code,
    )
    const ms = performance.now() - startedAt
    const { processorMs, memory, problem } = await decodeUnbounded(data)
    rows.push([name, (data.length / 1024).toFixed(0), answer, ...[ms, processorMs, memory].map((value) => value.toFixed(0)), problem])
  }
  console.log('\nPhotos that are made to be expensive')
  printTable(['file', 'KB', 'answer', 'ms', 'unbounded: processor ms', 'MB', ''], rows)
}

async function decodeUnbounded(data: Uint8Array): Promise<{ processorMs: number; memory: number; problem: string }> {
  const child = fork(decoder, { serialization: 'advanced', execArgv: [] })
  const { promise, resolve } = Promise.withResolvers<string>()
  child.once('message', (decoded: Decoded) => resolve(decoded.problem?.split('\n')[0] ?? ''))
  child.once('exit', () => resolve('ended'))
  const timer = setTimeout(() => resolve(`not done after ${longestMs / 1_000} s`), longestMs)
  const whole = { width: 1_600, height: 1_600, fit: 'inside', withoutEnlargement: true, quality: 80 } as const
  child.send({ data, sizes: { whole }, mostPixels, most: { processorMs: 1e9, memory: 1e12 } } satisfies Order)
  const problem = await promise
  clearTimeout(timer)
  const figures = { processorMs: cpuMs(child.pid), memory: memoryMb(child.pid, 'VmHWM') ?? 0, problem }
  child.kill('SIGKILL')
  return figures
}

const side = 5_000
const plain = (channels: 3 | 4 = 3, edge = side) =>
  sharp({ create: { width: edge, height: edge, channels, background: channels === 4 ? '#8888' : '#888' } })
const noise = () =>
  sharp({ create: { width: 1_000, height: 750, channels: 3, background: '#888', noise: { type: 'gaussian', mean: 128, sigma: 30 } } }).png()
const taken = async (width: number) =>
  sharp(await noise().toBuffer())
    .resize(width)
    .withMetadata({ orientation: 6 })
const small = (format: 'jpeg' | 'png') => plain(3, 64).toFormat(format).toBuffer()
/** Puts parts into a file, after its first `at` bytes. */
const within = (file: Buffer, at: number, part: Buffer, times: number) =>
  Buffer.concat([file.subarray(0, at), ...Array<Buffer>(times).fill(part), file.subarray(at)])

const files: Record<string, () => Promise<Buffer>> = {
  'honest photo, 12 megapixels': async () => (await taken(4_000)).jpeg({ quality: 60 }).toBuffer(),
  'honest photo, 24 megapixels, progressive': async () => (await taken(5_650)).jpeg({ quality: 35, progressive: true }).toBuffer(),
  'JPEG, 1,400 scans, 16 megapixels': () => manyScans(4_000, 1_400),
  'JPEG, 30 scans, 25 megapixels': () => manyScans(side, 30),
  'JPEG, CMYK, progressive, 25 megapixels': async () => plain().toColourspace('cmyk').jpeg({ progressive: true }).toBuffer(),
  'JPEG, 490,000 empty segments': async () => within(await small('jpeg'), 2, segment(0xe5), 490_000),
  'JPEG, a page behind it': async () => Buffer.concat([await small('jpeg'), Buffer.from('<html><script>alert(1)</script></html>')]),
  'PNG, Adam7, 25 megapixels': () => plain(4).png({ progressive: true }).toBuffer(),
  'PNG, Adam7, 16 bits, 25 megapixels': () => plain(4).toColourspace('rgb16').png({ progressive: true }).toBuffer(),
  'PNG, palette, 25 megapixels': () => plain().png({ palette: true }).toBuffer(),
  'PNG, a palette of 1.9 MB': async () => within(await small('png'), 33, chunk('PLTE', Buffer.alloc(1_900_002)), 1),
  'PNG, 240 comments of 8 MB': async () =>
    within(
      await small('png'),
      33,
      chunk('zTXt', Buffer.concat([Buffer.from('C\0\0'), deflateSync(Buffer.alloc(7_900_000), { level: 9 })])),
      240,
    ),
  'PNG, a colour profile of 1.9 GB': async () =>
    within(await small('png'), 33, chunk('iCCP', Buffer.concat([Buffer.from('p\0\0'), deflateSync(Buffer.alloc(1.9e9), { level: 9 })])), 1),
  'PNG, 160,000 empty parts of the picture': async () => {
    const png = await small('png')
    return within(png, png.indexOf('IDAT') - 4, chunk('IDAT', Buffer.alloc(0)), 160_000)
  },
  'WebP, lossless, 25 megapixels': () => plain(4).webp({ lossless: true }).toBuffer(),
  'WebP, 1,900 frames of 25 megapixels': async () => moving((await plain().webp({ lossless: true }).toBuffer()).subarray(12), 1_900),
  'AVIF, 25 megapixels': () => plain().avif({ effort: 0 }).toBuffer(),
}

const segment = (marker: number, ...bytes: number[]) => Buffer.from([0xff, marker, 0, bytes.length + 2, ...bytes])

/** A grey square as a progressive JPEG: one coefficient of one component, and one bit of it, in each scan after the first. */
async function manyScans(edge: number, scans: number): Promise<Buffer> {
  const grey = await plain(3, edge).jpeg({ progressive: true, chromaSubsampling: '4:4:4' }).toBuffer()
  const first = grey.indexOf(Buffer.from([0xff, 0xda]))
  const head = grey.subarray(0, grey.indexOf(Buffer.from([0xff, 0xc4]), first))
  // One code: '0', no coefficients in the next 16,384 blocks and as many more as 14 bits say.
  const table = segment(0xc4, 0x10, 1, ...Array<number>(15).fill(0), 0xe0)
  const blocks = Math.ceil(edge / 8) ** 2
  const runs = Math.floor(blocks / 16_384)
  const more = (at: number) => Math.floor((blocks - runs * 16_384) / runs) + (at < (blocks - runs * 16_384) % runs ? 1 : 0)
  const bits = Array.from({ length: runs }, (_, at) => `0${more(at).toString(2).padStart(14, '0')}`).join('')
  const bytes = (bits.match(/.{1,8}/g) ?? []).map((byte) => Number.parseInt(byte.padEnd(8, '1'), 2))
  const data = Buffer.from(bytes.flatMap((byte) => (byte === 0xff ? [byte, 0] : [byte])))
  const scan = (at: number) => {
    const low = 13 - Math.floor(at / 189)
    const place = 1 + (Math.floor(at / 3) % 63)
    return Buffer.concat([segment(0xda, 1, 1 + (at % 3), 0, place, place, low === 13 ? 13 : ((low + 1) << 4) | low), data])
  }
  return Buffer.concat([head, table, ...Array.from({ length: scans - 1 }, (_, at) => scan(at)), Buffer.from([0xff, 0xd9])])
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}

/** A moving WebP with the same frame many times. */
function moving(frame: Buffer, frames: number): Buffer {
  const riff = (name: string, data: Buffer) => {
    const length = Buffer.alloc(4)
    length.writeUInt32LE(data.length)
    return Buffer.concat([Buffer.from(name), length, data, Buffer.alloc(data.length % 2)])
  }
  const size = Buffer.from([(side - 1) & 0xff, (side - 1) >> 8, 0, (side - 1) & 0xff, (side - 1) >> 8, 0])
  const shown = riff('ANMF', Buffer.concat([Buffer.alloc(6), size, Buffer.from([10, 0, 0, 0]), frame]))
  const parts = [
    riff('VP8X', Buffer.concat([Buffer.from([2, 0, 0, 0]), size])),
    riff('ANIM', Buffer.alloc(6)),
    ...Array<Buffer>(frames).fill(shown),
  ]
  return riff('RIFF', Buffer.concat([Buffer.from('WEBP'), ...parts]))
}
