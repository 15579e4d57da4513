import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { imagesFolder } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { log, node, root, runForeground, runMain } from './run.mjs'

/** Installs missing packages, then runs the development server until it ends. */
async function main() {
  await ensureInstalled({ log })
  if (!existsSync(imagesFolder)) await runForeground(node, ['scripts/make-images.mjs', imagesFolder])
  const settings = existsSync(join(root, '.env')) ? ['--env-file=.env'] : []
  const args = ['--enable-source-maps', ...settings, 'scripts/dev-server.mjs']
  return runForeground(node, args, { env: { ...process.env, NODE_ENV: process.env.NODE_ENV ?? 'development' } })
}

await runMain(main)
