import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import http from 'node:http'
import { availableParallelism, loadavg } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { brotliCompressSync } from 'node:zlib'
import type { Browser } from 'playwright-core'
import { postPath } from '#app/features/blog/schema.ts'
import { publicPages } from '#app/features/shell/site-map.ts'
import { builtInPosts } from '#content/posts/index.ts'
import { findChromium, launchChromium } from '#test/support/chromium.ts'
import { freePort } from '#test/support/free-port.ts'
import {
  decoded,
  inlineScripts,
  measureCpuThrottle,
  type PaintVisit,
  type Request,
  serveTwins,
  stylesheets,
  type UseVisit,
  visitAndUse,
  visitThrottled,
} from './browser.ts'
import { median, percentile, printTable } from './figures.ts'
import { cpuMs, machineLine, makeFolder } from './machine.ts'
import { difference, findNginx, headerOf, type Recorded, record, type Static, serveBare, serveNginx } from './nginx.ts'
import { copyBuild, ended, spawnServer, untilUp } from './server.ts'

/*
 * Public pages (DESIGN 9): bytes, requests and scripts, paint beside the same page as a static file without JavaScript, throughput
 * beside nginx with the same bytes, memory at rest. docs/benchmarks.md says what each column means.
 */

const { values: options } = parseArgs({
  options: {
    /** Of what takes a browser or load; bytes are those of every public page. */
    paths: {
      type: 'string',
      default:
        '/,/book,/gas-emergency,/emergency-boiler-repair,/locations,/plumbers-city-london,/plumbers-st-pauls,/pricing,/blog,/blog/find-your-stopcock,/terms,/definitely-not-a-page',
    },
    only: { type: 'string', default: 'memory,bytes,browser,throughput' },
    /** Of paint and of throughput; each has a number of its own otherwise. */
    rounds: { type: 'string' },
    seconds: { type: 'string', default: '5' },
  },
})

const paths = options.paths.split(',')
const everyPath = [...new Set([...publicPages.map(({ path }) => path), ...builtInPosts.map(({ slug }) => postPath(slug)), ...paths])]
const parts = new Set(options.only.split(','))
const seconds = Number(options.seconds)
const paintRounds = Number(options.rounds ?? 7)
const loadRounds = Number(options.rounds ?? 3)
const budget = {
  pageBytes: 14_336,
  homeBytes: 20_480,
  beforePaint: 1,
  scriptsAtLoad: 2_048,
  scriptsUsed: 67_584,
  paint: 1.05,
  shift: 0,
  longTasks: 0,
  throughput: 0.5,
  p99Ms: 5,
  memoryMb: 150,
}
/** What browsers send. */
const browserEncodings = 'gzip, deflate, br, zstd'
const connections = 50
const pacePerSecond = 500
const warmUpSeconds = 2
const restMs = 5_000
const requestsBeforeRest = 3
const draws = 2_000
const stableLimitMs = 5_000
const stableAnswers = 5
const autocannon = fileURLToPath(import.meta.resolve('autocannon'))

/** A page of the running server: its answer when the cache is warm. */
interface PageAnswer {
  path: string
  /** As a browser gets it. */
  answer: Recorded
  /** The answers are the same, byte by byte, from request to request. */
  steady: boolean
}

interface Server {
  port: number
  pid: number | undefined
}

async function main(): Promise<number> {
  const folder = makeFolder()
  const port = await freePort()
  const env = {
    DATA_DIR: join(folder.path, 'data'),
    SECRET_KEY: randomUUID(),
    RATE_LIMIT_SCALE: '1000000',
    SITE_URL: `http://127.0.0.1:${port}`,
  }
  const child = spawnServer({ entry: copyBuild(folder.path), port, env })
  const server = { port, pid: child.pid }
  let failed = false
  try {
    await untilUp(child, port)
    console.log(`public pages: ${paths.join(' ')}\n${machineLine()}`)
    if ((loadavg()[0] ?? 0) > availableParallelism() / 2) console.log('WARNING: others use this machine too; what is timed says little')
    if (parts.has('memory')) await reportMemory(server)
    const pages: PageAnswer[] = []
    for (const path of paths) pages.push(await warm(server, path))
    if (parts.has('bytes')) await reportBytes(server)
    if (parts.has('browser')) await reportBrowser(server, pages)
    if (parts.has('throughput')) failed = !(await reportThroughput(server, pages, folder.path))
    console.log(`\n${machineLine()}`)
  } finally {
    await ended(child, 'SIGTERM')
    folder.remove()
  }
  return failed ? 1 : 0
}

