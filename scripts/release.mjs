import { createHash } from 'node:crypto'
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import process from 'node:process'
import { ensureBuilt } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { log, root, runMain, runQuiet, StepError, systemPath } from './run.mjs'

const PLATFORM = 'linux-x64'
const folder = join(root, 'build', 'release')
/** Read by path, so no import names them: what the server's build leaves out (vite.config.ts), and fonts (script-fonts.ts). */
const READ_BY_PATH = /^(better-sqlite3|harfbuzzjs|sharp|@fontsource-variable\/.+)$/
/** Parts of packages that only compilers, debuggers and other machines read. */
const NOT_RUN =
  /\.(d\.[cm]?ts|map|md|s?css)$|^better-sqlite3\/(deps|src|binding\.gyp)|^better-sqlite3\/prebuilds\/(?!linux-x64\.)|^@fontsource.*(?<!-wght-normal)\.woff2$/

/** Makes the release of the present commit: `npm run release`. With --dirty, of the present files, to try it. */
async function main() {
  if (`${process.platform}-${process.arch}` !== PLATFORM) throw new StepError(`A release can only be made on ${PLATFORM}.`)
  const isTrial = process.argv.includes('--dirty')
  if (!isTrial && (await output('git', ['status', '--porcelain'])))
    throw new StepError('Commit your changes first: a release is made from a commit.')
  await ensureInstalled({ log })
  await ensureBuilt({ log })
  const { facts, time } = await describe(isTrial)
  const name = `emergency-plumbers-london-${facts.version}-${PLATFORM}`
  const top = join(folder, name)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(top, { recursive: true })
  log('Collecting files ...')
  const { files, packages } = await neededAtRunTime()
  for (const file of files) copy(file, top)
  for (const part of ['client', 'islands', 'server', 'worker'])
    cpSync(join(root, 'build', part), join(top, 'build', part), { recursive: true })
  mkdirSync(join(top, 'node', 'bin'), { recursive: true })
  cpSync(join(root, 'node_modules', 'node', 'bin', 'node'), join(top, 'node', 'bin', 'node'))
  await installPackages(top, packages)
  const bill = await billOfMaterials(facts)
  for (const file of [join(top, 'sbom.cdx.json'), join(folder, `${name}.cdx.json`)]) writeFileSync(file, bill)
  writeFileSync(join(top, 'RELEASE'), lines(Object.entries(facts).map((pair) => pair.join('='))))
  seal(top)
  log('Packing ...')
  const tarball = join(folder, `${name}.tar.gz`)
  const same = ['--sort=name', `--mtime=@${time}`, '--owner=0', '--group=0', '--numeric-owner', '--format=gnu']
  await output('tar', ['-C', folder, ...same, '-I', 'gzip -n', '-cf', tarball, name])
  writeFileSync(`${tarball}.sha256`, `${sumOf(tarball)}  ${basename(tarball)}\n`)
  rmSync(top, { recursive: true })
  log(`${tarball} (${Math.round(statSync(tarball).size / 2 ** 20)} MB)`)
}

/** The facts of the file RELEASE, and the commit's time in seconds. */
async function describe(isTrial) {
  const { version, dependencies } = manifest()
  const [commit, time] = (await output('git', ['show', '-s', '--format=%H %ct', 'HEAD'])).split(' ')
  const date = new Date(time * 1000).toISOString()
  const id = `${version}-${date.slice(0, 10).replaceAll('-', '')}-${commit.slice(0, 7)}${isTrial ? '-trial' : ''}`
  return { facts: { version: id, commit, date, node: dependencies.node, platform: PLATFORM }, time }
}

/**
 * The files of the project that a server needs besides the build, and the packages that they import. The commands run from their sources,
 * so these are followed from import to import.
 */
