import { Readable } from 'node:stream'
import { readWhole } from '#app/platform/file-places.ts'
import { loggable } from '#app/platform/log.ts'
import type { Services } from '#app/platform/services.ts'

const mark = '@picture:'

/** A placeholder for a picture in the copy until it is written: names its file. */
export const pictureMark = (file: string): string => `${mark}${file}`

/** The copy of someone's data as JSON, with each picture in it as a `data:` address; one picture is in memory at a time. */
export const copyFile = (services: Pick<Services, 'files' | 'log'>, copy: unknown): ReadableStream<Uint8Array> =>
  Readable.toWeb(Readable.from(parts(services, copy), { objectMode: false })) as unknown as ReadableStream<Uint8Array>

async function* parts({ files, log }: Pick<Services, 'files' | 'log'>, copy: unknown): AsyncGenerator<string> {
  // The mark must be followed by a name that we made: user text that contains the mark doesn't match.
  const [first = '', ...rest] = JSON.stringify(copy, null, 2).split(new RegExp(`"picture": "${mark}(?=[\\w-]{43}\\.jpg")`))
  yield first
  for (const part of rest) {
    const end = part.indexOf('"')
    yield `"picture": ${JSON.stringify(await pictureIn(part.slice(0, end)))}`
    yield part.slice(end + 1)
  }
  yield '\n'

  async function pictureIn(file: string): Promise<string> {
    try {
      return `data:image/jpeg;base64,${(await readWhole(files, file)).toString('base64')}`
    } catch (error) {
      log.error({ error: loggable(error) }, 'a photo is missing from the copy of someone’s data')
      return 'We couldn’t read this photo just now. Please ask for another copy.'
    }
  }
}