/** Asks until a cache has answered: compressed as wanted, and always as long. */
async function warm({ port }: Server, path: string, encodings = browserEncodings, wanted = 'br'): Promise<PageAnswer> {
  let answer = await record(port, path, { 'accept-encoding': encodings })
  let [same, steady] = [0, false]
  for (const limit = performance.now() + stableLimitMs; same < stableAnswers && performance.now() < limit; await delay(50)) {
    const next = await record(port, path, { 'accept-encoding': encodings })
    steady = difference(answer, next) === undefined
    same = next.body.length === answer.body.length && (headerOf(next, 'content-encoding') ?? 'identity') === wanted ? same + 1 : 0
    answer = next
  }
  return { path, answer, steady }
}

const encodingOf = (answer: Recorded) => headerOf(answer, 'content-encoding') ?? 'identity'

const verdict = (met: boolean, line: string) => console.log(`  ${met ? 'met   ' : 'missed'}  ${line}`)
const unknown = (line: string) => console.log(`  ?       ${line}`)
const number = (value: number) => value.toLocaleString('en-GB')

// Memory

/** The server has answered a few requests for every page and then rested. */
async function reportMemory(server: Server): Promise<void> {
  const { port, pid } = server
  // What is rendered and compressed ahead is work, not rest.
  for (const path of everyPath) await warm(server, path)
  for (let each = 1; each <= requestsBeforeRest; each++)
    for (const path of everyPath) await record(port, path, { 'accept-encoding': browserEncodings })
  await delay(restMs)
  const rest = readMemory(pid)
  console.log('\nMemory of the server at rest')
  if (!rest) return unknown('/proc does not tell')
  console.log(`Budget: at most ${budget.memoryMb} MB`)
  verdict(rest.nowMb <= budget.memoryMb, `${rest.nowMb.toFixed(0)} MB resident, ${rest.peakMb.toFixed(0)} MB at the most`)
}

function readMemory(pid: number | undefined): { nowMb: number; peakMb: number } | undefined {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    const mbOf = (name: string) => Number(new RegExp(`^${name}:\\s*(\\d+) kB`, 'm').exec(status)?.[1]) / 1024
    return { nowMb: mbOf('VmRSS'), peakMb: mbOf('VmHWM') }
  } catch {
    return undefined
  }
}

// Bytes

async function reportBytes(server: Server): Promise<void> {
  const rows = []
  for (const path of everyPath) {
    const page = await warm(server, path)
    const gzip = (await warm(server, page.path, 'gzip', 'gzip')).answer
    const identity = (await warm(server, page.path, 'identity', 'identity')).answer
    rows.push({ ...page, gzip, identity, linkedCss: await linkedCssBytes(server, decoded(page.answer)) })
  }
  const totalOf = ({ answer, linkedCss }: { answer: Recorded; linkedCss: number }) => answer.body.length + linkedCss
  const budgetOf = (path: string) => (path === '/' ? budget.homeBytes : budget.pageBytes)
  console.log('\nBytes on the wire, of the body')
  printTable(
    ['page', 'status', 'as browsers ask', 'encoding', 'linked CSS', 'HTML + CSS', 'RATIO', 'gzip', 'identity', 'headers', 'steady'],
    rows.map((row) => [
      row.path,
      String(row.answer.status),
      number(row.answer.body.length),
      encodingOf(row.answer),
      number(row.linkedCss),
      number(totalOf(row)),
      (totalOf(row) / budgetOf(row.path)).toFixed(2),
      `${number(row.gzip.body.length)}${encodingOf(row.gzip) === 'gzip' ? '' : ` (${encodingOf(row.gzip)})`}`,
      number(row.identity.body.length),
      number(row.answer.headBytes),
      row.steady ? 'yes' : 'no',
    ]),
  )
  console.log(`Budget: HTML with its CSS under brotli at most ${number(budget.pageBytes)} bytes, / ${number(budget.homeBytes)}`)
  for (const row of rows)
    verdict(
      encodingOf(row.answer) === 'br' && totalOf(row) <= budgetOf(row.path),
      `${row.path}: ${number(totalOf(row))} bytes ${encodingOf(row.answer)}`,
    )
}

