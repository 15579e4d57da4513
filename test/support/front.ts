import { request as ask, createServer } from 'node:http'
import type { Socket } from 'node:net'
import { onTestFinished } from 'vitest'
import { listenHere, type WhenDone } from './listen.ts'

/** A reverse proxy with an address known before its instances start. */
export interface Front {
  url: string
  /** The instances' addresses, used in turn. */
  origins: string[]
  /** Cuts off clients whose User-Agent or cookies match, or all, until `mend`: open requests break off and new ones fail. */
  cut(client?: RegExp): void
  mend(): void
}

/** Opens a proxy for instances that start later, with its address as their SITE_URL. */
export async function openFront(whenDone: WhenDone = onTestFinished): Promise<Front> {
  let turn = 0
  let cutOff: RegExp | undefined
  const sockets = new Map<Socket, string>()
  const server = createServer((incoming, outgoing) => {
    const client = `${incoming.headers['user-agent']} ${incoming.headers.cookie}`
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
  const url = await listenHere(server, whenDone)
  const front: Front = {
    url,
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
