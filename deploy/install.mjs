import { existsSync, lchownSync, readFileSync, realpathSync } from 'node:fs'
import { basename, join } from 'node:path'
import process from 'node:process'
import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import { log, runMain, StepError } from '#scripts/run.mjs'
import { writeCaddy } from './lib/caddy.mjs'
import { pathsBelow, release, SERVICE } from './lib/paths.mjs'
import { preparePostgres } from './lib/postgres.mjs'
import { addRelease, checkSpace, pointTo, readRelease } from './lib/release.mjs'
import { firstSettings, readDomain, readEmail, readSettings, withSetting } from './lib/settings.mjs'
import { startService } from './lib/start.mjs'
import {
  asService,
  domainWarning,
  installPackages,
  portHolder,
  put,
  putFolder,
  requireServer,
  run,
  serviceUser,
  succeeds,
} from './lib/system.mjs'
import { launchScript, unitFile } from './lib/unit.mjs'

const paths = pathsBelow()
const FIRST_PORT = 3000
const NEEDED = 1_500 * 2 ** 20
const changes = []

/** Notes and prints a change. */
function changed(what) {
  if (!what) return
  changes.push(what)
  log(`  ${what}`)
}

/**
 * Installs the release that this is part of on a bare server, to a site that runs. Each step finds out for itself whether it is done, so
 * running it again continues after a failure, and changes nothing once all are done.
 */
async function main() {
  const given = options()
  requireServer(paths, 'deploy/install')
  const { domain, email } = await answers(given)
  checkCurrent()
  const port = checkPorts()
  for (const folder of ['/opt', '/var']) if (!paths.root && !existsSync(paths.current)) checkSpace(folder, NEEDED)
  log(`Installing ${readRelease(release).version} for https://${domain}`)
  if (!paths.root)
    for (const name of await installPackages(['caddy', ...(given.postgres ? ['postgresql'] : [])])) changed(`Debian’s ${name}`)
  const user = await makeUser()
  makeFolders(user)
  await makeSettings({ domain, email, port, postgres: given.postgres }, user, given)
  await putRelease(user)
  changed(put(paths.launch, launchScript(paths), { mode: 0o755 }))
  changed(put(paths.unit, unitFile(paths)))
  for (const change of await writeCaddy(paths, { domain, email, port })) changed(change)
  if (paths.root) return finishBelowRoot()
  for (const change of await startService(paths, port)) changed(change)
  await finish({ domain, user })
}

function options() {
  try {
    const { values } = parseArgs({ options: { domain: { type: 'string' }, email: { type: 'string' }, postgres: { type: 'boolean' } } })
    return values
  } catch {
    throw new StepError('Use it so: deploy/install [--domain www.example.co.uk] [--email you@example.co.uk] [--postgres]')
  }
}

/** The domain and email: as given, as stored, or as typed at the terminal. */
async function answers(given) {
  const { SITE_URL, STAFF_EMAIL } = readSettings(paths)
  const domain = given.domain ?? (SITE_URL && new URL(SITE_URL).hostname)
  const email = given.email ?? STAFF_EMAIL
  if (!process.stdin.isTTY && !(domain && email)) throw new StepError('Say --domain and --email, or start this at a terminal, which asks.')
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  try {
    return {
      domain: readDomain(domain ?? (await terminal.question('Domain of the site, like www.example.co.uk: '))),
      email: readEmail(email ?? (await terminal.question('Your email, for bookings and the certificate: '))),
    }
  } catch (error) {
    throw error.name === 'AbortError' ? new StepError('Stopped: nothing was changed.') : error
  } finally {
    terminal.close()
  }
}

/** Another release is the business of an update, which keeps the data safe. */
function checkCurrent() {
  const current = existsSync(paths.current) && basename(realpathSync(paths.current))
  if (current && current !== readRelease(release).version)
    throw new StepError(`${current} is installed here. To change to another release: /opt/plumbers/current/deploy/update FILE`)
}

