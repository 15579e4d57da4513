import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBuilt } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { log, node, root, runForeground, runMain } from './run.mjs'

/** Installs and builds what is missing, then runs the server until it ends. */
async function main() {
  await ensureInstalled({ log })
  await ensureBuilt({ log })
  const settings = existsSync(join(root, '.env')) ? ['--env-file=.env'] : []
  const args = ['--enable-source-maps', ...settings, 'build/server/index.js']
  return runForeground(node, args, { env: { ...process.env, NODE_ENV: 'production' } })
}

await runMain(main)
