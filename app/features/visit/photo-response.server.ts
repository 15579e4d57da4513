import { readWhole } from '#app/platform/file-places.ts'
import { loggable } from '#app/platform/log.ts'
import { privateHeaders } from '#app/platform/public-page.ts'
import { notFound } from '#app/platform/refused-page.ts'
import type { Services } from '#app/platform/services.ts'
import { hashOfBytes } from '#app/values/ids.ts'

/** A file that a row refers to. */
interface StoredPicture {
  file: string
  sha256: string
}

/**
 * The response with a picture, for someone who may see it: cached by their browser only, for five minutes. `name`: the file name for
 * saving. Throws a 404 if the file is gone, and a 503 while it can’t be read.
 */
export async function pictureResponse(services: Services, { file, sha256 }: StoredPicture, name: string): Promise<Response> {
  let data: Buffer
  try {
    data = await readWhole(services.files, file)
    // A bucket may send another file: another customer's, say.
    if (hashOfBytes(data) !== sha256) throw new Error(`The file ${file} isn’t the one that was stored`)
  } catch (error) {
    services.log.error({ error: loggable(error) }, 'a photo’s file could not be read')
    if ((error as NodeJS.ErrnoException).code === 'ENOENT' || /^There is no /.test((error as Error).message)) throw notFound()
    return new Response('We can’t show this photo right now. Please try again in a minute.', {
      status: 503,
      headers: { ...privateHeaders, 'Content-Type': 'text/plain; charset=utf-8', 'Retry-After': '60' },
    })
  }
  return new Response(new Uint8Array(data), {
    headers: {
      ...privateHeaders,
      'Cache-Control': 'private, max-age=300',
      'Content-Type': 'image/jpeg',
      'Content-Length': String(data.length),
      'Content-Disposition': `inline; filename="${name}.jpg"`,
      'Content-Security-Policy': "default-src 'none'; sandbox",
      ETag: `"${sha256.slice(0, 32)}"`,
    },
  })
}
