import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, inject, onTestFinished } from 'vitest'
import { type Database, openSqlite } from '#app/platform/database.ts'
import { londonDay } from '#app/platform/london.ts'
import type { UserRole } from '#db/tables/accounts.ts'
import { freePort } from './free-port.ts'
import type { Front } from './front.ts'
import { devCookie, type Ended, type HostedSite, hostSite, type Instance, killed, spawnServer, untilHealthy } from './instance.ts'
import { copySqlite, restFromUptimeChecks } from './templates.ts'
import { bookingBody } from './world.ts'

interface SiteOptions {
  /** Settings on top of a quiet site with high rate limits. */
  env?: Record<string, string>
  /** The server clock's starting time; `passFourHours` advances it. */
  at?: string
  /** The legally required details are filled in, so that a public address isn't a preview. */
  isComplete?: boolean
  /** The proxy in front of it, whose address is the site's URL. */
  front?: Front
  /** With a sample owner, staff member and customer, and the developer tools; otherwise only with what the tests create. */
  accounts?: boolean
  /** In a process of its own, that can be killed and whose output can be read. One with a time of its own always has one. */
  ownProcess?: boolean
}

/** Less than a test may take, so that it fails with what was missing. */
const longestWaitMs = 50_000

/** A company's complete details, which take the most room: the row that the owner's form would write. */
export const completeDetails = {
  name: 'details',
  value: JSON.stringify({
    email: 'desk@plumbers.example',
    legalForm: 'company',
    legalName: 'Emergency Plumbers London Ltd',
    companyNumber: '09876543',
    registeredOffice: '221 Whitechapel High Street, London E1 1DB',
    vatStatus: 'registered',
    vatNumber: 'GB123456782',
    gasSafeNumber: '123456',
  }),
  revision: 1,
  updatedAt: '2026-11-20T10:00:00.000Z',
}

export type Site = Awaited<ReturnType<typeof startSite>>

/**
 * Serves the built site on a new embedded database, in the process that this worker's sites share or in one of its own, and opens a
 * separate connection to the database. Tests that share a site tell their bookings apart by the visitor's email. Close it after use.
 */
