import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { record } from './nginx.ts'
import { browserEncodings, budget, type Server, unknown, verdict, warm } from './page-answer.ts'

const restMs = 5_000
const requestsBeforeRest = 3

/** The server has answered a few requests for every page and then rested. */
export async function reportMemory(server: Server, everyPath: readonly string[]): Promise<void> {
  const { port, pid } = server
  // What is rendered and compressed ahead is work, not rest.
  for (const path of everyPath) await warm(server, path)
  for (let each = 1; each <= requestsBeforeRest; each++)
    for (const path of everyPath) await record(port, path, { 'accept-encoding': browserEncodings })
  await delay(restMs)
  const rest = readMemory(pid)
  console.log('\nMemory of the server at rest')
  if (!rest) return unknown('/proc does not tell')
  console.log(`Budget: at most ${budget.memoryMb} MB`)
  verdict(rest.nowMb <= budget.memoryMb, `${rest.nowMb.toFixed(0)} MB resident, ${rest.peakMb.toFixed(0)} MB at the most`)
}

/** Of a process in MB, where the system tells. */
export function readMemory(pid: number | undefined): { nowMb: number; peakMb: number } | undefined {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    const mbOf = (name: string) => Number(new RegExp(`^${name}:\\s*(\\d+) kB`, 'm').exec(status)?.[1]) / 1024
    return { nowMb: mbOf('VmRSS'), peakMb: mbOf('VmHWM') }
  } catch {
    return undefined
  }
}
