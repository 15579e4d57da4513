import { mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'
import { dirname, join } from 'node:path'

/** Describes the machine, and measures a process's resources. */

const tmpfs = 0x01021994

/** A temporary folder on disk until this process ends. /tmp may be in memory, where nothing is durable; /var/tmp isn't. */
export function makeFolder(): string {
  const path = mkdtempSync(join(process.env.BENCH_DIR ?? '/var/tmp', 'bench-'))
  if (statfsSync(path).type === tmpfs)
    console.log(`WARNING: ${dirname(path)} is in memory: nothing measured here is durable. Set BENCH_DIR.`)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1))
  process.once('exit', () => rmSync(path, { recursive: true, force: true, maxRetries: 5 }))
  return path
}

/** One line on the machine. The load average shows whether others were using it. */
export function machineLine(): string {
  const load = loadavg()
    .slice(0, 2)
    .map((each) => each.toFixed(1))
  return `${new Date().toISOString().slice(0, 10)}, Node ${process.versions.node}, ${availableParallelism()} cores, load average ${load.join(' ')}`
}

/** Processor time that a process has used, in ms; 0 on systems without /proc. */
export function cpuMs(pid: number | undefined): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
      .map(Number)
    // User and system, in ticks of 10 ms.
    return fields.slice(11, 13).reduce((sum, ticks) => sum + ticks, 0) * 10
  } catch {
    return 0
  }
}

/** Resident memory of a process in MB; NaN on systems without /proc. */
export function memoryMb(pid: number | undefined): number {
  try {
    return Number(/^VmRSS:\s*(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
  } catch {
    return Number.NaN
  }
}
