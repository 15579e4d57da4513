import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Asked } from './ask-page.ts'
import { median, printTable, verdict } from './figures.ts'
import { cpuMs } from './machine.ts'
import { findNginx, record, serveNginx } from './nginx.ts'
import { browserEncodings, budget, type PageAnswer, type Server } from './page-answer.ts'

const connections = 50
const pacePerSecond = 500
const warmUpSeconds = 2
/** A server at rest uses less processor time in a second. */
const restCpuMs = 50
const restLimitMs = 60_000
const client = fileURLToPath(new URL('./ask-page.ts', import.meta.url))

/** How long each load lasts, and how often. */
export interface LoadOptions {
  seconds: number
  rounds: number
}

interface Load {
  perSecond: number
  /** Processor time of the server for one request. */
  cpuMicros: number
  failures: number
}

interface Round {
  own: Load
  nginx: Load
  /** Of evenly spaced requests. */
  p99Ms: number
  nginxP99Ms: number
  failures: number
}

/** Prints what a cached page costs beside nginx with the same bytes. Returns whether every request was answered well. */
export async function reportThroughput(
  server: Server,
  pages: readonly PageAnswer[],
  folder: string,
  options: LoadOptions,
): Promise<boolean> {
  const found = findNginx()
  if (!found) {
    console.log('\nThroughput: nginx is not installed, skipped')
    return true
  }
  const loaded = pages.filter(({ answer }) => answer.status === 200)
  const answers = new Map(loaded.map(({ path, answer }) => [path, answer]))
  const nginx = await serveNginx(found.command, found.version, join(folder, 'nginx'), answers)
  const measured: { path: string; rounds: Round[] }[] = []
  try {
    await untilAtRest(server.pid)
    console.log(`\nThroughput: ${connections} connections, rounds: ${options.rounds} of ${options.seconds} s, in turns with ${nginx.name}`)
    for (const { path, answer } of loaded) {
      const served = await record(nginx.port, path, { 'accept-encoding': browserEncodings })
      if (!answer.body.equals(served.body)) throw new Error(`nginx does not serve the same: ${path}`)
      measured.push({ path, rounds: await loadPage(server, nginx, path, options) })
    }
  } finally {
    await nginx.stop()
  }
  report(measured)
  const failures = measured.flatMap(({ rounds }) => rounds).reduce((sum, round) => sum + round.failures, 0)
  if (failures > 0) console.log(`WRONG: ${failures} requests were not answered with 200`)
  return failures === 0
}

/** Pages rendered and compressed ahead are not part of what a request costs. */
async function untilAtRest(pid: number | undefined): Promise<void> {
  const limit = performance.now() + restLimitMs
  for (let usedMs = cpuMs(pid), before = -restCpuMs; usedMs - before >= restCpuMs && performance.now() < limit; usedMs = cpuMs(pid)) {
    before = usedMs
    await delay(1_000)
  }
}

async function loadPage(server: Server, nginx: Server, path: string, { seconds, rounds }: LoadOptions): Promise<Round[]> {
  for (const each of [server, nginx]) await fullLoad(each, path, warmUpSeconds)
  const measured: Round[] = []
  for (let round = 1; round <= rounds; round++) {
    const loads = new Map<Server, Load>()
    for (const each of round % 2 ? [server, nginx] : [nginx, server]) loads.set(each, await fullLoad(each, path, seconds))
    const [own, beside] = [loads.get(server), loads.get(nginx)] as [Load, Load]
    const paced = await ask(server, path, seconds, pacePerSecond)
    const nginxPaced = await ask(nginx, path, seconds, pacePerSecond)
    measured.push({ own, nginx: beside, p99Ms: paced.p99Ms, nginxP99Ms: nginxPaced.p99Ms, failures: own.failures + paced.failures })
    console.log(`  ${path}, round ${round}: ${own.cpuMicros.toFixed(0)} µs a request, nginx ${beside.cpuMicros.toFixed(0)} µs`)
  }
  return measured
}

/** As many requests as there can be. */
async function fullLoad(server: Server, path: string, forSeconds: number): Promise<Load> {
  const cpuBefore = cpuMs(server.pid)
  const { answered, failures, perSecond } = await ask(server, path, forSeconds)
  return { perSecond, cpuMicros: ((cpuMs(server.pid) - cpuBefore) * 1_000) / answered, failures }
}

/** `perSecond`: evenly spaced requests, each sent when it is due whether or not the ones before are answered. */
async function ask({ port }: Server, path: string, forSeconds: number, perSecond = 0): Promise<Asked> {
  const given = [port, path, connections, forSeconds, perSecond].map(String)
  const child = spawn(process.execPath, [client, ...given], { stdio: ['ignore', 'pipe', 'inherit'] })
  const endWithThis = () => child.kill('SIGKILL')
  process.once('exit', endWithThis)
  const asked: Asked = JSON.parse(await text(child.stdout))
  process.off('exit', endWithThis)
  return asked
}

function report(measured: readonly { path: string; rounds: readonly Round[] }[]): void {
  const rows = measured.map(({ path, rounds }) => {
    const of = (figure: (round: Round) => number) => median(rounds.map(figure))
    return {
      path,
      perSecond: of(({ own }) => own.perSecond),
      cpuMicros: of(({ own }) => own.cpuMicros),
      nginxMicros: of(({ nginx }) => nginx.cpuMicros),
      ratio: of(({ own, nginx }) => own.cpuMicros / nginx.cpuMicros),
      p99Ms: of(({ p99Ms }) => p99Ms),
      nginxP99Ms: of(({ nginxP99Ms }) => nginxP99Ms),
    }
  })
  console.log('')
  printTable(
    ['page', 'requests/s', 'CPU µs', 'nginx', 'RATIO', `p99 ms at ${pacePerSecond}/s`, 'nginx'],
    rows.map((row) => [
      row.path,
      row.perSecond.toFixed(0),
      row.cpuMicros.toFixed(0),
      row.nginxMicros.toFixed(0),
      row.ratio.toFixed(2),
      row.p99Ms.toFixed(2),
      row.nginxP99Ms.toFixed(2),
    ]),
  )
  console.log(`Budget: processor time for a request at most ${budget.cpuRatio} x nginx's, p99 at most ${budget.p99Ms} ms`)
  for (const { path, ratio, p99Ms } of rows)
    verdict(ratio <= budget.cpuRatio && p99Ms <= budget.p99Ms, `${path}: ${ratio.toFixed(2)}, ${p99Ms.toFixed(2)} ms`)
}