async function linkedCssBytes({ port }: Server, html: string): Promise<number> {
  const answers = await Promise.all(stylesheets(html).map((path) => record(port, path, { 'accept-encoding': browserEncodings })))
  return answers.reduce((sum, { body }) => sum + body.length, 0)
}

// Browser

interface Paints {
  page: PageAnswer
  own: PaintVisit[]
  twin: PaintVisit[]
  use: UseVisit
}

async function reportBrowser(server: Server, pages: readonly PageAnswer[]): Promise<void> {
  if (!findChromium()) return console.log('\nBrowser: no Chromium found, skipped')
  const twins = await serveTwins(server.port, new Map(pages.map(({ path, answer }) => [path, answer])))
  const browser = await launchChromium()
  try {
    const throttle = await measureCpuThrottle(browser)
    const measured: Paints[] = []
    for (const page of pages) measured.push(await measurePage(browser, server, twins, page))
    reportScripts(measured)
    reportPaint(measured)
    const arrivals = measured.flatMap(({ own, twin }) => [...own, ...twin]).map(({ arrived }) => arrived)
    console.log(
      `Throttles: a fixed piece of work took ${throttle.toFixed(1)} x as long; the documents had arrived after ` +
        `${Math.min(...arrivals).toFixed(0)} to ${Math.max(...arrivals).toFixed(0)} ms`,
    )
  } finally {
    await browser.close()
    await twins.stop()
  }
}

/** The page and its twin in turns, each the first one in every other round. A visit of each that does not count comes before. */
async function measurePage(browser: Browser, server: Server, twins: Static, page: PageAnswer): Promise<Paints> {
  const urlAt = ({ port }: { port: number }) => `http://127.0.0.1:${port}${page.path}`
  const use = await visitAndUse(browser, urlAt(server))
  await visitThrottled(browser, urlAt(twins))
  const paints: Paints = { page, own: [], twin: [], use }
  const visits = [async () => paints.own.push(await visitThrottled(browser, urlAt(server)))]
  visits.push(async () => paints.twin.push(await visitThrottled(browser, urlAt(twins))))
  for (let round = 1; round <= paintRounds; round++) for (const visit of round % 2 ? visits : visits.toReversed()) await visit()
  const { fcp, twinFcp } = paintFigures(paints)
  console.log(`  ${page.path}: first paint ${ms(fcp)} ms, static ${ms(twinFcp)} ms`)
  return paints
}

const shiftText = (shift: number) => (shift === 0 ? '0' : shift.toPrecision(2))
const ms = (value: number | null) => value?.toFixed(0) ?? '-'

/** The median, and nothing as soon as one visit has not painted. */
function medianPaint(visits: readonly PaintVisit[], paint: 'fcp' | 'lcp'): number | null {
  const values = visits.flatMap((visit) => visit[paint] ?? [])
  return values.length === visits.length ? median(values) : null
}

function paintFigures({ own, twin }: Paints) {
  const ratio = (a: number | null, b: number | null) => (a !== null && b ? a / b : null)
  const [fcp, twinFcp] = [medianPaint(own, 'fcp'), medianPaint(twin, 'fcp')]
  const [lcp, twinLcp] = [medianPaint(own, 'lcp'), medianPaint(twin, 'lcp')]
  return { fcp, twinFcp, fcpRatio: ratio(fcp, twinFcp), lcp, twinLcp, lcpRatio: ratio(lcp, twinLcp) }
}

