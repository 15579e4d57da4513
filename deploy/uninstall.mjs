import { existsSync, rmSync } from 'node:fs'
import { log, runMain } from '#scripts/run.mjs'
import { removeCaddy } from './lib/caddy.mjs'
import { pathsBelow, SERVICE } from './lib/paths.mjs'
import { requireRoot, run, succeeds } from './lib/system.mjs'

const paths = pathsBelow()

/** Stops the site and removes the program. What can't be made again stays: data, settings with the key, and backups. */
async function main() {
  requireRoot(paths, '/opt/plumbers/current/deploy/uninstall')
  const isThere = existsSync(paths.unit) || existsSync(paths.opt)
  if (existsSync(paths.unit) && !paths.root) await run('systemctl', ['disable', '--now', SERVICE], 'Stop it, then start again.')
  rmSync(paths.unit, { force: true })
  const hasOtherSites = removeCaddy(paths)
  if (!paths.root) {
    await run('systemctl', ['daemon-reload'], 'Start again once that works.')
    if (await succeeds('systemctl', ['is-active', '--quiet', 'caddy']))
      await run('systemctl', hasOtherSites ? ['restart', 'caddy'] : ['disable', '--now', 'caddy'], 'See journalctl -u caddy.')
  }
  for (const path of [paths.opt, paths.cache, paths.current, paths.next, paths.ready]) rmSync(path, { recursive: true, force: true })
  log(isThere ? 'The site is stopped and its program removed.' : 'There was nothing to remove.')
  for (const [what, path] of [
    ['Data', paths.data],
    ['Settings, with the key', paths.settings],
    ['Backups', paths.backups],
  ])
    if (existsSync(path)) log(`${what}: kept in ${path}`)
  log(`Debian’s packages, a PostgreSQL database and the user ${SERVICE} are kept too. Installing again continues with all of it.`)
}

await runMain(main)