async function neededAtRunTime() {
  const tracked = (await output('git', ['ls-files', '--cached', '--others', '--exclude-standard'])).split('\n')
  const files = new Set(
    tracked.filter((path) => /^(deploy|docs)\/|^(README\.md|package\.json)$/.test(path) && existsSync(join(root, path))),
  )
  const packages = new Set(Object.keys(manifest().dependencies).filter((name) => READ_BY_PATH.test(name)))
  const open = ['scripts/backup.mjs', 'scripts/restore.mjs', ...[...files].filter((path) => path.endsWith('.mjs'))]
  // Vite is there once everything is installed.
  const { parseSync } = await import('vite')
  for (const file of open) {
    files.add(file)
    for (const specifier of importsOf(file, parseSync)) {
      if (specifier.startsWith('node:')) continue
      const target = specifier.startsWith('.') ? join(dirname(file), specifier) : specifier.startsWith('#') ? specifier.slice(1) : undefined
      if (!target) packages.add(packageOf(specifier))
      else if (!files.has(target) && !open.includes(target)) open.push(target)
    }
  }
  return { files: [...files].filter((path) => !/\.test\.tsx?$/.test(path)), packages: [...packages] }
}

const packageOf = (specifier) =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')

/** The modules that a module imports when it runs, without those for its types. */
function importsOf(file, parseSync) {
  const source = readFileSync(join(root, file), 'utf8')
  const { module } = parseSync(file, source)
  const isType = ({ start }) => /^(import|export)\s+type\b/.test(source.slice(start))
  const fixed = module.staticImports.filter((one) => !isType(one)).map(({ moduleRequest }) => moduleRequest.value)
  const passedOn = module.staticExports
    .filter((one) => !isType(one))
    .flatMap(({ entries }) => entries.map((entry) => entry.moduleRequest?.value))
  const dynamic = module.dynamicImports.map(({ moduleRequest: { start, end } }) => source.slice(start, end).replace(/^['"`]|['"`]$/g, ''))
  return [...fixed, ...passedOn, ...dynamic].filter(Boolean)
}

/** Installs the packages named, and those that they need, in the versions of the lock file. */
async function installPackages(top, packages) {
  const stage = join(folder, 'packages')
  mkdirSync(stage)
  const { dependencies, ...rest } = manifest()
  const wanted = Object.fromEntries(packages.map((name) => [name, dependencies[name]]))
  writeFileSync(join(stage, 'package.json'), JSON.stringify({ ...rest, dependencies: wanted, devDependencies: {} }))
  cpSync(join(root, 'package-lock.json'), join(stage, 'package-lock.json'))
  await output('npm', ['install', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], stage)
  const modules = join(stage, 'node_modules')
  const isRun = (path) => !NOT_RUN.test(path.slice(modules.length + 1)) && !['.bin', '.package-lock.json'].includes(basename(path))
  cpSync(modules, join(top, 'node_modules'), { recursive: true, filter: isRun })
  rmSync(stage, { recursive: true })
}

/** Everything that is shipped, also as part of the build, in CycloneDX; the same for each release of a commit. */
async function billOfMaterials({ date }) {
  const args = ['sbom', '--sbom-format=cyclonedx', '--omit=dev', '--package-lock-only', '--loglevel=error']
  const { serialNumber: _, ...bill } = JSON.parse(await output('npm', args))
  return JSON.stringify({ ...bill, metadata: { ...bill.metadata, timestamp: date } }, undefined, 1)
}

/** Gives every file the same mode on each machine, and lists its checksum. */
function seal(top) {
  const files = readdirSync(top, { recursive: true, withFileTypes: true })
    .map((entry) => ({ path: join(entry.parentPath, entry.name), isFile: entry.isFile() }))
    .sort((a, b) => (a.path < b.path ? -1 : 1))
  for (const { path, isFile } of files) chmodSync(path, !isFile || statSync(path).mode & 0o100 ? 0o755 : 0o644)
  const sums = files.filter(({ isFile }) => isFile).map(({ path }) => `${sumOf(path)}  ${path.slice(top.length + 1)}`)
  writeFileSync(join(top, 'SHA256SUMS'), lines(sums), { mode: 0o644 })
}

const sumOf = (file) => createHash('sha256').update(readFileSync(file)).digest('hex')
const lines = (list) => `${list.join('\n')}\n`
const manifest = () => JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

function copy(file, top) {
  mkdirSync(dirname(join(top, file)), { recursive: true })
  cpSync(join(root, file), join(top, file))
}

/** Runs a command of the system and returns what it printed. */
async function output(command, args, cwd = root) {
  const env = { ...process.env, PATH: systemPath(), NO_COLOR: '1' }
  const { code, output: printed } = await runQuiet(command, args, { cwd, env })
  if (code !== 0) throw new StepError(`The release could not be made: "${command} ${args[0]}" failed: see its output above.`, printed)
  return printed.trim()
}

await runMain(main)
