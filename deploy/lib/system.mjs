import { spawnSync } from 'node:child_process'
import { lookup } from 'node:dns/promises'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { networkInterfaces } from 'node:os'
import { basename, dirname, join } from 'node:path'
import process from 'node:process'
import { runQuiet, StepError } from '#scripts/run.mjs'
import { readSettings } from './settings.mjs'

const MINUTE = 60_000

/** Throws unless this is root, or a test below a root folder of its own. */
export function requireRoot({ root }, command) {
  if (!root && process.getuid() !== 0) throw new StepError(`Start this as root: sudo ${command}`)
}

/** Throws unless this is root on Debian 12 or 13 with systemd: the sentence says what to do. */
export function requireServer({ root }, command) {
  requireRoot({ root }, command)
  if (root) return
  const { ID: id, VERSION_ID: version, PRETTY_NAME: name = 'another system' } = osRelease()
  if (id !== 'debian' || !['12', '13'].includes(version)) throw new StepError(`This needs Debian 12 or 13, but this machine has ${name}.`)
  if (!existsSync('/run/systemd/system'))
    throw new StepError('systemd isn’t running here, as in most containers. Use a whole (virtual) machine, or compose.yaml.')
}

function osRelease() {
  const lines = readFileSync('/etc/os-release', 'utf8').matchAll(/^(\w+)="?([^"\n]*)"?$/gm)
  return Object.fromEntries([...lines].map(([, name, value]) => [name, value]))
}

/** Runs a command to its end. Returns what it printed; throws the sentence if it fails. */
export async function run(command, args, problem) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C.UTF-8' }
  const { code, output } = await runQuiet(command, args, { cwd: '/', env, timeLimit: 15 * MINUTE })
  if (code === 0) return output.trim()
  throw new StepError(`“${[command, ...args].join(' ')}” failed. ${problem}`, output)
}

/** Runs a command and returns true if it succeeds. */
export const succeeds = async (command, args) => (await runQuiet(command, args, { cwd: '/' })).code === 0

/** Installs Debian's packages that are missing, and returns their names. */
export async function installPackages(names) {
  const isThere = async (name) => (await runQuiet('dpkg', ['--status', name], { cwd: '/' })).output.includes('Status: install ok installed')
  const missing = []
  for (const name of names) if (!(await isThere(name))) missing.push(name)
  if (missing.length === 0) return missing
  const problem = 'Check this machine’s internet connection and /etc/apt/sources.list, then start again: it continues from here.'
  // A new machine often installs its own updates first.
  const apt = ['-o', 'DPkg::Lock::Timeout=300', '--quiet']
  await run('apt-get', [...apt, 'update'], problem)
  // Completes what a power cut interrupted.
  await run('dpkg', ['--configure', '--pending'], problem)
  await run('apt-get', [...apt, 'install', '--yes', '--no-install-recommends', ...missing], problem)
  return missing
}

/** The process that listens on a port, as `{ pid, name, uid }`; undefined if the port is free. */
export function portHolder(port) {
  const hex = port.toString(16).toUpperCase().padStart(4, '0')
  const rows = ['tcp', 'tcp6'].flatMap((kind) =>
    existsSync(`/proc/net/${kind}`) ? readFileSync(`/proc/net/${kind}`, 'utf8').split('\n') : [],
  )
  const fields = rows.map((row) => row.trim().split(/\s+/)).find(([, local, , state]) => local?.endsWith(`:${hex}`) && state === '0A')
  if (!fields) return undefined
  const socket = `socket:[${fields[9]}]`
  const pid = readdirSync('/proc').find((name) => /^\d+$/.test(name) && openFiles(name).includes(socket))
  return { pid, uid: Number(fields[7]), name: pid ? basename(readlinkSync(`/proc/${pid}/exe`)) : 'another process' }
}

function openFiles(pid) {
  try {
    return readdirSync(`/proc/${pid}/fd`).flatMap((file) => readlinkSync(`/proc/${pid}/fd/${file}`))
  } catch {
    // It ended meanwhile.
    return []
  }
}

/** A warning if a domain doesn't lead to this machine, as far as that can be seen from here. */
export async function domainWarning(domain) {
  const found = await lookup(domain, { all: true }).catch(() => [])
  const own = Object.values(networkInterfaces()).flatMap((addresses) => addresses.map(({ address }) => address))
  if (found.some(({ address }) => own.includes(address))) return undefined
  const outside = own.filter((address) => !/^(127\.|::1$|fe80:)/.test(address)).join(', ') || 'none'
  return found.length === 0
    ? `${domain} has no address yet. At your domain’s provider, add an A record with this machine’s public address (its own: ${outside}). Caddy gets the certificate once it’s there.`
    : `${domain} leads to ${found.map(({ address }) => address).join(', ')}, and this machine has ${outside}. If it isn’t behind a router with that address, correct the A record at your domain’s provider.`
}

/** Writes a file if its content, mode or owner is another. Returns its path if it did, else undefined. */
export function put(path, content, { mode = 0o644, uid = process.getuid(), gid = process.getgid() } = {}) {
  const known = statSync(path, { throwIfNoEntry: false })
  const isSame = known && readFileSync(path, 'utf8') === content
  if (isSame && (known.mode & 0o777) === mode && known.uid === uid && known.gid === gid) return undefined
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(`${path}.new`, content, { mode, flush: true })
  chmodSync(`${path}.new`, mode)
  chownSync(`${path}.new`, uid, gid)
  renameSync(`${path}.new`, path)
  return path
}

/** Makes a folder, or corrects its mode and owner. Returns its path if it did, else undefined. */
export function putFolder(path, { mode = 0o755, uid = process.getuid(), gid = process.getgid() } = {}) {
  const known = statSync(path, { throwIfNoEntry: false })
  if (known && (known.mode & 0o777) === mode && known.uid === uid && known.gid === gid) return undefined
  mkdirSync(path, { recursive: true })
  chmodSync(path, mode)
  chownSync(path, uid, gid)
  return path
}

/** The service's user, as `{ uid, gid }`; below a root folder in tests, the present one. Undefined if there is none. */
export function serviceUser({ root }, name) {
  if (root) return { uid: process.getuid(), gid: process.getgid() }
  const [, , uid, gid] = (/^.*$/m.exec(spawnSync('getent', ['passwd', name], { encoding: 'utf8' }).stdout)?.[0] ?? '').split(':')
  return uid ? { uid: Number(uid), gid: Number(gid) } : undefined
}

/**
 * Runs a command of the installed release as the service, with its settings: root's files among the data would stop the server.
 */
export function asService(paths, script, { args = [], user, quiet = false }) {
  const current = join(paths.opt, 'current')
  return spawnSync(join(current, 'node/bin/node'), [join(current, script), ...args], {
    ...{ cwd: paths.state, encoding: 'utf8', stdio: quiet ? 'pipe' : 'inherit', ...user },
    env: { PATH: process.env.PATH, ...readSettings(paths) },
  })
}
