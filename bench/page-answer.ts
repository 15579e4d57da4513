import { setTimeout as delay } from 'node:timers/promises'
import { headerOf, type Recorded, record } from './nginx.ts'

/** A page of the running server as the benches ask for it, and what they allow it. */

/** What browsers send. */
export const browserEncodings = 'gzip, deflate, br, zstd'
const keptLimitMs = 30_000

export const budget = {
  pageBytes: 18_432,
  homeBytes: 24_576,
  beforePaint: 2,
  scriptsAtLoad: 2_048,
  scriptsUsed: 112_640,
  paint: 1.05,
  shift: 0,
  cpuRatio: 2,
  p99Ms: 5,
  memoryMb: 150,
  startMs: 1_000,
}

/** A page of the running server, as a browser gets it from the first request after it has been kept. */
export interface PageAnswer {
  path: string
  answer: Recorded
}

export interface Server {
  port: number
  pid: number | undefined
}

/** Asks until the answer is compressed as it will be from then on; pages that are not kept are answered at once. */
export async function warm({ port }: Server, path: string): Promise<PageAnswer> {
  for (const limit = performance.now() + keptLimitMs; ; await delay(50)) {
    const answer = await record(port, path, { 'accept-encoding': browserEncodings })
    const isKept = headerOf(answer, 'etag') !== undefined || answer.status !== 200
    if (isKept || performance.now() > limit) return { path, answer }
  }
}

export const number = (value: number) => value.toLocaleString('en-GB')
