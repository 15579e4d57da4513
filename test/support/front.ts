import { request as ask, createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { onTestFinished } from 'vitest'
import type { WhenDone } from './when-done.ts'

/** A reverse proxy whose address is known before the instances behind it are. */
export interface Front {
  url: string
  /** Where the instances are, asked in turn. */
  origins: string[]
  /** From now on nothing of a client comes through, by its User-Agent header, and what was under way breaks off; until `mend`. */
  cut(client?: RegExp): void
  mend(): void
}

/** Stands in front of instances that are opened afterwards, with its address as their SITE_URL. */
export async function openFront(whenDone: WhenDone = onTestFinished): Promise<Front> {
  let turn = 0
  let cutOff: RegExp | undefined
  const sockets = new Map<Socket, string>()
  const server = createServer((incoming, outgoing) => {
    const client = incoming.headers['user-agent'] ?? ''
    if (cutOff?.test(client)) return void incoming.socket.destroy()
    if (!sockets.has(incoming.socket)) incoming.socket.once('close', () => sockets.delete(incoming.socket))
    sockets.set(incoming.socket, client)
    const origin = front.origins[turn++ % front.origins.length] ?? ''
    const passed = ask(`${origin}${incoming.url}`, { method: incoming.method, headers: incoming.headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    passed.on('error', () => outgoing.destroy())
    incoming.pipe(passed)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  whenDone(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  const front: Front = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    origins: [],
    cut(client = /(?:)/) {
      cutOff = client
      for (const [socket, its] of sockets) if (client.test(its)) socket.destroy()
    },
    mend() {
      cutOff = undefined
    },
  }
  return front
}
