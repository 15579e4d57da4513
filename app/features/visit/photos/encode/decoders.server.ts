import { type ChildProcess, fork } from 'node:child_process'
import { extname, join } from 'node:path'
import type { Decoded, Order } from './decoder.ts'

/* Processes that decode pictures. One that takes too long or too much memory is killed, and the next picture has a new one. */

/** Beside this file, here and in the build (vite.config.ts). */
const program = join(import.meta.dirname, `decoder${extname(import.meta.filename)}`)
/** Starting takes a fifth of a second, so a process waits this long for the next picture. */
const restMs = 30_000

const resting = new Map<ChildProcess, NodeJS.Timeout>()

/** Decodes a file in a process; undefined if that ended before it was done. It is killed after `clockMs` if it doesn't end itself. */
export async function decode<Name extends string>(order: Order<Name>, clockMs: number): Promise<Decoded<Name> | undefined> {
  const decoder = rested() ?? start()
  const killing = setTimeout(() => decoder.kill('SIGKILL'), clockMs)
  const decoded = await new Promise<Decoded<Name> | undefined>((resolve) => {
    decoder.once('message', (answer) => resolve(answer as Decoded<Name>))
    for (const end of ['exit', 'error']) decoder.once(end, () => resolve(undefined))
    decoder.send(order, (error) => error && resolve(undefined))
  })
  clearTimeout(killing)
  decoder.removeAllListeners()
  if (decoded) rest(decoder)
  else decoder.kill('SIGKILL')
  return decoded
}

/** Starts a decoder, without any of the server's settings. */
const start = () =>
  fork(program, { serialization: 'advanced', execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'], env: { MALLOC_ARENA_MAX: '2' } })

/** Keeps a process for the next picture; it doesn't keep this one from ending. */
function rest(decoder: ChildProcess): void {
  decoder.unref()
  decoder.channel?.unref()
  const ending = setTimeout(() => {
    resting.delete(decoder)
    decoder.kill('SIGKILL')
  }, restMs).unref()
  resting.set(decoder, ending)
}

function rested(): ChildProcess | undefined {
  for (const [decoder, ending] of resting) {
    clearTimeout(ending)
    resting.delete(decoder)
    if (!decoder.connected) continue
    decoder.ref()
    decoder.channel?.ref()
    return decoder
  }
  return undefined
}