/** Where the ratio lies in nine of ten runs like this one, by drawing from its visits anew: how much the verdict is worth. */
function paintRange({ own, twin }: Paints, paint: 'fcp' | 'lcp'): [low: number, high: number] {
  const draw = (visits: readonly PaintVisit[]) => median(visits.map(() => visits[Math.floor(Math.random() * visits.length)]?.[paint] ?? 0))
  const ratios = Array.from({ length: draws }, () => draw(own) / draw(twin))
  return [percentile(ratios, 0.05), percentile(ratios, 0.95)]
}

function reportScripts(measured: readonly Paints[]): void {
  const inlineOf = ({ page }: Paints) => {
    const text = inlineScripts(decoded(page.answer)).join('\n')
    return text === '' ? 0 : brotliCompressSync(text).length
  }
  /** In the round with the most of them. */
  const beforePaint = ({ own }: Paints) =>
    own.map((visit) => visit.beforePaint).reduce((most, some) => ((some?.length ?? 0) > (most?.length ?? 0) ? some : most))
  const nameOf = ({ path, answeredLater }: Request) => `${path}${answeredLater ? ' (did not hold it up)' : ''}`
  const atLoad = (each: Paints) => inlineOf(each) + each.use.scriptsAtLoad
  const used = (each: Paints) => inlineOf(each) + each.use.scriptsUsed
  console.log('\nRequests and JavaScript')
  printTable(
    [
      'page',
      'requests before paint',
      'at load',
      'JS inline',
      'JS external at load',
      'JS AT LOAD',
      'JS untouched',
      'JS ALL USED',
      'islands',
      'started',
    ],
    measured.map((each) => [
      each.page.path,
      String(beforePaint(each)?.length ?? '-'),
      String(each.use.requestsAtLoad.length),
      number(inlineOf(each)),
      number(each.use.scriptsAtLoad),
      number(atLoad(each)),
      number(inlineOf(each) + each.use.scriptsUntouched),
      number(used(each)),
      String(each.use.islands),
      String(each.use.started),
    ]),
  )
  console.log(`Budget: ${budget.beforePaint} request before first paint, the document`)
  for (const each of measured) {
    const requests = beforePaint(each)
    if (requests) verdict(requests.length <= budget.beforePaint, `${each.page.path}: ${requests.map(nameOf).join(' ')}`)
    else unknown(`${each.page.path}: nothing was painted`)
  }
  console.log(`Budget: JavaScript at most ${number(budget.scriptsAtLoad)} bytes at load, ${number(budget.scriptsUsed)} all used`)
  for (const each of measured)
    verdict(
      atLoad(each) <= budget.scriptsAtLoad && used(each) <= budget.scriptsUsed,
      `${each.page.path}: ${number(atLoad(each))} at load, ${number(used(each))} all used`,
    )
  for (const { page, use } of measured)
    for (const complaint of new Set(use.complaints.filter((line) => !line.includes(`a status of ${page.answer.status}`))))
      console.log(`NOTE: ${page.path}, on the console: ${complaint}`)
}

