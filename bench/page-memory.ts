import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { verdict } from './figures.ts'
import { record } from './nginx.ts'
import { browserEncodings, budget, type Server, warm } from './page-answer.ts'

const restMs = 5_000
const requestsBeforeRest = 3

/** The server has answered a few requests for every page and then rested. */
export async function reportMemory(server: Server, everyPath: readonly string[]): Promise<void> {
  const { port, pid } = server
  // Rendering and compressing ahead counts as work, not rest.
  for (const path of everyPath) await warm(server, path)
  for (let each = 1; each <= requestsBeforeRest; each++)
    for (const path of everyPath) await record(port, path, { 'accept-encoding': browserEncodings })
  await delay(restMs)
  const [nowMb, peakMb] = [memoryMb(pid, 'VmRSS'), memoryMb(pid, 'VmHWM')]
  console.log(`\nMemory of the server at rest\nBudget: at most ${budget.memoryMb} MB`)
  if (nowMb === undefined) verdict(undefined, '/proc does not tell')
  else verdict(nowMb <= budget.memoryMb, `${nowMb.toFixed(0)} MB resident, ${peakMb?.toFixed(0)} MB at the most`)
}

/** Of a process, where the system tells. */
export function memoryMb(pid: number | undefined, name: 'VmRSS' | 'VmHWM'): number | undefined {
  try {
    return Number(new RegExp(`^${name}:\\s*(\\d+) kB`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
  } catch {
    return undefined
  }
}
