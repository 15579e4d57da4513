import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { SERVER_ARGS, serverEnv } from '#deploy/lib/server.mjs'
import { ensureBuilt } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { log, node, root, runForeground, runMain } from './run.mjs'

/** Installs and builds missing parts, then runs the server until it ends. */
async function main() {
  await ensureInstalled({ log })
  await ensureBuilt({ log })
  const settings = existsSync(join(root, '.env')) ? ['--env-file=.env'] : []
  const args = [...SERVER_ARGS, ...settings, 'build/server/index.js']
  const env = { ...serverEnv(join(root, 'node_modules', '.cache', 'compiled')), ...process.env, NODE_ENV: 'production' }
  return runForeground(node, args, { env })
}

await runMain(main)
