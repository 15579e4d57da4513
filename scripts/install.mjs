import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { withLock } from './lock.mjs'
import { node, root, runQuiet, StepError, systemPath } from './run.mjs'

const modules = join(root, 'node_modules')
const stamp = join(modules, '.installed')
const LOCK = '.install-lock'
const UNFINISHED = 'unfinished'

/** Installs the dependencies when node_modules is not what package.json and package-lock.json ask for. */
export async function ensureInstalled({ log }) {
  if (isInstalled()) return
  await withLock(join(modules, LOCK), async () => {
    if (isInstalled()) return
    log('Installing dependencies (the first time takes about a minute) ...')
    if (readStamp() === UNFINISHED) removePackages()
    // npm trusts its own list of packages, and a stamp may be a link that copies of this folder share.
    for (const name of [stamp, join(modules, '.package-lock.json')]) rmSync(name, { force: true })
    writeFileSync(stamp, UNFINISHED)
    try {
      await installPackages()
      await installNode()
    } catch (error) {
      // npm has undone its changes; the stamp stays only if the install was cut off.
      rmSync(stamp, { force: true })
      throw error
    }
    writeFileSync(stamp, wanted())
  })
}

/**
 * Returns true if the last complete install was for the present package files and this kind of machine, and its packages are still there.
 */
function isInstalled() {
  return existsSync(node) && readStamp() === wanted() && direct().every((name) => existsSync(join(modules, name)))
}

/** The packages that package.json names. */
function direct() {
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  return Object.keys({ ...dependencies, ...devDependencies })
}

/** Reads the stamp of the last install: the hash of the package files, or a mark that it was cut off. */
function readStamp() {
  return existsSync(stamp) ? readFileSync(stamp, 'utf8') : ''
}

/** Removes the packages of an install that was cut off: npm takes a package for complete when only half of its files are there. */
function removePackages() {
  for (const name of readdirSync(modules)) {
    if (name !== LOCK) rmSync(join(modules, name), { recursive: true, force: true })
  }
}

/** Returns a hash of the packages to install. */
function wanted() {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}`)
  for (const name of ['package.json', 'package-lock.json']) {
    const path = join(root, name)
    hash.update(`\0${name}\0`).update(existsSync(path) ? readFileSync(path) : '')
  }
  return hash.digest('hex')
}

/** Fetches the packages. Their install scripts stay off: with a lock file npm would compile what comes ready built. */
async function installPackages() {
  // --include: NODE_ENV=production would leave out packages that the build needs. --engine-strict: the system's Node only installs.
  // --no-save: starting must not edit the lock file.
  const choice = ['--ignore-scripts', '--include=dev', '--include=optional', '--engine-strict=false', '--no-save']
  await npm(['install', ...choice, '--no-audit', '--no-fund', '--loglevel=error'])
}

/** Fetches the Node version that the project runs on: its package's install script does, which package.json allows. */
async function installNode() {
  if (await runsWantedNode()) return
  const { output } = await npm(['rebuild', 'node', '--ignore-scripts=false'])
  if (await runsWantedNode()) return
  const message = `Node ${wantedNode()} for ${process.platform} ${process.arch} could not be installed from the npm registry.`
  throw new StepError(message, output)
}

/** The version of the `node` package that is installed. */
function wantedNode() {
  return JSON.parse(readFileSync(join(modules, 'node', 'package.json'), 'utf8')).version
}

/** Returns true if the project's own Node is installed, starts on this machine and has the right version. */
async function runsWantedNode() {
  if (!existsSync(node)) return false
  const { code, output } = await runQuiet(node, ['--version'])
  return code === 0 && output.trim() === `v${wantedNode()}`
}

/** Runs npm in the project and fails with everything it printed. */
async function npm(args) {
  const result = await runQuiet('npm', args, { env: npmEnvironment() })
  if (result.code === 0) return result
  throw new StepError(`Dependencies could not be installed: "npm ${args[0]}" failed: see its output above.`, result.output)
}

/** The environment for npm: the system's Node, no colour codes in output that is kept. */
function npmEnvironment() {
  return { ...process.env, PATH: systemPath(), NO_COLOR: '1', npm_config_progress: 'false' }
}
