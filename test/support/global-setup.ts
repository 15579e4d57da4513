import { cpSync, existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { TestProject } from 'vitest/node'
import { startPostgres } from './postgres.ts'
import { makeTemplates, type Templates } from './templates.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    postgresUrl: string
    templates: Templates
    /** The folder of the build under test. */
    build: string
    /** The sources have changed since the build was made. */
    buildIsOld: boolean
  }
}

const root = fileURLToPath(new URL('../..', import.meta.url))

interface Shared {
  postgresUrl: string
  templates: Templates
  build: string
  buildIsOld: boolean
  stop(): Promise<void>
}

// On the global object, because each test project loads this file separately.
const KEY = Symbol.for('test.databases')
const holder = globalThis as { [KEY]?: { users: number; starting?: Promise<Shared> } }
holder[KEY] ??= { users: 0 }
const held = holder[KEY]

/**
 * Gives all projects of this run one PostgreSQL server (the one in TEST_POSTGRES_URL, else a new one), one migrated database per engine,
 * and a copy of the build.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  held.users += 1
  held.starting ??= start()
  const { postgresUrl, templates, build, buildIsOld } = await held.starting
  project.provide('postgresUrl', postgresUrl)
  project.provide('templates', templates)
  project.provide('build', build)
  project.provide('buildIsOld', buildIsOld)
  return teardown
}

async function start(): Promise<Shared> {
  const given = process.env.TEST_POSTGRES_URL
  const server = given ? undefined : await startPostgres()
  const postgresUrl = given ?? server?.url ?? ''
  const folder = mkdtempSync(join(tmpdir(), 'plumbers-tests-'))
  const templates = await makeTemplates(folder, postgresUrl)
  const stop = async () => {
    if (given) await templates.drop()
    rmSync(folder, { recursive: true, force: true })
    await server?.stop()
  }
  const { isBuilt }: { isBuilt(): boolean } = await import(new URL('../../scripts/build.mjs', import.meta.url).href)
  return { postgresUrl, templates: templates.made, build: copyBuild(folder), buildIsOld: !isBuilt(), stop }
}

/** Copies the build, so that a rebuild during the run doesn't affect the servers under test. Returns the copy's folder. */
function copyBuild(folder: string): string {
  if (!existsSync(join(root, 'build/server/index.js'))) throw new Error('There is no build: run "npm test", which builds first.')
  cpSync(join(root, 'build'), join(folder, 'build'), { recursive: true })
  cpSync(join(root, 'package.json'), join(folder, 'package.json'))
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  return join(folder, 'build')
}

/** Stops everything after the last project that uses it. */
async function teardown(): Promise<void> {
  held.users -= 1
  if (held.users > 0) return
  const starting = held.starting
  held.starting = undefined
  await (await starting)?.stop()
}
