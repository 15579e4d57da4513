import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** A connection to a server that a test can cut. */
interface CutLine {
  /** The server's URL, through this line. */
  url: string
  /** Breaks every connection off, and every new one, until `mend`. */
  cut(): void
  mend(): void
}

/** Opens a line to the server of a URL, for the current test. */
export async function openCutLine(to: string): Promise<CutLine> {
  const { hostname, port } = new URL(to)
  const sockets = new Set<Socket>()
  let isCut = false
  const server = createServer((near) => {
    if (isCut) return near.destroy()
    const far = connect(Number(port), hostname)
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.once('close', () => {
        sockets.delete(socket)
        other.destroy()
      })
      socket.pipe(other)
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const breakOff = () => {
    for (const socket of sockets) socket.destroy()
  }
  onTestFinished(async () => {
    breakOff()
    await new Promise((resolve) => server.close(resolve))
  })
  return {
    url: Object.assign(new URL(to), { host: `127.0.0.1:${(server.address() as AddressInfo).port}` }).href,
    cut() {
      isCut = true
      breakOff()
    },
    mend() {
      isCut = false
    },
  }
}
