import { spawn } from 'node:child_process'
import http from 'node:http'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { median, percentile, printTable } from './figures.ts'
import { cpuMs } from './machine.ts'
import { difference, findNginx, record, type Static, serveBare, serveNginx } from './nginx.ts'
import { browserEncodings, budget, type PageAnswer, type Server, verdict } from './page-answer.ts'
import { readMemory } from './page-memory.ts'

const connections = 50
const pacePerSecond = 500
const warmUpSeconds = 2
const autocannon = fileURLToPath(import.meta.resolve('autocannon'))

/** How long each load lasts, and how often. */
export interface LoadOptions {
  seconds: number
  rounds: number
}

interface Load {
  perSecond: number
  /** Processor time of the server for one request. */
  cpuMicros: number
  /** The share of one core that it used. */
  busy: number
  p99Ms: number
  failures: number
}

interface LoadRound {
  own: Load
  beside: Load
  /** Evenly spaced. */
  ownP99Ms: number
  besideP99Ms: number
  /** As autocannon spaces a rate: every connection sends its share of a second at once. */
  burstP99Ms: number
  failures: number
}

/** Prints how many requests the server answers beside nginx with the same bytes. Answers whether every request was answered well. */
export async function reportThroughput(
  server: Server,
  pages: readonly PageAnswer[],
  folder: string,
  options: LoadOptions,
): Promise<boolean> {
  const loaded = pages.filter(({ answer }) => answer.status === 200)
  const beside = await startBeside(join(folder, 'nginx'), loaded)
  const measured: { path: string; rounds: LoadRound[] }[] = []
  try {
    console.log(`\nThroughput: ${connections} connections, rounds: ${options.rounds} of ${options.seconds} s, in turns with ${beside.name}`)
    for (const page of loaded) {
      const served = await record(beside.port, page.path, { 'accept-encoding': browserEncodings })
      const differs = difference(page.answer, served)
      if (differs) throw new Error(`${beside.name} does not serve the same: ${differs}`)
      measured.push({ path: page.path, rounds: await loadPage(server, beside, page.path, options) })
    }
  } finally {
    await beside.stop()
  }
  printThroughput(measured, beside)
  const after = readMemory(server.pid)
  if (after)
    console.log(`Memory of the server after this load: ${after.nowMb.toFixed(0)} MB resident, ${after.peakMb.toFixed(0)} MB at the most`)
  const failures = measured.flatMap(({ rounds }) => rounds).reduce((sum, round) => sum + round.failures, 0)
  if (failures > 0) console.log(`WRONG: ${failures} requests were not answered with 200`)
  return failures === 0
}

async function startBeside(folder: string, pages: readonly PageAnswer[]): Promise<Static> {
  const answers = new Map(pages.map(({ path, answer }) => [path, answer]))
  const nginx = findNginx()
  if (nginx) return serveNginx(nginx.command, nginx.version, folder, answers)
  console.log('\nnginx: not installed, skipped; a bare node:http server takes its place')
  return serveBare(answers)
}

async function loadPage(server: Server, beside: Static, path: string, { seconds, rounds: loadRounds }: LoadOptions): Promise<LoadRound[]> {
  const rounds: LoadRound[] = []
  for (const each of [server, beside]) await fullLoad(each, path, warmUpSeconds)
  for (let round = 1; round <= loadRounds; round++) {
    const [first, second] = round % 2 ? [server, beside] : [beside, server]
    const loads = new Map<Server, Load>()
    for (const each of [first, second]) loads.set(each, await fullLoad(each, path, seconds))
    const [own, other] = [loads.get(server), loads.get(beside)] as [Load, Load]
    const paced = await pacedLoad(server, path, seconds)
    const pacedBeside = await pacedLoad(beside, path, seconds)
    const burst = await runAutocannon(server, path, seconds, ['-R', String(pacePerSecond), '-C'])
    rounds.push({
      own,
      beside: other,
      ownP99Ms: paced.p99Ms,
      besideP99Ms: pacedBeside.p99Ms,
      burstP99Ms: burst.p99Ms,
      failures: own.failures + paced.failures + burst.failures,
    })
    console.log(`  ${path}, round ${round}: ${own.perSecond.toFixed(0)} requests/s, ${beside.name} ${other.perSecond.toFixed(0)}/s`)
  }
  return rounds
}

async function fullLoad(server: Server, path: string, forSeconds: number): Promise<Load> {
  const [cpuBefore, startedAt] = [cpuMs(server.pid), performance.now()]
  const { requests, perSecond, p99Ms, failures } = await runAutocannon(server, path, forSeconds)
  const used = cpuMs(server.pid) - cpuBefore
  const tookMs = Math.min(performance.now() - startedAt, (requests / perSecond) * 1000)
  return { perSecond, cpuMicros: (used * 1000) / requests, busy: used / tookMs, p99Ms, failures }
}

