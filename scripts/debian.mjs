import { existsSync } from 'node:fs'
import { runQuiet } from './run.mjs'

const MINUTE = 60_000

/** Returns true if the system's package manager can install something: only root on Debian or Ubuntu can. */
export function canInstallPackages() {
  return process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
}

/** Installs packages of the system and returns what the package manager printed. */
export async function installPackages(packages) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const updated = await runQuiet('apt-get', ['update'], { env, timeLimit: 5 * MINUTE })
  const installed = await runQuiet('apt-get', ['install', '-y', '--no-install-recommends', ...packages], { env, timeLimit: 15 * MINUTE })
  return `${updated.output}\n${installed.output}`
}