/** Throws if a port is taken by another program. Returns the site's own, behind Caddy: the stored one, else the first that is free. */
function checkPorts() {
  const stored = Number(readSettings(paths).PORT)
  if (paths.root) return stored || FIRST_PORT
  for (const port of [80, 443]) {
    const holder = portHolder(port)
    if (holder && holder.name !== 'caddy')
      throw new StepError(`Port ${port} is taken by ${holder.name} (process ${holder.pid}). Stop and disable it, then start again.`)
  }
  const isOther = (port) => {
    const holder = portHolder(port)
    return holder && holder.uid !== serviceUser(paths, SERVICE)?.uid ? holder : undefined
  }
  const holder = isOther(stored || FIRST_PORT)
  if (stored && holder)
    throw new StepError(
      `Port ${stored} is taken by ${holder.name} (process ${holder.pid}). Stop it, or set another PORT in ${paths.settings}, then start again.`,
    )
  let port = stored || FIRST_PORT
  while (isOther(port)) port++
  if (holder) log(`Port ${FIRST_PORT} is taken by ${holder.name} (process ${holder.pid}), so the site uses ${port} behind Caddy.`)
  return port
}

async function makeUser() {
  const known = serviceUser(paths, SERVICE)
  if (known) return known
  const args = ['--system', '--user-group', '--home-dir', paths.state, '--no-create-home', '--shell', '/usr/sbin/nologin', SERVICE]
  await run('useradd', args, 'Start again once that works.')
  changed(`user ${SERVICE}`)
  return serviceUser(paths, SERVICE)
}

function makeFolders(user) {
  for (const folder of [paths.opt, paths.releases]) changed(putFolder(folder))
  changed(putFolder(paths.etc, { mode: 0o750, gid: user.gid }))
  changed(putFolder(paths.state, { mode: 0o750, ...user }))
  for (const folder of [paths.data, paths.backups, paths.cache]) changed(putFolder(folder, { mode: 0o700, ...user }))
}

/** Writes the settings at the first run, with a new key. Later only what is given as an option. */
async function makeSettings({ domain, email, port, postgres }, user, given) {
  const { DATABASE_URL, SECRET_KEY } = readSettings(paths)
  const options = { mode: 0o640, gid: user.gid }
  if (!SECRET_KEY) {
    const databaseUrl = postgres ? await preparePostgres() : undefined
    changed(put(paths.settings, firstSettings(paths, { domain, email, port, databaseUrl }), options))
    log(`\nThe key of the backups and of what is stored encrypted. Keep a copy away from this machine:`)
    log(`without it, no backup can be restored. It is shown only now, and is SECRET_KEY in ${paths.settings}.\n`)
    log(`  ${readSettings(paths).SECRET_KEY}\n`)
    return
  }
  if (postgres && !DATABASE_URL)
    throw new StepError('This site’s data is in SQLite already: --postgres is for the first installation. Start again without it.')
  let text = readFileSync(paths.settings, 'utf8')
  if (given.domain) text = withSetting(text, 'SITE_URL', `https://${domain}`)
  if (given.email) text = withSetting(text, 'STAFF_EMAIL', email)
  changed(put(paths.settings, text, options))
}

async function putRelease(user) {
  const { version } = readRelease(release)
  if (!existsSync(join(paths.releases, version))) changed(await addRelease(release, paths))
  // Root's own link too: root runs nothing that the service's link leads to.
  for (const [link, owner] of [
    [paths.current, user],
    [join(paths.opt, 'current'), undefined],
  ]) {
    if (existsSync(link)) continue
    pointTo(link, join(paths.releases, version))
    if (owner) lchownSync(link, owner.uid, owner.gid)
    changed(link)
  }
}

function finishBelowRoot() {
  log(`Nothing was started: the files are below ${paths.root}, without packages, user, systemd and Caddy.`)
  if (changes.length === 0) log('Nothing to change: everything is as this release installs it.')
}

async function finish({ domain, user }) {
  const warning = await domainWarning(domain)
  if (changes.length === 0) log('Nothing to change: everything is as this release installs it.')
  if (warning) log(`\nPlease check: ${warning}`)
  const { status, stdout, stderr } = asService(paths, 'deploy/facts.mjs', { args: ['--owner-link'], user, quiet: true })
  if (status !== 0) throw new StepError('The site runs, but the owner’s link could not be made. Start this again.', stderr)
  const { ownerLink } = JSON.parse(stdout)
  log(`\nThe site is at https://${domain}`)
  if (ownerLink)
    log(
      `Create the owner’s account with this link. It works once, within 24 hours; running this again makes a new one:\n\n  ${ownerLink}\n`,
    )
  log(`Settings are in ${paths.settings}, data in ${paths.data}, backups in ${paths.backups}.`)
  log('How it is: sudo /opt/plumbers/current/deploy/status')
  if (!(await succeeds('systemctl', ['is-active', '--quiet', 'caddy']))) throw new StepError('Caddy doesn’t run: see journalctl -u caddy.')
}

await runMain(main)
