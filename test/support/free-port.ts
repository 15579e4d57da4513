import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** Below the ports that systems assign automatically, so that no other program gets one between finding and using it. */
const lowest = 10_000
const highest = 32_000

/** A port on this machine that nothing listens on. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(lowest, highest)
    if (await isFree(port)) return port
  }
}

const isFree = (port: number) =>
  new Promise<boolean>((resolve) => {
    const server = createServer().once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
