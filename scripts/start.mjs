import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBuilt } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { log, node, root, runForeground, runMain } from './run.mjs'

/**
 * Node arguments of the server; bench/server.ts uses the same. A small young generation, few areas of the C library's memory, and large
 * blocks returned when free: docs/benchmarks.md has the gain and cost of each. V8's compiled code is kept for the next start.
 */
const SERVER_ARGS = ['--max-semi-space-size=4']
const SERVER_ENV = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '131072',
  NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'compiled'),
}

/** Installs and builds missing parts, then runs the server until it ends. */
async function main() {
  await ensureInstalled({ log })
  await ensureBuilt({ log })
  const settings = existsSync(join(root, '.env')) ? ['--env-file=.env'] : []
  const args = [...SERVER_ARGS, ...settings, 'build/server/index.js']
  return runForeground(node, args, { env: { ...SERVER_ENV, ...process.env, NODE_ENV: 'production' } })
}

await runMain(main)
