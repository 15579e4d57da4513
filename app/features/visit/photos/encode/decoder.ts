import sharp, { type ResizeOptions } from 'sharp'

/* The program of a decoding process (decoders.server.ts). It imports nothing of ours, and has no settings and no secrets. */

/** A picture to be made. */
export interface Size extends ResizeOptions {
  quality: number
}

/** A file to decode, and the pictures to make: the first from the file, each other from the one before it. */
export interface Order<Name extends string = string> {
  data: Uint8Array
  sizes: Record<Name, Size>
  mostPixels: number
  /** Milliseconds of processor time, and bytes of memory, after which this process ends. */
  most: { processorMs: number; memory: number }
}

/** The pictures, or the library's error about the file. */
export type Decoded<Name extends string = string> =
  | { made: Record<Name, { data: Buffer; width: number; height: number }>; problem?: undefined }
  | { problem: string }

sharp.cache(false)
sharp.concurrency(1)
// The formats that we take and no others, such as a JPEG's second picture for brighter screens: only their structure has been checked.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'] })

// A thread that decodes can't be interrupted: only the end of the process ends it.
const end = () => process.kill(process.pid, 'SIGKILL')

process.on('disconnect', end)
process.on('message', async ({ data, sizes, mostPixels, most }: Order) => {
  const before = process.cpuUsage()
  const watch = setInterval(() => {
    const { user, system } = process.cpuUsage(before)
    if ((user + system) / 1_000 > most.processorMs || process.memoryUsage.rss() > most.memory) end()
  }, 20)
  try {
    const made: Record<string, { data: Buffer; width: number; height: number }> = {}
    for (const [name, { quality, ...size }] of Object.entries(sizes)) {
      // Metadata is left out unless it is asked for; transparent parts become white.
      const { data: picture, info } = await sharp(data, {
        failOn: 'error',
        limitInputPixels: mostPixels,
        sequentialRead: true,
        animated: false,
      })
        .autoOrient()
        .resize(size)
        .flatten({ background: '#fff' })
        .toColourspace('srgb')
        .jpeg({ quality, mozjpeg: true })
        .toBuffer({ resolveWithObject: true })
      made[name] = { data: picture, width: info.width, height: info.height }
      data = picture
    }
    process.send?.({ made } satisfies Decoded)
  } catch (error) {
    process.send?.({ problem: (error as Error).message } satisfies Decoded)
  } finally {
    clearInterval(watch)
  }
})
