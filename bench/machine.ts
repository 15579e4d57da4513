import { mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'
import { dirname, join } from 'node:path'

/** Describes the machine, and measures a process's resources. */

const tmpfs = 0x01021994

/** A temporary folder on disk. /tmp may be in memory, where nothing is durable; /var/tmp isn't. */
export function makeFolder(): { path: string; remove(): void } {
  const path = mkdtempSync(join(process.env.BENCH_DIR ?? '/var/tmp', 'bench-'))
  if (statfsSync(path).type === tmpfs)
    console.log(`WARNING: ${dirname(path)} is in memory: nothing measured here is durable. Set BENCH_DIR.`)
  const remove = () => rmSync(path, { recursive: true, force: true, maxRetries: 5 })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1))
  process.once('exit', remove)
  return { path, remove }
}

/** One line on the machine. The load average shows whether others were using it. */
export function machineLine(): string {
  const load = loadavg()
    .slice(0, 2)
    .map((each) => each.toFixed(1))
  return `${new Date().toISOString().slice(0, 10)}, Node ${process.versions.node}, ${availableParallelism()} cores, load average ${load.join(' ')}`
}

/** Processor time that a process has used, in ms; with `children`, by those it has waited for as well. 0 on systems without /proc. */
export function cpuMs(pid: number | undefined, { children = false } = {}): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
      .map(Number)
    // User and system, in ticks of 10 ms.
    return fields.slice(11, children ? 15 : 13).reduce((sum, ticks) => sum + ticks, 0) * 10
  } catch {
    return 0
  }
}

/** Memory of a process in MB: resident now, or at most so far. `undefined` on systems without /proc. */
export function memoryMb(pid: number | undefined, name: 'VmRSS' | 'VmHWM'): number | undefined {
  try {
    return Number(new RegExp(`^${name}:\\s*(\\d+) kB`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
  } catch {
    return undefined
  }
}
