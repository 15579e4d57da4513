import { spawn } from 'node:child_process'
import { realpathSync, renameSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import process from 'node:process'
import { runMain, StepError } from '#scripts/run.mjs'
import { pathsBelow } from './lib/paths.mjs'
import { flush, pointTo, readRelease } from './lib/release.mjs'
import { SERVER_ARGS, serverEnv } from './lib/server.mjs'
import { readReport, tell } from './lib/update-report.mjs'

const paths = pathsBelow()
/** A machine that stops during every try must not keep the site down. */
const MOST_TRIES = 3

/**
 * The service: switches to the release that waits, if there is one, then becomes the server of the current one. Whatever ends it, the next
 * start continues where it stopped. No server runs meanwhile, so nothing is acknowledged until the switch is complete or undone.
 */
async function main() {
  if (folderOf(paths.next)) await prepare(folderOf(paths.next))
  const ready = folderOf(paths.ready)
  if (ready) await complete(ready)
  const current = folderOf(paths.current)
  const node = join(current, 'node/bin/node')
  // A new release may start its server in its own way.
  const args = ready ? [join(current, 'deploy/launch.mjs')] : [...SERVER_ARGS, join(current, 'build/server/index.js')]
  process.execve(node, [node, ...args], { ...serverEnv(paths.cache), ...process.env })
}

/** Has the waiting release make its data beside the present data. On any failure everything is as before, and the report says why. */
async function prepare(next) {
  const before = readReport(paths)
  const [version, from] = [next, folderOf(paths.current)].map((folder) => basename(folder))
  const tries = before?.state === 'switching' && before.version === version ? before.tries + 1 : 1
  const report = { state: 'switching', version, from, at: new Date().toISOString(), tries, lines: [] }
  try {
    tell(paths, report)
    if (tries > MOST_TRIES) throw new StepError(`The machine or the service stopped during each of ${MOST_TRIES} tries.`)
    await runSwitch(next, 'copy', report)
    // The commit: until here only back, from here only forward.
    renameSync(paths.next, paths.ready)
    flush(paths.state)
  } catch (error) {
    if (folderOf(paths.ready)) throw error
    rmSync(paths.next, { force: true })
    rmSync(join(paths.data, 'update'), { recursive: true, force: true })
    tell(paths, { ...report, state: 'undone' }, error.message, `Not updated: ${from} continues, with all its data.`)
  }
}

/** Completes the switch. Each step can be repeated, and is until all are done. */
async function complete(ready) {
  const { version } = readRelease(ready)
  const report = { version, lines: [], ...readReport(paths), state: 'switching' }
  await runSwitch(ready, 'replace', report).catch((error) => {
    if (report.lines.at(-1) !== error.message) tell(paths, report, error.message)
    throw error
  })
  pointTo(paths.current, ready)
  tell(paths, { ...report, state: 'done' }, `Switched to ${version}.`)
  rmSync(paths.ready)
  flush(paths.state)
}

/** Runs a step with the code of the release that waits. Throws with what it printed if it fails. */
async function runSwitch(release, step, report) {
  const child = spawn(join(release, 'node/bin/node'), [join(release, 'deploy/switch.mjs'), step], { stdio: ['ignore', 'pipe', 'pipe'] })
  let complaint = ''
  child.stderr.setEncoding('utf8').on('data', (text) => (complaint = (complaint + text).slice(-2_000)))
  child.stdout.setEncoding('utf8').on('data', (text) => tell(paths, report, ...text.trim().split('\n')))
  const code = await new Promise((resolve, reject) =>
    child.once('error', reject).once('close', (status, signal) => resolve(status ?? signal)),
  )
  if (code !== 0) throw new StepError(complaint.trim() || `${release} ended with ${code}.`)
}

/** The folder that a link leads to; undefined if there is no link, or it leads nowhere. */
function folderOf(link) {
  try {
    return realpathSync(link)
  } catch {
    return undefined
  }
}

await runMain(main)
