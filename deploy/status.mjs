import { existsSync, readlinkSync, realpathSync, statfsSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { connect } from 'node:tls'
import { momentText } from '#app/platform/london.ts'
import { log, runMain, StepError } from '#scripts/run.mjs'
import { pathsBelow, SERVICE } from './lib/paths.mjs'
import { readSettings } from './lib/settings.mjs'
import { startedAt } from './lib/start.mjs'
import { asService, requireRoot, serviceUser, succeeds } from './lib/system.mjs'
import { readReport } from './lib/update-report.mjs'

const paths = pathsBelow()
const LEAST_FREE_MB = 500
const CERTIFICATE_DAYS = 14
/** The purpose of each setting that the site needs to do its work. */
const wanted = { SMTP_URL: 'email', TWILIO_ACCOUNT_SID: 'texts and calls', STRIPE_SECRET_KEY: 'Red Line payments' }

/** Prints in ten lines how the site is. Exit code 0: well; 1: something needs you; 3: the site doesn't answer. */
async function main() {
  requireRoot(paths, '/opt/plumbers/current/deploy/status')
  if (!existsSync(paths.current)) throw new StepError('The site isn’t installed here: run deploy/install.')
  const settings = readSettings(paths)
  const facts = factsOf()
  const lines = [
    ['Version', basename(realpathSync(paths.current))],
    ['Service', ...(await serviceText())],
    ['Site', ...(await siteText(settings))],
    ['Certificate', ...(await certificateText(settings))],
    ['Backup', ...backupText(facts)],
    ['Disk', ...diskText()],
    ['Database', ...databaseText(settings, facts)],
    ['Missing', ...missingText(settings, facts)],
    ['Last day', ...dayText(facts)],
    ['Update', ...updateText()],
  ]
  for (const [name, text, state = 0] of lines) log(`${state ? '!' : ' '} ${name.padEnd(12)} ${text}`)
  return Math.max(...lines.map(([, , state = 0]) => state))
}

/** Facts that only the data has; with `problem` if it can't be read. */
function factsOf() {
  const user = serviceUser(paths, SERVICE)
  const { status, stdout, stderr } = asService(paths, 'deploy/facts.mjs', { user, quiet: true })
  return status === 0 ? JSON.parse(stdout) : { problem: stderr.trim().split('\n').at(-1) }
}

async function serviceText() {
  if (!(await succeeds('systemctl', ['is-active', '--quiet', SERVICE]))) return [`doesn’t run: see journalctl -u ${SERVICE}`, 3]
  return [`runs since ${momentText(new Date((await startedAt(SERVICE)) * 1000))}`]
}

async function siteText({ SITE_URL: site }) {
  const begun = performance.now()
  try {
    const { status } = await fetch(`${site}/api/health`, { signal: AbortSignal.timeout(10_000) })
    return status === 200
      ? [`${site} answers in ${Math.round(performance.now() - begun)} ms`]
      : [`${site} answers with an error (${status})`, 3]
  } catch (error) {
    return [`${site} doesn’t answer from here (${error.cause?.code ?? error.message})`, 3]
  }
}

/** Of Caddy on this machine, wherever the domain leads. */
async function certificateText({ SITE_URL: site }) {
  const servername = new URL(site).hostname
  const { promise, resolve } = Promise.withResolvers()
  const socket = connect({ host: '127.0.0.1', port: 443, servername, rejectUnauthorized: false, timeout: 10_000 })
  socket.once('secureConnect', () => resolve(socket.getPeerCertificate().valid_to)).once('error', () => resolve())
  socket.once('timeout', () => resolve())
  const until = Date.parse(await promise)
  socket.destroy()
  if (Number.isNaN(until)) return ['not there yet: see journalctl -u caddy', 1]
  const isLate = until < Date.now() + CERTIFICATE_DAYS * 86_400_000
  return [`until ${momentText(new Date(until))}${isLate ? ': Caddy couldn’t renew it, see journalctl -u caddy' : ''}`, isLate ? 1 : 0]
}

function backupText({ backups, problem }) {
  if (problem) return ['unknown', 1]
  if (backups.length === 0) return ['off: set BACKUP_DIR', 1]
  return [
    backups.map((one) => `${one.name}: ${one.problem || one.text}`).join(' '),
    backups.some((one) => one.isLate || one.problem) ? 1 : 0,
  ]
}

function diskText() {
  const { bavail, blocks, bsize } = statfsSync(paths.data)
  const [free, all] = [bavail, blocks].map((count) => Math.floor((count * bsize) / 2 ** 20))
  return [`${free.toLocaleString('en-GB')} MB free of ${all.toLocaleString('en-GB')} MB`, free < LEAST_FREE_MB ? 1 : 0]
}

function databaseText({ DATABASE_URL: url }, { problem }) {
  const size = statSync(join(paths.data, 'plumbers.sqlite'), { throwIfNoEntry: false })?.size ?? 0
  const name = url ? `PostgreSQL at ${new URL(url).host}` : `SQLite, ${Math.ceil(size / 1e6)} MB`
  return problem ? [`${name}: ${problem}`, 1] : [name]
}

function missingText(settings, { missingDetails = [] }) {
  const unset = Object.entries(wanted).filter(([name]) => !settings[name])
  const parts = [
    ...unset.map(([name, what]) => `${name} (${what})`),
    ...(missingDetails.length > 0 ? [`at /staff/settings/business/details: ${missingDetails.join(', ')}`] : []),
  ]
  return parts.length === 0 ? ['nothing'] : [parts.join(', '), 1]
}

function dayText({ errors = 0, alarms = [] }) {
  if (errors + alarms.length === 0) return ['no alarms, no errors']
  const kinds = `${errors} ${errors === 1 ? 'kind' : 'kinds'} of error`
  return [`alarms: ${alarms.join(', ') || 'none'}; ${kinds}: see /staff/monitoring`, 1]
}

function updateText() {
  if (existsSync(paths.next)) return [`${basename(readlinkSync(paths.next))} waits for the next start`, 1]
  const report = readReport(paths)
  if (report?.state === 'undone') return [`to ${report.version} failed: ${report.lines.at(-1)}`, 1]
  return [report ? `none waits; the last was on ${momentText(report.at)}` : 'none waits']
}

await runMain(main)
