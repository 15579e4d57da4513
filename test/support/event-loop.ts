import { setTimeout as delay } from 'node:timers/promises'
import type { Instance } from './instance.ts'

/*
 * Measures the longest that a server's event loop was busy with one task, inside its process and in processor time, which other processes
 * don't lengthen. The module is loaded with NODE_OPTIONS, so that the server itself needs no endpoint for it.
 */

const module = `
  let longestMicros = 0
  let last = process.threadCpuUsage()
  setInterval(() => {
    const { user, system } = process.threadCpuUsage(last)
    last = process.threadCpuUsage()
    longestMicros = Math.max(longestMicros, user + system)
  }, 5).unref()
  process.on('SIGUSR2', () => {
    process.stdout.write('event loop: ' + longestMicros / 1e3 + ' ms\\n')
    longestMicros = 0
  })
`

/** The environment of a server whose event loop is measured. */
export const measuredEventLoop = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(module)}` }

/**
 * The longest that a server's event loop was busy since the last call without letting anything else run, in milliseconds of processor time.
 * Throws if the server has ended.
 */
export async function busyEventLoopMs({ process, stdout, stderr }: Instance): Promise<number> {
  const measured = () => [...stdout().matchAll(/^event loop: ([\d.]+) ms$/gm)]
  const before = measured().length
  process.kill('SIGUSR2')
  for (;;) {
    const last = measured()
    if (last.length > before) return Number(last.at(-1)?.[1])
    if (process.exitCode !== null || process.signalCode !== null) throw new Error(`The server ended by itself:\n${stdout()}${stderr()}`)
    await delay(5)
  }
}
