import { randomUUID } from 'node:crypto'
import http from 'node:http'
import { join } from 'node:path'
import { emailIdentityRow, newUserRow } from '#app/features/accounts/create-user.server.ts'
import { systemClock, toInstant } from '#app/platform/clock.ts'
import { type Engine, migrate, type OpenDatabase, openDatabase } from '#app/platform/database.ts'
import { newId } from '#app/platform/ids.ts'
import { hashPassword } from '#app/platform/passwords.ts'
import { freePort } from '#test/support/free-port.ts'
import { drain } from './load.ts'
import { engineLine } from './machine.ts'
import type { DurablePostgres } from './postgres.ts'
import { type Answer, copyBuild, ended, send, spawnServer, untilUp } from './server.ts'

/** The built server with accounts in it, and what clients ask of it. */
export interface Stage {
  engine: Engine
  /** Of a second, bare database of the same engine on the same disk. */
  barePlace: string
  /** Makes accounts with a confirmed address and the password `password`. */
  addPeople(count: number): Promise<string[]>
  /** One call of /auth/v1, from an address that nobody else has while limits count. */
  ask(path: string, body: object, agent?: http.Agent): Promise<Answer>
  /** Waits until the server has nothing left to do. */
  quiet(): Promise<void>
  close(): Promise<void>
}

export const password = 'correct horse battery staple'
export const newEmail = () => `person-${newId()}@example.com`

export async function openStage(folder: string, engine: Engine, postgres?: DurablePostgres): Promise<Stage> {
  const [dataDir, bareDir] = [join(folder, `${engine}-data`), join(folder, `${engine}-bare`)]
  const [databaseUrl, bareUrl] = engine === 'postgres' ? [await postgres?.createDatabase(), await postgres?.createDatabase()] : []
  const bare = openDatabase({ databaseUrl: bareUrl, dataDir: bareDir })
  await migrate(bare)
  await bare.db.destroy()
  const port = await freePort()
  const server = spawnServer({
    entry: copyBuild(folder),
    port,
    env: { DATA_DIR: dataDir, SECRET_KEY: randomUUID(), TRUST_PROXY: '1', ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}) },
  })
  await untilUp(server, port)
  const database = openDatabase({ databaseUrl, dataDir })
  console.log(`\n${await engineLine(database)}`)
  const passwordHash = await hashPassword(password)
  let asked = 0
  return {
    engine,
    barePlace: bareUrl ?? bareDir,
    addPeople: (count) => addPeople(database, passwordHash, count),
    // Limits as they are delivered: with fewer they would be cheaper than for visitors. Twenty calls come from one address.
    ask: (path, body, agent) =>
      send(
        { port, agent: agent ?? false },
        'POST',
        `/auth/v1${path}`,
        { 'x-forwarded-for': addressOf(asked++ / 20) },
        JSON.stringify(body),
      ),
    quiet: () => drain(database).then(() => undefined),
    async close() {
      await database.db.destroy()
      await ended(server, 'SIGTERM')
    },
  }
}

const addressOf = (number: number) => [10, (number >> 16) & 255, (number >> 8) & 255, number & 255].join('.')

async function addPeople({ db }: OpenDatabase, passwordHash: string, count: number): Promise<string[]> {
  const services = { clock: systemClock }
  const emailConfirmedAt = toInstant(systemClock.now())
  const people = Array.from({ length: count }, () => newUserRow(services, { email: newEmail(), passwordHash, emailConfirmedAt }))
  for (let from = 0; from < count; from += 100) {
    const some = people.slice(from, from + 100)
    await db.insertInto('authUsers').values(some).execute()
    await db
      .insertInto('authIdentities')
      .values(some.map((user) => emailIdentityRow(services, user)))
      .execute()
  }
  return people.map(({ email }) => email ?? '')
}

/** Connections that each do their work again and again for so many seconds; counted is what was answered with 200. */
export async function rateOf(connections: number, seconds: number, workOf: (agent: http.Agent) => Promise<() => Promise<Answer>>) {
  const agents = Array.from({ length: connections }, () => new http.Agent({ keepAlive: true, maxSockets: 1 }))
  const work = await Promise.all(agents.map(workOf))
  const startedAt = performance.now()
  const until = startedAt + seconds * 1000
  let [done, errors] = [0, 0]
  await Promise.all(
    work.map(async (once) => {
      while (performance.now() < until) {
        const { status } = await once()
        if (status === 200) done++
        else errors++
      }
    }),
  )
  const perSecond = done / ((performance.now() - startedAt) / 1000)
  for (const agent of agents) agent.destroy()
  return { perSecond, errors }
}
