import { statSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { runQuiet, StepError } from '#scripts/run.mjs'
import { SERVICE } from './paths.mjs'
import { run, succeeds } from './system.mjs'

const ANSWERS_WITHIN_MS = 90_000

/** Starts the service and Caddy, also at each boot, or restarts them if their files are newer. Returns what changed, in words. */
export async function startService(paths, port) {
  await run('systemctl', ['daemon-reload'], 'Start again once that works.')
  const changes = [
    ...(await keepRunning(SERVICE, [paths.unit, paths.settings, paths.launch])),
    ...(await keepRunning('caddy', [paths.caddyfile, paths.site])),
  ]
  if (!(await answersSoon(`127.0.0.1:${port}`))) {
    const { output } = await runQuiet('journalctl', ['-u', SERVICE, '-n', '20', '--no-pager', '-o', 'cat'], { cwd: '/' })
    throw new StepError('The site doesn’t answer. Correct what its last lines above say, then start again.', output)
  }
  return changes
}

async function keepRunning(unit, files) {
  const problem = `See why: journalctl -u ${unit}. Then start again.`
  if (!(await succeeds('systemctl', ['is-enabled', '--quiet', unit]))) await run('systemctl', ['enable', unit], problem)
  const isActive = await succeeds('systemctl', ['is-active', '--quiet', unit])
  if (isActive && !isOlder(await startedAt(unit), files)) return []
  await run('systemctl', ['restart', unit], problem)
  return [`${unit} ${isActive ? 'restarted' : 'started'}`]
}

const isOlder = (seconds, files) => files.some((file) => statSync(file).ctimeMs >= (seconds + 1) * 1000)

/** When a unit last started, in seconds since 1970. */
export async function startedAt(unit) {
  const { output } = await runQuiet('systemctl', ['show', '--timestamp=unix', '--value', '-p', 'ActiveEnterTimestamp', unit], { cwd: '/' })
  return Number(output.trim().replace('@', ''))
}

/** Waits until the site answers at this host and port. Returns false if it takes too long. */
export async function answersSoon(host) {
  const isUp = () =>
    fetch(`http://${host}/api/health`, { signal: AbortSignal.timeout(5_000) }).then(
      ({ ok }) => ok,
      () => false,
    )
  for (const endsAt = Date.now() + ANSWERS_WITHIN_MS; !(await isUp()); await delay(100)) if (Date.now() > endsAt) return false
  return true
}
