import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { freePort } from '#test/support/free-port.ts'
import { type Instance, killed, openInstance } from '#test/support/instance.ts'
import { testSecret, type World } from '#test/support/world.ts'

/**
 * Built servers on the world's PostgreSQL database, each a process. Their clocks and the world's run in real time from the world's present
 * time on, and jump together.
 */
export async function openServers({ clock, databaseUrl }: World, count: number, settings: Record<string, string>) {
  const folder = mkdtempSync(join(tmpdir(), 'plumbers-clock-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const aheadFile = join(folder, 'ahead')
  let ahead = clock.now().getTime() - Date.now()
  const now = () => Date.now() + ahead
  clock.now = () => new Date(now())
  writeFileSync(aheadFile, String(ahead))
  const ports = await Promise.all(Array.from({ length: count }, freePort))
  const env = {
    DATABASE_URL: databaseUrl ?? '',
    SECRET_KEY: testSecret,
    DEV_TOOLS: 'on',
    RATE_LIMIT_SCALE: '1000',
    LOG_LEVEL: 'error',
    SITE_URL: `http://127.0.0.1:${ports[0]}`,
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(clockAhead(aheadFile))}`,
    ...settings,
  }
  const start = (at: number): Promise<Instance> => openInstance({ ...env, PORT: String(ports[at]) })
  const past: Instance[] = []
  const instances = await Promise.all(ports.map((_, at) => start(at)))
  return {
    siteUrl: env.SITE_URL,
    instances,
    now,
    /** The errors that they logged. */
    errors: () =>
      [...past, ...instances].flatMap(({ stdout }) =>
        stdout()
          .split('\n')
          .filter((line) => line.startsWith('{')),
      ),
    /** Sets all clocks ahead. No server may be starting. */
    jump(ms: number) {
      ahead += ms
      writeFileSync(aheadFile, String(ahead))
      for (const { process } of instances) process.kill('SIGUSR2')
    },
    /** Ends a server like a power cut, and starts it again. */
    async crash(at: number) {
      const ending = instances[at]
      if (ending) await killed(ending)
      if (ending) past.push(ending)
      instances[at] = await start(at)
    },
  }
}

/** A module that sets a process's clock ahead by the milliseconds in a file, which it reads again at a signal. */
const clockAhead = (file: string) => `
  import { readFileSync } from 'node:fs'
  const Real = Date
  let ahead = 0
  const read = () => (ahead = Number(readFileSync(${JSON.stringify(file)}, 'utf8')))
  read()
  globalThis.Date = class Date extends Real {
    constructor(...given) {
      if (given.length) super(...given)
      else super(Real.now() + ahead)
    }
    static now() {
      return Real.now() + ahead
    }
  }
  process.on('SIGUSR2', read)
`
