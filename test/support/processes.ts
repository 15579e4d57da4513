import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished } from 'vitest'
import { compiledFolder } from './instance.ts'
import { testSecret, type World } from './world.ts'

/**
 * A separate process on the world's PostgreSQL database. It runs a script from this folder, waits for a start signal, and ends with the
 * test. `settings`: the script's own, besides NOW, which is the world's time.
 */
export async function openProcess(world: World, script: string, settings: Record<string, string>) {
  const env = {
    ...process.env,
    NODE_OPTIONS: '',
    NODE_COMPILE_CACHE: compiledFolder(),
    DATABASE_URL: world.databaseUrl,
    SECRET_KEY: testSecret,
    LOG_LEVEL: 'silent',
    NOW: world.clock.now().toISOString(),
    ...settings,
  }
  const path = fileURLToPath(new URL(script, import.meta.url))
  const child = spawn(process.execPath, [path], { env, stdio: ['pipe', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  expect((await lines.next()).value).toBe('ready')
  return {
    /** Starts its work, and returns the count of each outcome. */
    async run(): Promise<Record<string, number>> {
      const closed = once(child, 'close')
      child.stdin.end('go\n')
      const counts = JSON.parse((await lines.next()).value ?? 'null')
      await closed
      return counts
    },
  }
}