export async function startSite({
  env = {},
  at,
  front,
  accounts = false,
  isComplete = false,
  ownProcess = at !== undefined || env.NODE_OPTIONS !== undefined,
}: SiteOptions = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), 'plumbers-site-'))
  if (!env.DATA_DIR) {
    copySqlite(inject('templates'), dataDir)
    // A test that sets the site's own address is about these checks.
    if (!env.MONITOR_URL) restFromUptimeChecks(dataDir, at ? new Date(at) : undefined)
  }
  const port = env.PORT ?? String(await freePort())
  const settings: Record<string, string> = {
    DATA_DIR: dataDir,
    PORT: port,
    RATE_LIMIT_SCALE: '1000',
    ...(accounts ? { SAMPLE_DATA: 'on' } : { DEV_TOOLS: 'off' }),
    ...(front && { SITE_URL: front.url }),
    ...(at && { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(clockFrom(at))}` }),
    ...env,
  }
  const { db } = openSqlite(settings.DATA_DIR ?? dataDir)
  if (isComplete) await db.insertInto('ownerValues').values(completeDetails).execute()
  const server = ownProcess ? serverOf(settings) : hostedServer(settings)
  await server.start()
  front?.origins.push(`http://127.0.0.1:${port}`)
  const url = front?.url ?? `http://127.0.0.1:${port}`
  /** The operator's line that matches the pattern, once it is printed. */
  async function printed(pattern: RegExp): Promise<string> {
    for (;;) {
      const found = pattern.exec(server.told())
      if (found) return found[1] ?? found[0]
      await delay(20)
    }
  }
  return {
    url,
    settings,
    db,
    /** The server's process: the current one, or the last one that ended. */
    instance: server.instance,
    printed,
    ...lookups(db),
    ...actions(url, db),
    start: server.start,
    /** Ends it like a power cut. */
    kill: server.kill,
    /** Shuts it down gracefully, and returns how it ended. */
    stop: server.stop,
    /** Pauses the process: connections stay open, and no request gets a response. */
    freeze: () => void server.instance().process.kill('SIGSTOP'),
    unfreeze: () => void server.instance().process.kill('SIGCONT'),
    /** Only with `at`: advances the server's clock by four hours. */
    async passFourHours() {
      const before = await slotsAhead(url)
      server.instance().process.kill('SIGUSR2')
      while ((await slotsAhead(url)) === before);
    },
    /** The cookie that gives a browser access to /dev. */
    devCookie: () => devCookie({ stdout: server.told, url: `http://127.0.0.1:${port}` }),
    firstOwnerLink: () => printed(/http\S+\/auth\/first-owner\?token=[\w-]+/),
    /** The sign-in of a role's sample account, as printed at start. */
    sampleOf: async (role: UserRole) => ({
      email: `${role}@example.com`,
      password: await printed(new RegExp(`${role}@example\\.com +([a-z0-9]{12})`)),
    }),
    async close() {
      await server.close()
      await db.destroy()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

interface SiteServer {
  /** Starts it on the same data and port, unless it is running. `build`: another build; `env`: changed settings. */
  start(options?: { build?: string; env?: Record<string, string> }): Promise<void>
  kill(): Promise<void>
  stop(): Promise<Ended>
  /** Throws unless the site has a process of its own. */
  instance(): Instance
  /** The lines for its operator so far. */
  told(): string
  close(): Promise<void>
}

/** A site in a process of its own. */
function serverOf(settings: Record<string, string>): SiteServer {
  let running: Instance | undefined
  let last: Instance
  async function kill() {
    const ending = running
    if (ending) await killed(ending)
    // A start may have happened in the meantime.
    if (running === ending) running = undefined
  }
  return {
    async start({ build, env: changed = {} } = {}) {
      if (running && !hasExited(running)) return
      await running?.ended
      running = await spawnServer({ ...settings, ...changed }, build)
      last = running
      await untilHealthy(running)
    },
    kill,
    async stop() {
      running?.process.kill('SIGTERM')
      const ended = await last.ended
      running = undefined
      return ended
    },
    instance: () => last,
    told: () => last.stdout(),
    async close() {
      const endedByItself = running !== undefined && hasExited(running)
      await kill()
      if (endedByItself) throw new Error(`The server ended by itself:\n${last.stdout()}${last.stderr()}`)
    },
  }
}

/** A site in the process that this worker's sites share. */
function hostedServer(settings: Record<string, string>): SiteServer {
  let site: HostedSite | undefined
  const shared = () => new Error('This site shares its process: ask for one of its own with `ownProcess`.')
  return {
    async start() {
      site ??= await hostSite(settings)
    },
    kill: () => Promise.reject(shared()),
    stop: () => Promise.reject(shared()),
    instance() {
      throw shared()
    },
    told: () => site?.greeting ?? '',
    close: async () => site?.close(),
  }
}

const hasExited = ({ process: { exitCode, signalCode } }: Instance) => exitCode !== null || signalCode !== null

/** A site for the current test. */
export async function openSite(options?: SiteOptions): Promise<Site> {
  const site = await startSite(options)
  onTestFinished(site.close)
  return site
}

/** One site for a file's tests, started by the first test that uses it. Call it outside of tests. */
export function shareSite(options?: SiteOptions): () => Promise<Site> {
  let starting: Promise<Site> | undefined
  afterAll(async () => (await starting)?.close())
  return () => {
    starting ??= startSite(options)
    return starting
  }
}

/** A site that is there whenever a file's tests run. Call it outside of tests. */
export function siteForFile(options?: SiteOptions): Site {
  const site = {} as Site
  beforeAll(async () => void Object.assign(site, await startSite(options)))
  afterAll(() => site.close?.())
  return site
}

/** A site with sample accounts for the current test. */
export const openStaffedSite = (env?: Record<string, string>): Promise<Site> => openSite({ accounts: true, env })

/** Functions that read the site's database directly. */
const lookups = (db: Database) => ({
  /** Every booking, oldest first. */
  bookings: () => db.selectFrom('bookings').selectAll().orderBy('id').execute(),
  /** The bookings of one visitor, oldest first. */
  bookingsOf: (email: string) => db.selectFrom('bookings').selectAll().where('email', '=', email).orderBy('id').execute(),
  /** The visits counted so far. */
  counted: () => db.selectFrom('counts').selectAll().execute(),
  /** The subjects of the emails to an address so far, oldest first. */
  async subjectsTo(recipient: string): Promise<string[]> {
    const emails = await db
      .selectFrom('localMail')
      .select('subject')
      .where('recipient', '=', recipient)
      .orderBy('at')
      .orderBy('id')
      .execute()
    return emails.map(({ subject }) => subject)
  },
  /** The text of the newest email to an address with this subject, once it has arrived. Fails with the subjects of those that have. */
  async mailTo(recipient: string, subject: string | RegExp): Promise<string> {
    const askedAt = performance.now()
    const matches = (each: string) => (typeof subject === 'string' ? each === subject : subject.test(each))
    for (;;) {
      const emails = await db.selectFrom('localMail').selectAll().where('recipient', '=', recipient).orderBy('at').orderBy('id').execute()
      const newest = emails.findLast((each) => matches(each.subject))
      if (newest) return (JSON.parse(newest.message) as { text: string }).text
      if (performance.now() - askedAt > longestWaitMs)
        throw new Error(`No email “${subject}” to ${recipient}, only: ${emails.map((each) => each.subject).join(', ')}`)
      await delay(20)
    }
  },
  /** The link in the newest invitation to an address. */
  async invitationTo(email: string): Promise<string> {
    return /http\S+\/auth\/invitation\?token=[\w-]+/.exec(await this.mailTo(email, /You’re invited/))?.[0] ?? ''
  },
})

/** Actions of a test: through the site if possible, otherwise in the database. */
function actions(url: string, db: Database) {
  /** Books a standard visit, and returns its id. */
  async function book(email: string, changes: Record<string, unknown> = {}): Promise<string> {
    await fetch(`${url}/functions/v1/submit-booking`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Origin: url },
      body: JSON.stringify(bookingBody({ email, ...changes })),
    })
    const newest = db.selectFrom('bookings').select('id').where('email', '=', email).orderBy('id', 'desc')
    return (await newest.executeTakeFirstOrThrow()).id
  }
  return {
    book,
    /** Sells this many more of today's Red Line slots. */
    async sellRedline(count: number) {
      const day = londonDay(new Date())
      const sold = await db.selectFrom('redlineSlots').select('slot').where('day', '=', day).execute()
      for (let slot = sold.length + 1; slot <= sold.length + count; slot++) {
        const bookingId = await book(`redline-${slot}@example.com`)
        await db.insertInto('redlineSlots').values({ day, slot, bookingId, heldUntil: null }).execute()
      }
    },
    /** Makes an account's site sessions unused for this long, or end in this long. */
    async ageSessions(email: string, age: { unusedMs: number } | { endsInMs: number }) {
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
  }
}

/** The slots that can still be booked, by the server's clock. */
async function slotsAhead(url: string): Promise<string> {
  const answer = await fetch(`${url}/functions/v1/booking-options`)
  const { slots } = (await answer.json()) as { slots: { startsAt: string; available: boolean }[] }
  return slots.flatMap(({ startsAt, available }) => (available ? [startsAt] : [])).join()
}

/** A module that sets a process's clock, and advances it by four hours at a signal. */
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
