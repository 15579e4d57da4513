import { serveStatic } from '@hono/node-server/serve-static'
import type { MiddlewareHandler } from 'hono'

/** The build's files: hashed names, hence kept for ever; compressed when they were built. */
export const immutableAssets = (root: string): MiddlewareHandler =>
  serveStatic({
    root,
    precompressed: true,
    onFound: (_path, c) => {
      c.header('Cache-Control', 'public, max-age=31536000, immutable')
      c.header('Vary', 'Accept-Encoding')
    },
  })
