import { accessSync, constants, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs'

const memory = '/dev/shm'
const leastBytes = 6 * 2 ** 30
const prefix = 'plumbers-run-'

/**
 * Puts this process's temporary files, and those of the processes it starts, into memory until it ends: databases sync to disk at every
 * commit, and no test survives a power cut. Does nothing where TMPDIR is set, and where memory is short or can't hold programs.
 */
export function keepTemporaryFilesInMemory(): void {
  if (process.env.TMPDIR || !isUsable()) return
  // Left by runs that were killed.
  for (const name of readdirSync(memory))
    if (name.startsWith(prefix) && !existsSync(`/proc/${name.slice(prefix.length)}`))
      rmSync(`${memory}/${name}`, { recursive: true, force: true })
  const folder = `${memory}/${prefix}${process.pid}`
  mkdirSync(folder, { recursive: true })
  process.env.TMPDIR = folder
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
}

function isUsable(): boolean {
  try {
    accessSync(memory, constants.W_OK)
    const { bavail, bsize } = statfsSync(memory)
    const options = /^\S+ \/dev\/shm tmpfs (\S+)/m.exec(readFileSync('/proc/mounts', 'utf8'))?.[1]?.split(',')
    return options !== undefined && !options.includes('noexec') && bavail * bsize >= leastBytes
  } catch {
    return false
  }
}
