import { once } from 'node:events'
import type { Server, ServerResponse } from 'node:http'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Config, readConfig } from '#app/platform/config.ts'
import { devLink } from '#app/platform/dev-tools.ts'
import { loggable } from '#app/platform/log.ts'
import { type Opening, openingOf } from '#app/platform/opening.ts'
import { readWebhookTarget } from '#app/platform/read-webhook-target.ts'
import type { Services } from '#app/platform/services.ts'
import type { SitePath } from '#app/values/site-path.ts'
import { accountsToEnter } from './accounts-to-enter.ts'
import { boot } from './boot.ts'
import { checkAnswers } from './check-answers.ts'
import { createBoundedServer } from './http/connections.ts'
import { tellToContinue } from './http/continue.ts'
import { mapStacks } from './map-stacks.ts'
import { releaseMemoryOnceQuiet } from './release-memory.ts'
import { startProblem } from './start-problem.ts'

// Only the owner can read the files this process writes.
process.umask(0o077)
mapStacks()
const startedAt = performance.now()
const stopLimitMs = 20_000
const buildDir = fileURLToPath(new URL('..', import.meta.url))

/** The process: serves the site of its environment until it is told to stop, or checks its data, and ends with a sentence if it can't. */
export async function main(): Promise<void> {
  try {
    await (process.argv.includes('--check') ? check(readConfig(process.env)) : run())
  } catch (error) {
    const { DATA_DIR = './data', DATABASE_URL } = process.env
    const line = startProblem(error, { dataDir: resolve(DATA_DIR), databaseUrl: DATABASE_URL })
    if (line === undefined) throw error
    console.error(line)
    process.exit(1)
  }
}

async function run() {
  const site = await serve(process.env)
  console.log(site.greeting)
  let stopping = false
  // Ctrl-C signals this process twice, directly and through npm: that counts as one request to stop.
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
    process.on(signal, () => {
      if (stopping) return
      stopping = true
      setTimeout(() => process.exit(1), stopLimitMs).unref()
      void site.stop().then(() => process.exit(0))
    })
}

/**
 * Serves the site of these environment variables; a process can serve several. Returns once it can be reached: the lines for the operator,
 * and the function that stops it. Throws what `startProblem` explains.
 */
export async function serve(environment: NodeJS.ProcessEnv): Promise<{ greeting: string; stop(): Promise<void> }> {
  const config = readConfig(environment)
  const instance = await boot(config, { buildDir })
  const accounts = await accountsToEnter(instance.services)
  const webhook = await webhookText(instance.services)
  const warm = (paths?: readonly SitePath[]) =>
    instance.warm(paths).catch((error) => instance.services.log.warn({ error: loggable(error) }, 'pages could not be rendered in advance'))
  if (config.warmPages) await warm(['/'])
  const server = createBoundedServer(instance.listener).listen(config.port, config.host)
  tellToContinue(server)
  const accepted = new Set<unknown>()
  server.prependListener('request', (_request, response: ServerResponse) => {
    accepted.add(response)
    response.once('close', () => accepted.delete(response))
  })
  await once(server, 'listening')
  instance.startRounds()
  if (config.warmPages) void warm().then(() => releaseMemoryOnceQuiet(server))
  return { greeting: greeting(instance.services, accounts, webhook), stop: () => stop(server, accepted, instance) }
}

/** Migrates the data and ends with 0 if the site then answers correctly, else with 1 and a sentence: no one else can reach it meanwhile. */
async function check(config: Config): Promise<void> {
  const instance = await boot(config, { buildDir, isIdle: true })
  const problem = await checkAnswers(instance.listener)
  await instance.stop()
  if (problem) console.error(problem)
  process.exit(problem ? 1 : 0)
}

/** Stops accepting connections, finishes the accepted requests, then closes the database. */
async function stop(
  server: Server,
  accepted: ReadonlySet<unknown>,
  instance: { endStreams(): void; stop(): Promise<void> },
): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve))
  instance.endStreams()
  // After the last accepted request is answered, the connections still open have nothing pending.
  const closing = setInterval(() => {
    if (accepted.size === 0) server.closeAllConnections()
    else server.closeIdleConnections()
  }, 50)
  await closed
  clearInterval(closing)
  await instance.stop()
}

function paymentsText({ stripe, devTools, siteIsLoopback }: Config): string {
  if (stripe) return stripe.paymentLink ? 'Stripe, with a payment link' : 'Stripe'
  return devTools && siteIsLoopback
    ? 'a sandbox: no money moves; set STRIPE_SECRET_KEY'
    : 'none, so Red Line can’t be booked; set STRIPE_SECRET_KEY'
}

function openingText({ isPreview, isPublic, missing }: Opening): string {
  if (missing.length === 0) return 'complete'
  const names = missing.map(({ label }) => label).join(', ')
  return `${isPreview ? 'a preview: search engines are kept out' : isPublic ? 'open, but not complete' : 'for this machine'}; missing: ${names}`
}

/** The webhook target: the one an owner stored, else the environment's. */
async function webhookText(services: Services): Promise<string> {
  try {
    const target = await readWebhookTarget(services, services.db)
    return target ? new URL(target.url).host : 'none; set one at /staff/settings, or WEBHOOK_URL and WEBHOOK_SECRET'
  } catch {
    return 'stored at /staff/settings, but it can’t be read: has SECRET_KEY changed?'
  }
}

function greeting(services: Services, accounts: readonly string[], webhook: string): string {
  const { config, secrets, mail, texts } = services
  const opening = openingOf(services)
  const dev = devLink({ config, secrets })
  return [
    '',
    `  Emergency Plumbers London is up at ${config.siteUrl} (${Math.round(performance.now() - startedAt)} ms)`,
    '',
    ...accounts,
    `  Data        ${config.databaseUrl ? `PostgreSQL at ${new URL(config.databaseUrl).host}` : config.dataDir}`,
    `  Email       ${mail.describe}`,
    `  Texts       ${texts.describe}`,
    ...(dev ? [`  Developer   opens /dev in a browser on this machine: ${dev}`] : []),
    `  Staff       ${config.staffEmail ?? (config.smtpUrl ? 'STAFF_EMAIL isn’t set, so no one is emailed about bookings' : 'email for desk@localhost; set STAFF_EMAIL')}`,
    `  Payments    ${paymentsText(config)}`,
    `  Site        ${openingText(opening)}`,
    `  Webhook     ${webhook}`,
    '',
  ].join('\n')
}

if (import.meta.main) await main()
