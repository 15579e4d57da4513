import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The system user that the service runs as, and the name of its unit. */
export const SERVICE = 'plumbers'

/** The folder of the release that this code is part of: a clone of the project, or an unpacked tarball. */
export const release = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '')

/** The paths on the server, below `root`, which is empty except in tests. */
export function pathsBelow(root = process.env.ROOT ?? '') {
  const at = (path) => join(root || '/', path)
  return {
    root,
    /** Root's: releases, each in a folder named by its version, and the service's starter. */
    opt: at('opt/plumbers'),
    releases: at('opt/plumbers/releases'),
    /** The page that Caddy shows while the site doesn't answer. */
    down: at('opt/plumbers/down'),
    launch: at('opt/plumbers/launch'),
    /** The service's environment, readable by root and the service's group. */
    etc: at('etc/plumbers'),
    settings: at('etc/plumbers/settings.env'),
    /** The service's own folder: data, and the link to the release that runs. */
    state: at('var/lib/plumbers'),
    data: at('var/lib/plumbers/data'),
    current: at('var/lib/plumbers/release'),
    /** A link to the release to switch to at the next start. */
    next: at('var/lib/plumbers/next'),
    /** The same link once its data is ready: from then on the switch is completed, and never undone. */
    ready: at('var/lib/plumbers/ready'),
    /** How the last update went. */
    report: at('var/lib/plumbers/update-report.json'),
    backups: at('var/backups/plumbers'),
    cache: at('var/cache/plumbers'),
    unit: at('etc/systemd/system/plumbers.service'),
    caddyfile: at('etc/caddy/Caddyfile'),
    /** Our part of Caddy's settings. */
    site: at('etc/caddy/plumbers.caddy'),
  }
}