function reportPaint(measured: readonly Paints[]): void {
  const worst = (visits: readonly PaintVisit[], figure: (visit: PaintVisit) => number) => Math.max(0, ...visits.map(figure))
  const longest = (visits: readonly PaintVisit[]) => worst(visits, ({ longTasks }) => Math.max(0, ...longTasks))
  const rows = measured.map((each) => ({
    ...each,
    path: each.page.path,
    ...paintFigures(each),
    shiftAtLoad: worst(each.own, ({ shiftAtLoad }) => shiftAtLoad),
    shift: worst(each.own, ({ shift }) => shift),
    moved: [...new Set([...each.own.flatMap(({ moved }) => moved), ...each.use.moved])],
    longTasks: worst(each.own, ({ longTasks }) => longTasks.length),
  }))
  console.log(`\nPaint on a phone: CPU ÷4, slow 4G, cold cache, rounds: ${paintRounds}, in turns with the static file without JavaScript`)
  printTable(
    [
      'page',
      'FCP ms',
      'static',
      'RATIO',
      'LCP ms',
      'static',
      'RATIO',
      'shift at load',
      'after scroll',
      'desktop',
      'long tasks',
      'longest ms',
      'static longest',
    ],
    rows.map((row) => [
      row.path,
      ms(row.fcp),
      ms(row.twinFcp),
      row.fcpRatio?.toFixed(2) ?? '-',
      ms(row.lcp),
      ms(row.twinLcp),
      row.lcpRatio?.toFixed(2) ?? '-',
      shiftText(row.shiftAtLoad),
      shiftText(row.shift),
      shiftText(row.use.shift),
      String(row.longTasks),
      longest(row.own).toFixed(0),
      longest(row.twin).toFixed(0),
    ]),
  )
  console.log(`Budget: first and largest paint at most ${budget.paint} x the static file`)
  for (const row of rows) {
    const { path, fcpRatio, lcpRatio } = row
    if (fcpRatio === null || lcpRatio === null) unknown(`${path}: a paint was not reported`)
    else {
      const range = (paint: 'fcp' | 'lcp') =>
        paintRange(row, paint)
          .map((end) => end.toFixed(2))
          .join(' to ')
      const line = `${path}: first ${fcpRatio.toFixed(3)} (${range('fcp')}), largest ${lcpRatio.toFixed(3)} (${range('lcp')})`
      verdict(fcpRatio <= budget.paint && lcpRatio <= budget.paint, line)
    }
  }
  console.log(`Budget: layout shift ${budget.shift}, also after scrolling to the end`)
  for (const { path, shift, use, moved } of rows) {
    const most = Math.max(shift, use.shift)
    verdict(most <= budget.shift, `${path}: ${shiftText(most)}${moved.length > 0 ? `, moved: ${moved.join(', ')}` : ''}`)
  }
  console.log('Budget: no task over 50 ms while it loads, in any round')
  for (const { path, longTasks, own, twin } of rows)
    verdict(
      longTasks <= budget.longTasks,
      `${path}: ${longTasks}, the longest ${longest(own).toFixed(0)} ms (static: ${longest(twin).toFixed(0)} ms)`,
    )
}

// Throughput

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

/** Answers whether every request was answered well. */
async function reportThroughput(server: Server, pages: readonly PageAnswer[], folder: string): Promise<boolean> {
  const loaded = pages.filter(({ answer }) => answer.status === 200)
  const beside = await startBeside(join(folder, 'nginx'), loaded)
  const measured: { path: string; rounds: LoadRound[] }[] = []
  try {
    console.log(`\nThroughput: ${connections} connections, rounds: ${loadRounds} of ${seconds} s, in turns with ${beside.name}`)
    for (const page of loaded) {
      const served = await record(beside.port, page.path, { 'accept-encoding': browserEncodings })
      const differs = difference(page.answer, served)
      if (differs) throw new Error(`${beside.name} does not serve the same: ${differs}`)
      measured.push({ path: page.path, rounds: await loadPage(server, beside, page.path) })
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

async function loadPage(server: Server, beside: Static, path: string): Promise<LoadRound[]> {
  const rounds: LoadRound[] = []
  for (const each of [server, beside]) await fullLoad(each, path, warmUpSeconds)
  for (let round = 1; round <= loadRounds; round++) {
    const [first, second] = round % 2 ? [server, beside] : [beside, server]
    const loads = new Map<Server, Load>()
    for (const each of [first, second]) loads.set(each, await fullLoad(each, path, seconds))
    const [own, other] = [loads.get(server), loads.get(beside)] as [Load, Load]
    const paced = await pacedLoad(server, path)
    const pacedBeside = await pacedLoad(beside, path)
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
async function pacedLoad({ port }: Server, path: string): Promise<{ p99Ms: number; failures: number }> {
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

process.exitCode = await main()
