import { setTimeout as delay } from 'node:timers/promises'
import { difference, headerOf, type Recorded, record } from './nginx.ts'

/** A page of the running server as the benches ask for it, and what they allow it. */

/** What browsers send. */
export const browserEncodings = 'gzip, deflate, br, zstd'
const stableLimitMs = 5_000
const stableAnswers = 5

export const budget = {
  pageBytes: 14_336,
  homeBytes: 20_480,
  beforePaint: 1,
  scriptsAtLoad: 2_048,
  scriptsUsed: 97_280,
  paint: 1.05,
  shift: 0,
  longTasks: 0,
  throughput: 0.5,
  p99Ms: 5,
  memoryMb: 150,
}

/** A page of the running server: its answer when the cache is warm. */
export interface PageAnswer {
  path: string
  /** As a browser gets it. */
  answer: Recorded
  /** The answers are the same, byte by byte, from request to request. */
  steady: boolean
}

export interface Server {
  port: number
  pid: number | undefined
}

/** Asks until a cache has answered: compressed as wanted, and always as long. */
export async function warm({ port }: Server, path: string, encodings = browserEncodings, wanted = 'br'): Promise<PageAnswer> {
  let answer = await record(port, path, { 'accept-encoding': encodings })
  let [same, steady] = [0, false]
  for (const limit = performance.now() + stableLimitMs; same < stableAnswers && performance.now() < limit; await delay(50)) {
    const next = await record(port, path, { 'accept-encoding': encodings })
    steady = difference(answer, next) === undefined
    same = next.body.length === answer.body.length && (headerOf(next, 'content-encoding') ?? 'identity') === wanted ? same + 1 : 0
    answer = next
  }
  return { path, answer, steady }
}

export const encodingOf = (answer: Recorded) => headerOf(answer, 'content-encoding') ?? 'identity'

export const verdict = (met: boolean, line: string) => console.log(`  ${met ? 'met   ' : 'missed'}  ${line}`)
export const unknown = (line: string) => console.log(`  ?       ${line}`)
export const number = (value: number) => value.toLocaleString('en-GB')
