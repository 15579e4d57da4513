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
 * has 30 s. A response that makes no progress is dropped with its connection, which frees its resources; event streams, which may be silent
 * for longer, are exempt (event-stream.ts). `most`: all connections; streams leave 2,000 of them to others.
 */
export function createBoundedServer(
  listener: RequestListener,
  { headersMs = 10_000, stalledMs = 30_000, most = 12_000 }: ConnectionLimits = {},
): Server {
  const { accepted, onRequest } = acceptingFirst(listener)
  const server = createServer(
    { headersTimeout: headersMs, requestTimeout: 30_000, keepAliveTimeout: 65_000, connectionsCheckingInterval: 1_000 },
    onRequest,
  )
  server.on('connection', accepted)
  server.timeout = stalledMs
  server.maxConnections = most
  return server
}

/** The longest that requests wait for connections to be accepted. */
const longestAcceptMs = 20

/**
 * Node accepts one connection in each turn of its event loop. Under load a turn answers many requests, so of 200 connections that arrive
 * together, the last would wait for seconds. Requests wait instead, until a turn brings no further connection: one or two milliseconds for
 * hundreds.
 */
function acceptingFirst(listener: RequestListener) {
  const held: Parameters<RequestListener>[] = []
  let isAccepting = false
  let hasAccepted = false
  let until = 0

  function look() {
    if (hasAccepted && performance.now() < until) {
      hasAccepted = false
      setImmediate(look)
      return
    }
    isAccepting = false
    for (const [request, response] of held.splice(0)) listener(request, response)
  }

  return {
    accepted() {
      hasAccepted = true
      if (isAccepting) return
      isAccepting = true
      until = performance.now() + longestAcceptMs
      setImmediate(look)
    },
    onRequest: ((request, response) => {
      if (isAccepting) held.push([request, response])
      else listener(request, response)
    }) satisfies RequestListener,
  }
}
