import sharp from 'sharp'
import { cleanPhoto } from '#app/features/visit/photos/encode/clean-picture.server.ts'
import type { PhotoRefused } from '#app/features/visit/refusals.ts'
import { printTable } from './figures.ts'
import { machineLine } from './machine.ts'

/* How long an honest photo takes to be stored, and one made to be expensive to be refused. */

const plain = (channels: 3 | 4 = 3) =>
  sharp({ create: { width: 5_000, height: 5_000, channels, background: channels === 4 ? '#8888' : '#888' } })
const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const
const taken = (width: number) =>
  sharp({ create: { width: 1_000, height: 750, channels: 3, background: '#888', noise } })
    .png()
    .toBuffer()
    .then((data) => sharp(data).resize(width))

const files: Record<string, () => Promise<Buffer>> = {
  'honest photo, 12 megapixels': async () => (await taken(4_000)).jpeg({ quality: 60 }).toBuffer(),
  'honest photo, 24 megapixels, progressive': async () => (await taken(5_650)).jpeg({ quality: 35, progressive: true }).toBuffer(),
  'JPEG, CMYK, progressive, 25 megapixels': () => plain().toColourspace('cmyk').jpeg({ progressive: true }).toBuffer(),
  'PNG, Adam7, 25 megapixels': () => plain(4).png({ progressive: true }).toBuffer(),
  'PNG, Adam7, 16 bits, 25 megapixels': () => plain(4).toColourspace('rgb16').png({ progressive: true }).toBuffer(),
  'WebP, lossless, 25 megapixels': () => plain(4).webp({ lossless: true }).toBuffer(),
  'AVIF, 25 megapixels': () => plain().avif({ effort: 0 }).toBuffer(),
}

console.log(`photos\n${machineLine()}`)
const rows: string[][] = []
for (const [name, make] of Object.entries(files)) {
  const data = await make()
  const startedAt = performance.now()
  const answer = await cleanPhoto(data, name).then(
    () => 'stored',
    ({ code }: PhotoRefused) => code,
  )
  rows.push([name, (data.length / 1_024).toFixed(0), answer, ((performance.now() - startedAt) / 1_000).toFixed(1)])
}
printTable(['file', 'KB', 'answer', 'seconds'], rows)
