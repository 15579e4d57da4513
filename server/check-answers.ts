import type { RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { SitePath } from '#app/values/site-path.ts'
import { createBoundedServer } from './http/connections.ts'

const longestMs = 30_000

/** The sign that a path answers properly. Jobs may be late after a pause, so only the database's health counts. */
const signs: [path: SitePath | '/api/health', isRight: (status: number, text: string) => boolean][] = [
  ['/', (status, text) => status === 200 && text.trimEnd().endsWith('</html>')],
  ['/book', (status, text) => status === 200 && text.includes('<form')],
  ['/api/health', (_, text) => text.includes('"database":"ok"')],
]

/** Requests the most important pages, over a separate port that only this machine reaches. Returns the problem, if there is one. */
export async function checkAnswers(listener: RequestListener): Promise<string | undefined> {
  const server = createBoundedServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  try {
    for (const [path, isRight] of signs) {
      const response = await fetch(`http://127.0.0.1:${port}${path}`, { signal: AbortSignal.timeout(longestMs) })
      const text = await response.text()
      if (!isRight(response.status, text)) return `${path} doesn’t answer as it should (status ${response.status}).`
    }
    return undefined
  } catch (error) {
    return `The site doesn’t answer: ${(error as Error).message}`
  } finally {
    server.closeAllConnections()
    server.close()
  }
}
