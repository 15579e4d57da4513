import { serveStatic } from '@hono/node-server/serve-static'
import type { MiddlewareHandler } from 'hono'

/** The build's files with hashed names, so kept for ever. */
export const immutableAssets = (root: string) => builtFiles(root, 'public, max-age=31536000, immutable')

/** The build's files whose names others know, so revalidated after a day; other sites may show them. */
export const namedAssets = (root: string) => builtFiles(root, 'public, max-age=86400', { 'Cross-Origin-Resource-Policy': 'cross-origin' })

/** Files of a folder of the build, compressed when they were built. */
export const builtFiles = (root: string, cacheControl: string, headers: Record<string, string> = {}): MiddlewareHandler =>
  serveStatic({
    root,
    precompressed: true,
    onFound: (_path, c) => {
      c.header('Cache-Control', cacheControl)
      c.header('Vary', 'Accept-Encoding')
      for (const [name, value] of Object.entries(headers)) c.header(name, value)
    },
  })
