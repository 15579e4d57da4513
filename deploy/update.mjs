import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, realpathSync, rmSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import process from 'node:process'
import { setTimeout as delay } from 'node:timers/promises'
import { withLock } from '#scripts/lock.mjs'
import { log, runMain, runQuiet, StepError } from '#scripts/run.mjs'
import { downloadRelease } from './lib/download.mjs'
import { pathsBelow, SERVICE } from './lib/paths.mjs'
import { addRelease, checkSpace, pointTo, readRelease, readTarball } from './lib/release.mjs'
import { readSettings } from './lib/settings.mjs'
import { answersSoon } from './lib/start.mjs'
import { requireRoot } from './lib/system.mjs'
import { readReport } from './lib/update-report.mjs'

const paths = pathsBelow()
/** Room for a copy, its migration, a backup and the data that is kept; and for the servers' own files. */
const COPIES_OF_DATA = 4
const ROOM = 100 * 2 ** 20

/** Updates the site: tries the release on a copy of the data while the site runs, then has the service switch to it, and follows that. */
async function main() {
  const [given, ...others] = process.argv.slice(2)
  if (!given || others.length > 0) throw new StepError('Say which release: deploy/update FILE, or the address of one on https.')
  requireRoot(paths, 'deploy/update FILE')
  if (!existsSync(paths.current)) throw new StepError('The site isn’t installed here: run deploy/install.')
  return withLock(join(paths.opt, '.updating'), () => update(given))
}

async function update(given) {
  const settings = { ...readSettings(paths), ...(paths.root && { ROOT: paths.root }) }
  const from = readRelease(realpathSync(paths.current))
  if (!existsSync(paths.next) && !existsSync(paths.ready)) {
    const release = await obtain(given, from)
    if (!release) return 0
    tryOut(release, settings)
    pointTo(paths.next, release)
  } else log('An update is under way: it continues.')
  const startedAt = Date.now()
  log('Stopping the site to switch. Bookings made meanwhile stay on customers’ devices and are sent afterwards.')
  const { code, output } = await runQuiet('systemctl', ['restart', SERVICE], { cwd: '/' })
  if (code !== 0)
    throw new StepError(`The service didn’t start: see journalctl -u ${SERVICE}. Once it starts, it continues the update.`, output)
  await follow(startedAt)
  const { version } = readRelease(realpathSync(paths.current))
  await untilItAnswers(settings, version, startedAt)
  if (version === from.version) return 1
  // Root has a link of its own: the service's user can't change what root runs.
  pointTo(join(paths.opt, 'current'), join(paths.releases, version))
  for (const name of readdirSync(paths.releases))
    if (name !== version && name !== from.version) rmSync(join(paths.releases, name), { recursive: true, force: true })
  renewSystem(version)
  return 0
}

/** Has the new release's own installation renew the unit and Caddy's settings, if they are others. */
function renewSystem(version) {
  const install = join(paths.releases, version, 'deploy/install')
  const { status } = spawnSync(install, [], { cwd: '/', stdio: ['ignore', 'inherit', 'inherit'] })
  if (status !== 0)
    throw new StepError(
      `The site runs on ${version}, but its unit and Caddy’s settings may be those of the release before. Run ${install}.`,
    )
}

/** Returns the folder of the release, checked and on disk; undefined if it is the one that runs. */
async function obtain(given, from) {
  const file = URL.canParse(given) ? await downloadRelease(given, join(paths.releases, '.download')) : resolve(given)
  const { version, date } = await readTarball(file)
  if (version === from.version) return void log(`${version} is the release that runs. Nothing was changed.`)
  if (date < from.date)
    throw new StepError(
      `${version} is older than ${from.version}, which runs: it can’t read newer data. To go back, restore a backup: see README. Nothing was changed.`,
    )
  const folder = await addRelease(file, paths)
  log(`${version} is complete, in ${folder}.`)
  return folder
}

/** Starts the release on a copy of the data, as the user whose data it is. The site runs meanwhile. */
function tryOut(release, settings) {
  const { uid, gid } = statSync(paths.data)
  const database = statSync(join(paths.data, 'plumbers.sqlite'), { throwIfNoEntry: false })?.size ?? 0
  checkSpace(paths.data, ROOM + COPIES_OF_DATA * database)
  const { status, stderr, error } = spawnSync(join(release, 'node/bin/node'), [join(release, 'deploy/switch.mjs'), 'try'], {
    ...{ cwd: paths.state, encoding: 'utf8', stdio: ['ignore', 'inherit', 'pipe'] },
    ...(process.getuid() === 0 && { uid, gid }),
    env: { PATH: process.env.PATH, NODE_OPTIONS: process.env.NODE_OPTIONS ?? '', ...settings },
  })
  if (status === 0) return
  rmSync(release, { recursive: true, force: true })
  throw new StepError(`${stderr?.trim() || error?.message}\nThe site was not stopped, and nothing was changed.`)
}

/** Prints what the service reports, until the switch is complete or undone. */
async function follow(startedAt) {
  let shown = 0
  let at
  for (;;) {
    const isOver = !existsSync(paths.next) && !existsSync(paths.ready)
    const report = readReport(paths)
    // A try that was cut off is followed by one with a report of its own.
    if (report?.at !== at) shown = 0
    at = report?.at
    // Not the report of the update before.
    const lines = report && Date.parse(at) >= startedAt ? report.lines : []
    for (const line of lines.slice(shown)) log(`  ${line}`)
    shown = lines.length
    if (isOver && report?.state !== 'switching') return
    await delay(200)
  }
}

async function untilItAnswers({ HOST = '127.0.0.1', PORT = '3000' }, version, startedAt) {
  if (!(await answersSoon(`${HOST}:${PORT}`)))
    throw new StepError(
      `${version} doesn’t answer: see journalctl -u ${SERVICE}. It isn’t undone, since it may have accepted bookings. README says how to return to the data before the update.`,
    )
  log(`The site runs on ${version}. It didn’t answer for about ${Math.ceil((Date.now() - startedAt) / 1000)} s.`)
}

await runMain(main)
