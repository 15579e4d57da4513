import { once } from 'node:events'
import net from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { percentile } from './figures.ts'

/*
 * Load on one page from its own process: few bytes on raw connections that stay open, so that the server is measured and not its client.
 * Arguments: port, path, connections, seconds, requests a second (0: as many as possible). Prints how many were answered and their p99.
 * A request that is sent late, because its connection was still waiting, counts from when it was due.
 */

const [port, , connections, seconds, perSecond] = process.argv.slice(2).map(Number) as [number, number, number, number, number]
const path = process.argv[3]
const request = `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAccept-Encoding: br\r\n\r\n`
const durations: number[] = []
let failures = 0

/** Reads one whole answer. */
async function answered(socket: net.Socket): Promise<boolean> {
  const [head]: Buffer[] = await once(socket, 'data')
  const end = head?.indexOf('\r\n\r\n') ?? -1
  const text = head?.toString('latin1', 0, end) ?? ''
  const length = Number(/\r\ncontent-length: (\d+)/i.exec(text)?.[1])
  if (end === -1 || Number.isNaN(length)) throw new Error(`Not an answer of known length: ${text.slice(0, 200)}`)
  for (let missing = end + 4 + length - (head?.length ?? 0); missing > 0; ) {
    const [more]: Buffer[] = await once(socket, 'data')
    missing -= more?.length ?? 0
  }
  return text.startsWith('HTTP/1.1 200')
}

async function ask(connection: number): Promise<void> {
  const socket = net.connect(port, '127.0.0.1').setNoDelay(true)
  for (let each = 0; ; each++) {
    const dueAt = perSecond ? startedAt + ((connection + each * connections) * 1_000) / perSecond : performance.now()
    if (dueAt > startedAt + seconds * 1_000) break
    const waitMs = dueAt - performance.now()
    if (waitMs > 0) await delay(waitMs)
    socket.write(request)
    if (!(await answered(socket))) failures++
    durations.push(performance.now() - Math.max(dueAt, startedAt))
  }
  socket.destroy()
}

const startedAt = performance.now()
await Promise.all(Array.from({ length: connections }, (_, connection) => ask(connection)))
process.stdout.write(JSON.stringify({ answered: durations.length, failures, p99Ms: percentile(durations, 0.99) }))
