// @module-tag never-again
import { once } from 'node:events'
import type { RequestListener, ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { createLog } from '#app/platform/log.ts'
import { type ConnectionLimits, createBoundedServer } from './connections.ts'
import { serveAt, streamHeaders } from './event-stream.ts'

/** A server with limits on its own port, and clients on raw sockets. */
async function openServer(listener: RequestListener, limits: ConnectionLimits) {
  const server = createBoundedServer(listener, limits).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const sockets: Socket[] = []
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy()
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return {
    async open(text = '') {
      const socket = connect(port, '127.0.0.1')
      sockets.push(socket)
      socket.on('error', () => undefined)
      await once(socket, 'connect')
      socket.write(text)
      return socket
    },
  }
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`

/** Resolves when a connection has received this text. */
async function said(socket: Socket, text: string): Promise<void> {
  let read = ''
  for await (const chunk of socket.iterator({ destroyOnReturn: false })) {
    read += chunk
    if (read.includes(text)) return
  }
  throw new Error(`It ended after ${JSON.stringify(read)}`)
}

test('An answer that its client does not read is dropped; one that is read slowly, and a stream that is silent, are not', async () => {
  const answer = Buffer.alloc(32 * 1024 * 1024, 'x')
  const stalled = Promise.withResolvers<ServerResponse>()
  const streams: ServerResponse[] = []
  const serveStream = serveAt({ log: createLog('silent') }, { path: '/stream', headers: [] }, async (_, response) => {
    streams.push(response)
    response.writeHead(200, streamHeaders.flat()).write('event: first\n\n')
  })
  const site = await openServer(
    (request, response) => {
      if (serveStream(request, response)) return
      if (request.url === '/stalled') response.once('close', () => stalled.resolve(response))
      response.writeHead(200, { 'Content-Length': answer.length }).end(answer)
    },
    // Long enough that the slow client doesn't count as stalled on a busy machine.
    { stalledMs: 4_000 },
  )

  const stream = await site.open(get('/stream'))
  await said(stream, 'first')
  const slow = await site.open(get('/slow'))
  const hoarder = await site.open(get('/stalled'))
  hoarder.pause()

  let isDropped = false
  let bytes = 0
  const reading = (async () => {
    for await (const chunk of slow) {
      bytes += chunk.length
      // Reads slowly enough to leave much of it unread until the other connection is dropped.
      if (!isDropped) await delay(20)
    }
  })()
  const dropped = await stalled.promise
  isDropped = true
  expect(dropped.writableFinished).toBe(false)
  await reading
  expect(bytes).toBeGreaterThan(answer.length)
  for (const response of streams) response.write('event: second\n\n')
  await said(stream, 'second')
})

test('A connection that never ends the header of its request is ended, a second after its time at most', async () => {
  const site = await openServer((_, response) => response.end(), { headersMs: 50 })
  const socket = await site.open('GET / HTTP/1.1\r\nHost: local')
  await said(socket, '408 Request Timeout')
})

test('More connections than there may be are refused, and those there are go on', async () => {
  const site = await openServer((_, response) => response.end('here'), { most: 2 })
  const [first] = [await site.open(), await site.open()]
  const third = await site.open(get('/'))
  await expect(said(third, 'here')).rejects.toThrow('It ended after ""')
  first.write(get('/'))
  await said(first, 'here')
})

test('Connections that come together are all accepted before one of them has had many answers', async () => {
  const workMs = 3
  const site = await openServer((_, response) => {
    for (const until = performance.now() + workMs; performance.now() < until; );
    response.end('here')
  }, {})
  const answersOf = Array.from({ length: 60 }, () => 0)
  await Promise.all(
    answersOf.map(async (_, each) => {
      const socket = await site.open()
      // Each asks again as soon as it is answered, until every one has been.
      while (answersOf.includes(0)) {
        socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
        await said(socket, 'here')
        answersOf[each] = (answersOf[each] ?? 0) + 1
      }
    }),
  )
  expect(Math.max(...answersOf)).toBeLessThan(10)
})
