import { promisify } from 'node:util'
import { brotliCompress, gzip, constants as zlib } from 'node:zlib'
import type { MiddlewareHandler } from 'hono'

const brotli = promisify(brotliCompress)
const deflate = promisify(gzip)
/** Below this, the headers weigh more than compression saves. */
const leastBytes = 1_024
/** Pages that are not cached are compressed for one reader: more than this takes six times as long for 0.3 % less. */
const quality = 7

export type Encoding = 'br' | 'gzip' | 'identity'

/** Encodings by Accept-Encoding header: browsers send only a few different ones. */
const known = new Map<string, Encoding>()
const mostKnown = 100
const longestKnown = 100

/** The best encoding that a browser's Accept-Encoding takes. */
export function encodingFor(accepted: string): Encoding {
  const before = known.get(accepted)
  if (before) return before
  const encoding = takes(accepted, 'br') ? 'br' : takes(accepted, 'gzip') ? 'gzip' : 'identity'
  if (known.size < mostKnown && accepted.length <= longestKnown) known.set(accepted, encoding)
  return encoding
}

const takes = (accepted: string, name: string) =>
  new RegExp(`(?:^|,)\\s*${name}\\s*(?:$|,|;(?!\\s*q=0(?:\\.0*)?\\s*(?:,|$)))`, 'i').test(accepted)

/** Adds Accept-Encoding to Vary, if it is missing. */
export function varyByEncoding(headers: Headers): void {
  if (!/\baccept-encoding\b/i.test(headers.get('vary') ?? '')) headers.append('Vary', 'Accept-Encoding')
}

/** Compresses pages that are rendered for one visitor, in one piece, with their length. */
export const compressPage: MiddlewareHandler = async (c, next) => {
  await next()
  const { res } = c
  const isText = /^(text\/|application\/([\w.-]+\+)?(json|xml)\b)/.test(res.headers.get('content-type') ?? '')
  if (!isText || res.headers.has('content-encoding')) return
  varyByEncoding(res.headers)
  if (!res.body || c.req.method === 'HEAD') return
  const body = new Uint8Array(await res.arrayBuffer())
  const encoding = body.length < leastBytes ? 'identity' : encodingFor(c.req.header('accept-encoding') ?? '')
  const bytes = encoding === 'identity' ? body : await compressed(body, encoding)
  c.res = new Response(new Uint8Array(bytes), res)
  c.res.headers.delete('Content-Length')
  if (encoding !== 'identity') c.res.headers.set('Content-Encoding', encoding)
}

const compressed = (body: Uint8Array, encoding: 'br' | 'gzip') =>
  encoding === 'br'
    ? brotli(body, { params: { [zlib.BROTLI_PARAM_QUALITY]: quality, [zlib.BROTLI_PARAM_SIZE_HINT]: body.length } })
    : deflate(body)
