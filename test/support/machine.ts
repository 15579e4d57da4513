import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync, globSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

/* A machine for tests of the installation: a bare Debian with its own systemd, in namespaces, from Debian's packages. Needs root on Debian. */

const project = fileURLToPath(new URL('../..', import.meta.url))
/** Not in memory, where temporary files of tests are: a machine is large. */
const folderOfBases = '/var/tmp'
const basics = 'systemd,systemd-sysv,dbus,passwd,iproute2,procps'
const packages = ['caddy', 'postgresql']

/** Runs a command on this machine; throws what it printed if it fails. */
function here(command: string, ...args: string[]): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, { encoding: 'utf8', maxBuffer: 2 ** 26, cwd: project })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${error?.message ?? `${stdout}${stderr}`}`)
  return stdout
}

/** The folder of a bare Debian, with the packages of an installation downloaded but not installed. Made once per machine. */
export function bareDebian(suite: 'bookworm' | 'trixie'): string {
  const base = `${folderOfBases}/plumbers-test-${suite}`
  if (existsSync(base)) return base
  if (!existsSync('/usr/sbin/debootstrap')) {
    here('apt-get', 'update')
    here('apt-get', 'install', '--yes', '--no-install-recommends', 'debootstrap')
  }
  const part = mkdtempSync(`${base}-`)
  here('debootstrap', '--variant=minbase', `--include=${basics}`, suite, part)
  here('cp', '/etc/resolv.conf', `${part}/etc/resolv.conf`)
  here('chroot', part, 'apt-get', 'update')
  here('chroot', part, 'apt-get', 'install', '--yes', '--no-install-recommends', '--download-only', ...packages)
  renameSync(part, base)
  return base
}

/** The tarball of a release of the present files. */
export function packedRelease(): string {
  here(process.execPath, 'scripts/release.mjs', '--dirty')
  const [tarball] = globSync('build/release/*.tar.gz', { cwd: project })
  return join(project, tarball ?? '')
}

export interface Machine {
  /** Runs a shell command as root on the machine, with this input. `output`: both streams. */
  run(command: string, input?: string | Buffer): { status: number | null; output: string }
  /** The power fails. */
  cutPower(): Promise<void>
  boot(): Promise<void>
  /** Ends it and removes its disk. */
  remove(): Promise<void>
}

/** A machine of its own, booted, with a release's tarball in /root. */
export async function bootMachine(base: string, tarball: string): Promise<Machine> {
  const folder = mkdtempSync(`${folderOfBases}/plumbers-test-machine-`)
  let booter: ChildProcess | undefined
  const init = () => Number(here('pgrep', '--parent', String(booter?.pid)).trim())
  const machine: Machine = {
    run(command, input = '') {
      const env = ['env', '-i', 'PATH=/usr/sbin:/usr/bin:/sbin:/bin', 'HOME=/root', 'LC_ALL=C.UTF-8']
      const args = ['--all', '--target', String(init()), ...env, 'sh', '-c', `exec 2>&1; ${command}`]
      const { status, stdout } = spawnSync('nsenter', args, { input, encoding: 'utf8', maxBuffer: 2 ** 26 })
      return { status, output: stdout }
    },
    async boot() {
      let said = ''
      booter = spawn(join(project, 'test/support/boot-machine.sh'), [base, folder], { stdio: ['ignore', 'pipe', 'pipe'] })
      for (const stream of [booter.stdout, booter.stderr]) stream?.setEncoding('utf8').on('data', (text: string) => (said += text))
      for (let tries = 0; ; tries++) {
        await delay(500)
        if (booter.exitCode !== null || tries > 240) throw new Error(`systemd doesn’t boot here: it needs root and namespaces.\n${said}`)
        if (/^(running|degraded)/.test(machine.run('systemctl is-system-running --wait').output)) return
      }
    },
    async cutPower() {
      const { promise, resolve } = Promise.withResolvers<void>()
      booter?.once('exit', () => resolve())
      process.kill(init(), 'SIGKILL')
      await promise
    },
    async remove() {
      await machine.cutPower()
      rmSync(folder, { recursive: true, force: true })
    },
  }
  await machine.boot()
  machine.run(
    'cat > /root/release.tar.gz && cd /root && tar --extract --gzip --file release.tar.gz --one-top-level=release --strip-components=1',
    readFileSync(tarball),
  )
  return machine
}
