import net from 'node:net'
import { percentile } from './figures.ts'
import { browserEncodings } from './page-answer.ts'

/*
 * Load on one page, in a process of its own: requests of few bytes on raw connections that stay open, so that what is measured is the server
 * and not its client. Arguments: port, path, connections, seconds, and how many requests a second, evenly spaced; 0 is as many as there can
 * be. Prints what came of it.
 */

export interface Asked {
  /** Answers of 200. */
  answered: number
  failures: number
  perSecond: number
  p99Ms: number
}

const [port = '', path = '/', connections = '50', seconds = '5', pace = '0'] = process.argv.slice(2)
const request = Buffer.from(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAccept-Encoding: ${browserEncodings}\r\n\r\n`)
const result = { answered: 0, failures: 0 }
const durations: number[] = []
const startedAt = performance.now()
const until = startedAt + Number(seconds) * 1_000

/** A connection that asks, and says when it has a whole answer. */
function openLine(whole: (line: ReturnType<typeof openLine>) => void) {
  const socket = net.connect(Number(port), '127.0.0.1').setNoDelay(true)
  let sentAt = 0
  let missing = 0
  socket.on('data', (chunk) => {
    if (missing === 0) {
      const end = chunk.indexOf('\r\n\r\n')
      const head = chunk.toString('latin1', 0, end)
      missing = end + 4 + Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? Number.NaN)
      // A head in parts, or without a length, would be an answer that this can't measure.
      if (end === -1 || Number.isNaN(missing)) throw new Error(`Not an answer of known length: ${head.slice(0, 200)}`)
      if (head.startsWith('HTTP/1.1 200')) result.answered++
      else result.failures++
    }
    missing -= chunk.length
    if (missing > 0) return
    durations.push(performance.now() - sentAt)
    whole(line)
  })
  socket.on('error', () => result.failures++)
  const line = {
    ask(dueAt = performance.now()) {
      sentAt = dueAt
      socket.write(request)
    },
    end: () => socket.destroy(),
  }
  return line
}

/** Each connection asks again as soon as it has its answer. */
async function ask(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  let open = Number(connections)
  const lines = Array.from({ length: open }, () =>
    openLine((line) => {
      if (performance.now() < until) return line.ask()
      line.end()
      if (--open === 0) resolve()
    }),
  )
  for (const line of lines) line.ask()
  await promise
}

/** Each request is sent when it is due, whether or not those before are answered; one that finds no free connection has waited since then. */
async function askEvenly(perSecond: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const waiting: number[] = []
  const all = Number(seconds) * perSecond
  let due = 0
  const free: ReturnType<typeof openLine>[] = []
  const lines = Array.from({ length: Number(connections) }, () =>
    openLine((line) => {
      const next = waiting.shift()
      if (next !== undefined) line.ask(next)
      else free.push(line)
      if (durations.length === all) resolve()
    }),
  )
  free.push(...lines)
  const timer = setInterval(() => {
    for (; due < all && startedAt + (due * 1_000) / perSecond <= performance.now(); due++) {
      const line = free.pop()
      if (line) line.ask()
      else waiting.push(performance.now())
    }
  }, 1)
  await promise
  clearInterval(timer)
  for (const line of lines) line.end()
}

await (Number(pace) > 0 ? askEvenly(Number(pace)) : ask())
const asked: Asked = {
  ...result,
  perSecond: durations.length / ((performance.now() - startedAt) / 1_000),
  p99Ms: percentile(durations, 0.99),
}
process.stdout.write(JSON.stringify(asked), () => process.exit())
