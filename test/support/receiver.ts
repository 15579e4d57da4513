import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'
import { onTestFinished, vi } from 'vitest'
import { bodyOf } from './listen.ts'

export interface Delivery {
  path: string
  headers: IncomingHttpHeaders
  body: string
}

/** A receiver's response to a delivery: a status, one with a time to try again, a redirect, silence, or a status whose body never ends. */
type Answer = number | { redirectTo: string } | { status: number; retryAfter: string } | 'silence' | 'endless body' | 'hang up'

/** A webhook's receiver on this machine, over real HTTP. */
export interface Receiver {
  url: string
  port: number
  deliveries: Delivery[]
  /** The number of opened connections, whether or not anything was sent. */
  connections(): number
  answer: Answer
  /** Responds to the deliveries that were met with silence. */
  answerHeld(status: number): void
  /** Resolves at the next delivery. */
  next(): Promise<Delivery>
  /** Takes it off the network, as if the target were down. */
  close(): Promise<void>
}

/** Opens a receiver, on `port` if it must reopen at the same address. It is closed when the test ends. */
export async function openReceiver(answer: Answer = 204, port = 0): Promise<Receiver> {
  let connections = 0
  const held: ServerResponse[] = []
  let waiting: ((delivery: Delivery) => void)[] = []
  const server = createServer(async (request, response) => {
    const delivery = { path: request.url ?? '', headers: request.headers, body: (await bodyOf(request)).toString() }
    receiver.deliveries.push(delivery)
    for (const resolve of waiting) resolve(delivery)
    waiting = []
    if (receiver.answer === 'silence') return void held.push(response)
    if (receiver.answer === 'hang up') return void request.socket.destroy()
    if (receiver.answer === 'endless body') return void response.writeHead(200).write('and then '.repeat(10_000))
    if (typeof receiver.answer === 'number') return void response.writeHead(receiver.answer).end('a body of no interest')
    if ('status' in receiver.answer)
      return void response.writeHead(receiver.answer.status, { 'retry-after': receiver.answer.retryAfter }).end()
    response.writeHead(302, { location: receiver.answer.redirectTo }).end()
  })
  server.on('connection', () => {
    connections += 1
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve))
  const bound = (server.address() as AddressInfo).port
  const receiver: Receiver = {
    url: `http://127.0.0.1:${bound}/hook`,
    port: bound,
    deliveries: [],
    connections: () => connections,
    answer,
    answerHeld(status) {
      for (const response of held.splice(0)) response.writeHead(status).end()
    },
    next: () => new Promise((resolve) => waiting.push(resolve)),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  onTestFinished(() => receiver.close())
  return receiver
}

/** The result of the receivers' library for a delivery that arrived at `now`: the message, or an error. */
export function verified(delivery: Delivery, secret: string, now: Date): unknown {
  vi.useFakeTimers({ toFake: ['Date'], now })
  try {
    return new Webhook(secret).verify(delivery.body, delivery.headers as Record<string, string>)
  } finally {
    vi.useRealTimers()
  }
}
