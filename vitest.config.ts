import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { enginesToRun } from './test/engines/engines.ts'
import { isDeep } from './test/support/depth.ts'
import { keepTemporaryFilesInMemory } from './test/support/memory-folder.ts'
import { islands } from './vite.islands.config.ts'

// Far from London, on both sides of midnight: a time that comes from the machine's zone instead of London's fails a test.
process.env.TZ = 'Pacific/Auckland'
keepTemporaryFilesInMemory()

const WITH_SERVER = ['db', 'http'].flatMap((kind) => ['app', 'server', 'test'].map((folder) => `${folder}/**/*.${kind}.test.ts`))
/** Unit tests that put other modules in the place of real ones, watch modules while they are loaded, or want them as they are first loaded. */
const ALONE = ['app/features/capacity/slots-store.test.ts', 'app/platform/passwords.test.ts', 'app/stated-figures.test.tsx']
/** With a server, and likewise. */
const SERVER_ALONE = ['app/platform/post-webhook.http.test.ts']
/** In browsers: it sets the date before the first id is made. */
const BROWSER_ALONE = ['test/browser/deep/dispatchers.test.ts']
/** A walk through many pages takes three times as long on a busy machine. */
const BROWSER_LIMIT_MS = 240_000
const GLOBAL_SETUP = 'test/support/global-setup.ts'

export default defineConfig({
  plugins: [islands()],
  oxc: { jsx: { runtime: 'automatic', development: false } },
  test: {
    allowOnly: false,
    tags: [{ name: 'never-again', description: 'Money, slots, loss, doubling, roles, security: a failure is never put down to chance.' }],
    // Twice the cores, because tests that wait for a browser leave the processor to others; few, for the database's sake.
    maxWorkers: Math.min(4, 2 * availableParallelism()),
    env: { TZ: 'Pacific/Auckland' },
    // How long a busy machine may take until what is polled for is there; the default is a second.
    expect: { poll: { timeout: 30_000, interval: 20 } },
    projects: [
      {
        extends: true,
        // Modules are loaded once for all files of a worker: loading them took longer than the tests. Long limits: as below.
        test: {
          name: 'unit',
          include: ['app/**/*.test.{ts,tsx}', 'content/**/*.test.ts', 'server/**/*.test.ts', 'test/*.test.ts'],
          exclude: ['**/node_modules/**', '**/*.db.test.ts', '**/*.http.test.ts', ...ALONE],
          isolate: false,
          testTimeout: 60_000,
        },
      },
      { extends: true, test: { name: 'unit-alone', include: ALONE, testTimeout: 60_000 } },
      {
        extends: true,
        // Long limits: they guard against hanging, and say nothing of speed.
        test: {
          name: 'integration',
          include: WITH_SERVER,
          exclude: ['**/node_modules/**', ...SERVER_ALONE, ...(isDeep ? [] : ['test/deep/{deploy,update}.http.test.ts'])],
          isolate: false,
          globalSetup: GLOBAL_SETUP,
          setupFiles: ['test/support/cheap-passwords.ts'],
          // React as the built server has it, which renders mails in a third of the time.
          env: { NODE_ENV: 'production' },
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      { extends: true, test: { name: 'integration-alone', include: SERVER_ALONE, globalSetup: GLOBAL_SETUP, testTimeout: 60_000 } },
      {
        extends: true,
        test: {
          name: 'browser',
          include: ['test/browser/**/*.test.ts'],
          exclude: ['**/node_modules/**', ...BROWSER_ALONE, ...(isDeep ? [] : ['test/browser/deep/**'])],
          isolate: false,
          globalSetup: GLOBAL_SETUP,
          testTimeout: BROWSER_LIMIT_MS,
          hookTimeout: BROWSER_LIMIT_MS,
        },
      },
      {
        extends: true,
        test: {
          name: 'browser-alone',
          include: isDeep ? BROWSER_ALONE : [],
          globalSetup: GLOBAL_SETUP,
          testTimeout: BROWSER_LIMIT_MS,
          hookTimeout: BROWSER_LIMIT_MS,
        },
      },
      ...(process.env.SCREENSHOTS
        ? [
            {
              extends: true as const,
              test: {
                name: 'screenshots',
                include: ['test/screenshots.ts'],
                globalSetup: GLOBAL_SETUP,
                testTimeout: BROWSER_LIMIT_MS,
                hookTimeout: BROWSER_LIMIT_MS,
              },
            },
          ]
        : []),
      {
        extends: true,
        test: {
          name: 'engines',
          include: enginesToRun().map((name) => `test/engines/${name}.test.ts`),
          globalSetup: GLOBAL_SETUP,
          testTimeout: BROWSER_LIMIT_MS,
          hookTimeout: BROWSER_LIMIT_MS,
        },
      },
    ],
  },
})
