import { lstatSync, lutimesSync, mkdirSync, readlinkSync, rmSync, symlinkSync } from 'node:fs'
import { dirname } from 'node:path'

const ALIVE_FOR = 10_000

/** Runs the work while no other process holds the lock at this path; waits for the other one to finish. */
export async function withLock(path, work) {
  mkdirSync(dirname(path), { recursive: true })
  while (!take(path)) await new Promise((resolve) => setTimeout(resolve, 200))
  const beat = setInterval(() => refresh(path), 1000)
  const release = () => rmSync(path, { force: true })
  process.once('exit', release)
  try {
    return await work()
  } finally {
    clearInterval(beat)
    process.off('exit', release)
    release()
  }
}

/** Tries to take the lock. It is a symbolic link to the holder's process id: made with its content in one step. */
function take(path) {
  try {
    symlinkSync(String(process.pid), path)
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
  }
  if (isStale(path)) rmSync(path, { force: true })
  return false
}

/** Returns true if the lock was left behind by a process that was killed. */
function isStale(path) {
  try {
    if (Date.now() - lstatSync(path).mtimeMs > ALIVE_FOR) return true
    process.kill(Number(readlinkSync(path)), 0)
    return false
  } catch (error) {
    return error.code === 'ESRCH'
  }
}

/** Shows that the holder still lives, for readers that cannot see its process (another container). */
function refresh(path) {
  const now = new Date()
  try {
    lutimesSync(path, now, now)
  } catch {
    // The lock was removed with its folder; the work itself will report the problem.
  }
}
