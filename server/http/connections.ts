import { createServer, type RequestListener, type Server } from 'node:http'

export interface ConnectionLimits {
  /** For the header of a request; Node looks once a second. */
  headersMs?: number
  /** For a stalled response: the time since its client last took a byte. */
  stalledMs?: number
  most?: number
}

/**
 * Node's server with bounds on its connections: a slow or silent client holds one for a limited time, and never a worker. A whole request
 * has 30 s. An answer that makes no progress is dropped with its connection, and what it held is free; the streams of events, which may
 * have nothing to say for longer, except themselves (event-stream.ts). `most` is what the streams may take, and 2,000 for all else.
 */
export function createBoundedServer(
  listener: RequestListener,
  { headersMs = 10_000, stalledMs = 30_000, most = 12_000 }: ConnectionLimits = {},
): Server {
  const server = createServer(
    { headersTimeout: headersMs, requestTimeout: 30_000, keepAliveTimeout: 65_000, connectionsCheckingInterval: 1_000 },
    listener,
  )
  server.timeout = stalledMs
  server.maxConnections = most
  return server
}
