import { brotliCompressSync } from 'node:zlib'
import type { Browser } from 'playwright-core'
import { findChromium, launchChromium } from '#test/support/chromium.ts'
import {
  decoded,
  inlineScripts,
  measureCpuThrottle,
  type PaintVisit,
  type Request,
  serveTwins,
  type UseVisit,
  visitAndUse,
  visitThrottled,
} from './browser.ts'
import { median, percentile, printTable } from './figures.ts'
import type { Static } from './nginx.ts'
import { budget, number, type PageAnswer, type Server, unknown, verdict } from './page-answer.ts'

const draws = 2_000

interface Paints {
  page: PageAnswer
  own: PaintVisit[]
  twin: PaintVisit[]
  use: UseVisit
}

/** Prints requests, scripts, paint, shifts and long tasks of the pages; paint beside the static twin, in so many rounds. */
export async function reportBrowser(server: Server, pages: readonly PageAnswer[], rounds: number): Promise<void> {
  if (!findChromium()) return console.log('\nBrowser: no Chromium found, skipped')
  const twins = await serveTwins(server.port, new Map(pages.map(({ path, answer }) => [path, answer])))
  const browser = await launchChromium({ lateFonts: true })
  try {
    const throttle = await measureCpuThrottle(browser)
    const measured: Paints[] = []
    for (const page of pages) measured.push(await measurePage(browser, server, twins, page, rounds))
    reportScripts(measured)
    reportPaint(measured, rounds)
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
async function measurePage(browser: Browser, server: Server, twins: Static, page: PageAnswer, rounds: number): Promise<Paints> {
  const urlAt = ({ port }: { port: number }) => `http://127.0.0.1:${port}${page.path}`
  const use = await visitAndUse(browser, urlAt(server))
  await visitThrottled(browser, urlAt(twins))
  const paints: Paints = { page, own: [], twin: [], use }
  const visits = [async () => paints.own.push(await visitThrottled(browser, urlAt(server)))]
  visits.push(async () => paints.twin.push(await visitThrottled(browser, urlAt(twins))))
  for (let round = 1; round <= rounds; round++) for (const visit of round % 2 ? visits : visits.toReversed()) await visit()
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

function reportPaint(measured: readonly Paints[], rounds: number): void {
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
  console.log(`\nPaint on a phone: CPU ÷4, slow 4G, cold cache, rounds: ${rounds}, in turns with the static file without JavaScript`)
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
