import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import process from 'node:process'
import { runMain } from '#scripts/run.mjs'
import { pathsBelow, SERVICE } from './lib/paths.mjs'
import { asService, requireRoot, serviceUser } from './lib/system.mjs'

/** Runs scripts/backup.mjs or restore.mjs as the service's user: files of root's among the data would stop the server. */
async function main() {
  const [command, ...given] = process.argv.slice(2)
  const args = given.map((one) => (existsSync(one) ? resolve(one) : one))
  const paths = pathsBelow()
  requireRoot(paths, `/opt/plumbers/current/deploy/${command}`)
  return asService(paths, `scripts/${command}.mjs`, { args, user: serviceUser(paths, SERVICE) }).status ?? 1
}

await runMain(main)
