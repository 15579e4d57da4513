import type { TestProject } from 'vitest/node'
import { startPostgres, type TestPostgres } from './postgres.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    postgresUrl: string
  }
}

interface Shared {
  users: number
  server?: Promise<TestPostgres>
}

// On the global object, because each test project loads this file for itself.
const KEY = Symbol.for('test.postgres')
const holder = globalThis as { [KEY]?: Shared }
holder[KEY] ??= { users: 0 }
const shared: Shared = holder[KEY]

/** Gives the tests a PostgreSQL server: the one in TEST_POSTGRES_URL, else one for all projects of this run. */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const given = process.env.TEST_POSTGRES_URL
  if (given) {
    project.provide('postgresUrl', given)
    return undefined
  }
  shared.users += 1
  shared.server ??= startPostgres()
  project.provide('postgresUrl', (await shared.server).url)
  return teardown
}

/** Stops the server after the last project that uses it. */
async function teardown(): Promise<void> {
  shared.users -= 1
  if (shared.users > 0) return
  const server = shared.server
  shared.server = undefined
  await (await server)?.stop()
}
