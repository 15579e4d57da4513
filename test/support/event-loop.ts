import { setTimeout as delay } from 'node:timers/promises'
import type { Instance } from './instance.ts'

/*
 * Measures how long a server's event loop was blocked, inside its process. The module is loaded with NODE_OPTIONS, so that the server
 * itself needs no endpoint for it.
 */

const module = `
  import { monitorEventLoopDelay } from 'node:perf_hooks'
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  process.on('SIGUSR2', () => {
    process.stdout.write('event loop: ' + delay.max / 1e6 + ' ms\\n')
    delay.reset()
  })
`

/** The environment of a server whose event loop is measured. */
export const measuredEventLoop = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(module)}` }

/** The longest time that a server's event loop was blocked since the last call, in milliseconds. Throws if the server has ended. */
export async function eventLoopDelayMs({ process, stdout, stderr }: Instance): Promise<number> {
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
