import type { IncomingMessage, Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/** Registers a function that closes something: at the end of a test (`onTestFinished`) or of a file. */
export type WhenDone = (close: () => Promise<void>) => void

/** Has a server listen on a free port of this machine, and closes it when it is no longer needed. Returns its URL. */
export async function listenHere(server: Server, whenDone: WhenDone = onTestFinished): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  whenDone(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** The whole body of a request or response. */
export async function bodyOf(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of message) chunks.push(chunk)
  return Buffer.concat(chunks)
}
