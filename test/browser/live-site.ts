import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Selectable } from 'kysely'
import { openSqlite } from '#app/platform/database.ts'
import { londonDay } from '#app/platform/london.ts'
import type { CountsTable } from '#db/tables.ts'
import { freePort } from '#test/support/free-port.ts'
import { builtServer, type Ended, untilHealthy } from '#test/support/instance.ts'
import { bookingBody } from '#test/support/world.ts'

/** A site for several tests, each of which knows its bookings by the address of its own visitor. */
export interface LiveSite {
  url: string
  /** The bookings of one visitor, oldest first. */
  bookingsOf(email: string): Promise<Record<string, unknown>[]>
  /** What has been counted of visits so far. */
  counted(): Promise<Selectable<CountsTable>[]>
  /** Books a standard visit. */
  book(email: string): Promise<void>
  /** The text of the newest mail to somebody, once it has come. `subject`: which one. */
  mailTo(email: string, subject: string): Promise<string>
  /** Sells so many more of today's Red Line slots. */
  sellRedline(count: number): Promise<void>
  /** Lets the site sessions of somebody be unused for so long, or end in so long. */
  ageSessions(email: string, age: { unusedMs: number } | { endsInMs: number }): Promise<void>
  /** Holds the process still: connections open, nothing is answered. */
  freeze(): void
  /** Ends it as a power cut does. */
  kill(): Promise<void>
  /** Starts it again on the same data and port, unless it runs. `build`: of another build; `env`: with other settings. */
  start(changes?: { build?: string; env?: Record<string, string> }): Promise<void>
  /** Only with `at`: four hours go by for the server. */
  passFourHours(): Promise<void>
  close(): Promise<void>
}

interface LiveSiteOptions {
  env?: Record<string, string>
  /** The moment at which the server starts, by its own clock. */
  at?: string
}

/** Starts the built server on a fresh embedded database, for as long as the caller needs it: close it after use. */
export async function startSite({ env = {}, at }: LiveSiteOptions = {}): Promise<LiveSite> {
  const dataDir = mkdtempSync(join(tmpdir(), 'plumbers-live-'))
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const settings = {
    PATH: process.env.PATH,
    NODE_ENV: 'production',
    LOG_LEVEL: 'warn',
    HOST: '127.0.0.1',
    PORT: String(port),
    SITE_URL: url,
    // It checks itself, whatever address it has been told that visitors use.
    MONITOR_URL: url,
    DATA_DIR: dataDir,
    RATE_LIMIT_SCALE: '1000',
    // Nothing can take a payment, nothing is there but what the tests make.
    DEV_TOOLS: 'off',
    SAMPLE_DATA: 'off',
    ...(at && { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(clockFrom(at))}` }),
    ...env,
  }
  let running: { process: ChildProcess; ended: Promise<Ended> } | undefined
  const printed = { stdout: '', stderr: '' }
  async function start({ build = builtServer(), env: changed = {} }: { build?: string; env?: Record<string, string> } = {}) {
    if (running) return
    const child = spawn(process.execPath, [join(build, 'server/index.js')], {
      env: { ...settings, ...changed },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    for (const name of ['stdout', 'stderr'] as const) child[name].setEncoding('utf8').on('data', (text: string) => (printed[name] += text))
    const ended = new Promise<Ended>((resolve) => child.once('close', (code, signal) => resolve({ code, signal })))
    running = { process: child, ended }
    await untilHealthy({ url, port, process: child, stdout: () => printed.stdout, stderr: () => printed.stderr, ended })
  }
  async function kill() {
    running?.process.kill('SIGKILL')
    await running?.ended
    running = undefined
  }
  await start()
  const { db } = openSqlite(dataDir)
  return {
    url,
    start,
    kill,
    bookingsOf: (email) => db.selectFrom('bookings').selectAll().where('email', '=', email).orderBy('id').execute(),
    counted: () => db.selectFrom('counts').selectAll().execute(),
    async book(email) {
      await fetch(`${url}/functions/v1/submit-booking`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Origin: url },
        body: JSON.stringify(bookingBody({ email })),
      })
    },
    async mailTo(recipient, subject) {
      for (;;) {
        const mails = db.selectFrom('localMail').select('message').where('recipient', '=', recipient).where('subject', '=', subject)
        const newest = await mails.orderBy('at', 'desc').limit(1).executeTakeFirst()
        if (newest) return (JSON.parse(newest.message) as { text: string }).text
        await delay(20)
      }
    },
    async sellRedline(count) {
      const day = londonDay(new Date())
      const sold = await db.selectFrom('redlineSlots').select('slot').where('day', '=', day).execute()
      for (let slot = sold.length + 1; slot <= sold.length + count; slot++) {
        const email = `redline-${slot}@example.com`
        await fetch(`${url}/functions/v1/submit-booking`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json', Origin: url },
          body: JSON.stringify(bookingBody({ email })),
        })
        const { id } = await db.selectFrom('bookings').select('id').where('email', '=', email).executeTakeFirstOrThrow()
        await db.insertInto('redlineSlots').values({ day, slot, bookingId: id, heldUntil: null }).execute()
      }
    },
    async ageSessions(email, age) {
      const instant = (ms: number) => new Date(Date.now() + ms).toISOString()
      await db
        .updateTable('siteSessions')
        .set('unusedMs' in age ? { seenAt: instant(-age.unusedMs) } : { endsAt: instant(age.endsInMs) })
        .where('sessionId', 'in', (eb) =>
          eb
            .selectFrom('authSessions')
            .select('authSessions.id')
            .innerJoin('authUsers', 'authUsers.id', 'authSessions.userId')
            .where('authUsers.email', '=', email),
        )
        .execute()
    },
    freeze: () => void running?.process.kill('SIGSTOP'),
    async passFourHours() {
      const before = await slotsAhead(url)
      running?.process.kill('SIGUSR2')
      while ((await slotsAhead(url)) === before);
    },
    async close() {
      const { exitCode = null, signalCode = null } = running?.process ?? {}
      await kill()
      await db.destroy()
      rmSync(dataDir, { recursive: true, force: true })
      if (exitCode !== null || signalCode !== null)
        throw new Error(`The server ended by itself with ${signalCode ?? exitCode}:\n${printed.stdout}${printed.stderr}`)
    },
  }
}

/** Which slots can still be booked, by the server's clock. */
async function slotsAhead(url: string): Promise<string> {
  const answer = await fetch(`${url}/functions/v1/booking-options`)
  const { slots } = (await answer.json()) as { slots: { startsAt: string; available: boolean }[] }
  return slots.flatMap(({ startsAt, available }) => (available ? [startsAt] : [])).join()
}

/** A module that sets a process's clock, and lets it jump by a signal. */
const clockFrom = (at: string) => `
  const Real = Date
  let shift = ${Date.parse(at)} - Real.now()
  globalThis.Date = class Date extends Real {
    constructor(...given) {
      if (given.length) super(...given)
      else super(Real.now() + shift)
    }
    static now() {
      return Real.now() + shift
    }
  }
  process.on('SIGUSR2', () => (shift += 4 * 3_600_000))
`