async function runAutocannon({ port }: Server, path: string, forSeconds: number, more: string[] = []) {
  const header = `accept-encoding=${browserEncodings}`
  const load = ['-j', '-n', '-c', String(connections), '-d', String(forSeconds), '-H', header, ...more, `http://127.0.0.1:${port}${path}`]
  const child = spawn(process.execPath, [autocannon, ...load], { stdio: ['ignore', 'pipe', 'ignore'] })
  const endWithThis = () => child.kill('SIGKILL')
  process.once('exit', endWithThis)
  let output = ''
  for await (const chunk of child.stdout) output += chunk
  process.off('exit', endWithThis)
  const result = JSON.parse(output)
  const requests: number = result['2xx']
  return {
    requests,
    perSecond: requests / result.duration,
    p99Ms: result.latency.p99 as number,
    failures: (result.non2xx + result.errors + result.mismatches) as number,
  }
}

/** Requests at an even pace, each sent when it is due whether or not the ones before are answered. */
async function pacedLoad({ port }: Server, path: string, seconds: number): Promise<{ p99Ms: number; failures: number }> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: connections })
  const durations: number[] = []
  let failures = 0
  const visit = async () => {
    const sentAt = performance.now()
    const status = await askOnce(agent, port, path).catch(() => 0)
    durations.push(performance.now() - sentAt)
    if (status !== 200) failures++
  }
  const visits: Promise<void>[] = []
  const startedAt = performance.now()
  for (let sent = 0; sent < seconds * pacePerSecond; await delay(1))
    for (const due = ((performance.now() - startedAt) / 1000) * pacePerSecond; sent < due && sent < seconds * pacePerSecond; sent++)
      visits.push(visit())
  await Promise.all(visits)
  agent.destroy()
  return { p99Ms: percentile(durations, 0.99), failures }
}

function askOnce(agent: http.Agent, port: number, path: string): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const headers = { 'accept-encoding': browserEncodings }
  const request = http.get({ host: '127.0.0.1', port, path, agent, headers }, (response) => {
    response.resume()
    response.on('end', () => resolve(response.statusCode ?? 0))
    response.on('error', reject)
  })
  request.on('error', reject)
  return promise
}

function printThroughput(measured: readonly { path: string; rounds: LoadRound[] }[], beside: Static): void {
  const rows = measured.map(({ path, rounds }) => {
    const of = (figure: (round: LoadRound) => number) => median(rounds.map(figure))
    return {
      path,
      of,
      ratio: of(({ own, beside }) => own.perSecond / beside.perSecond),
      cpuRatio: of(({ own, beside }) => beside.cpuMicros / own.cpuMicros),
      p99Ms: of(({ ownP99Ms }) => ownP99Ms),
      worstP99Ms: Math.max(...rounds.map(({ ownP99Ms }) => ownP99Ms)),
      burstP99Ms: of(({ burstP99Ms }) => burstP99Ms),
    }
  })
  console.log('')
  printTable(
    [
      'page',
      'requests/s',
      beside.name,
      'RATIO',
      'CPU µs',
      'of its',
      'CPU RATIO',
      'busy',
      'its',
      'p99 ms full load',
      `p99 ms at ${pacePerSecond}/s`,
      'its',
      'in bursts',
    ],
    rows.map(({ path, of, ratio, cpuRatio, p99Ms, burstP99Ms }) => [
      path,
      of(({ own }) => own.perSecond).toFixed(0),
      of(({ beside }) => beside.perSecond).toFixed(0),
      ratio.toFixed(2),
      of(({ own }) => own.cpuMicros).toFixed(0),
      of(({ beside }) => beside.cpuMicros).toFixed(0),
      cpuRatio.toFixed(2),
      percent(of(({ own }) => own.busy)),
      percent(of(({ beside }) => beside.busy)),
      of(({ own }) => own.p99Ms).toFixed(0),
      p99Ms.toFixed(2),
      of(({ besideP99Ms }) => besideP99Ms).toFixed(2),
      burstP99Ms.toFixed(0),
    ]),
  )
  console.log(`Budget: at least ${budget.throughput} x ${beside.name} with the same bytes`)
  for (const { path, ratio, cpuRatio } of rows)
    verdict(ratio >= budget.throughput, `${path}: ${ratio.toFixed(2)} by requests, ${cpuRatio.toFixed(2)} by processor time`)
  const idle = (figure: (round: LoadRound) => Load) => rows.some(({ of }) => of((round) => figure(round).busy) < 0.9)
  if (idle(({ own }) => own)) console.log('NOTE: the server had no core of its own: the machine was shared, or the load was its limit')
  if (idle((round) => round.beside))
    console.log(`NOTE: ${beside.name} was not busy: the load was its limit, and the ratio by requests flatters`)
  console.log(`Budget: p99 at most ${budget.p99Ms} ms at ${pacePerSecond} requests/s`)
  for (const { path, p99Ms, worstP99Ms, burstP99Ms } of rows)
    verdict(
      p99Ms <= budget.p99Ms,
      `${path}: ${p99Ms.toFixed(2)} ms evenly spaced, worst round ${worstP99Ms.toFixed(2)} ms; in bursts of a second's requests ${burstP99Ms.toFixed(0)} ms`,
    )
}

const percent = (share: number) => `${(share * 100).toFixed(0)}%`
