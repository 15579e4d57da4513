import { brotliCompressSync } from 'node:zlib'
import type { Browser } from 'playwright-core'
import { findChromium, launchChromium } from '#test/support/chromium.ts'
import { decoded, inlineScripts, type PaintVisit, type Request, serveTwins, type UseVisit, visitAndUse, visitThrottled } from './browser.ts'
import { median, percentile, printTable, verdict } from './figures.ts'
import type { Static } from './nginx.ts'
import { budget, number, type PageAnswer, type Server } from './page-answer.ts'

const draws = 2_000

interface Paints {
  page: PageAnswer
  own: PaintVisit[]
  twin: PaintVisit[]
  use: UseVisit
}

/** Prints requests, scripts, paint and shifts of the pages; paint beside the static twin, in so many rounds. */
export async function reportBrowser(server: Server, pages: readonly PageAnswer[], rounds: number): Promise<void> {
  if (!findChromium()) return console.log('\nBrowser: no Chromium found, skipped')
  const twins = await serveTwins(server.port, new Map(pages.map(({ path, answer }) => [path, answer])))
  const browser = await launchChromium({ lateFonts: true })
  try {
    const measured: Paints[] = []
    for (const page of pages) measured.push(await measurePage(browser, server, twins, page, rounds))
    reportScripts(measured)
    reportPaint(measured, rounds)
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
  const visits = [
    async () => paints.own.push(await visitThrottled(browser, urlAt(server))),
    async () => paints.twin.push(await visitThrottled(browser, urlAt(twins))),
  ]
  for (let round = 1; round <= rounds; round++) for (const visit of round % 2 ? visits : visits.toReversed()) await visit()
  console.log(`  ${page.path}: first paint ${ms(medianPaint(paints.own, 'fcp'))} ms, static ${ms(medianPaint(paints.twin, 'fcp'))} ms`)
  return paints
}

const shiftText = (shift: number) => (shift === 0 ? '0' : shift.toPrecision(2))
const ms = (value: number | null) => value?.toFixed(0) ?? '-'

/** The median, and nothing as soon as one visit has not painted. */
function medianPaint(visits: readonly PaintVisit[], paint: 'fcp' | 'lcp'): number | null {
  const values = visits.flatMap((visit) => visit[paint] ?? [])
  return values.length === visits.length && values.length > 0 ? median(values) : null
}

/** Of the page to its twin; where the ratio lies in nine of ten runs like this one, by drawing from its visits again. */
function paintRatio({ own, twin }: Paints, paint: 'fcp' | 'lcp') {
  const [page, still] = [medianPaint(own, paint), medianPaint(twin, paint)]
  const drawn = (visits: readonly PaintVisit[]) => median(visits.map(() => visits[Math.floor(Math.random() * visits.length)]?.[paint] ?? 0))
  const ratios = Array.from({ length: draws }, () => drawn(own) / drawn(twin))
  const range = [0.05, 0.95].map((share) => percentile(ratios, share).toFixed(2)).join(' to ')
  return { page, still, ratio: page !== null && still ? page / still : undefined, range }
}

function reportScripts(measured: readonly Paints[]): void {
  const rows = measured.map(({ page, own, use }) => {
    const inline = inlineScripts(decoded(page.answer)).join('\n')
    const inlineBytes = inline === '' ? 0 : brotliCompressSync(inline).length
    // In the round with the most of them.
    const beforePaint = own
      .map((visit) => visit.beforePaint)
      .reduce<Request[] | null>((most, some) => ((some?.length ?? 0) > (most?.length ?? 0) ? some : most), null)
    return { page, use, beforePaint, atLoad: inlineBytes + use.scriptsAtLoad, used: inlineBytes + use.scriptsUsed }
  })
  console.log('\nRequests and JavaScript')
  printTable(
    ['page', 'requests before paint', 'at load', 'JS AT LOAD', 'JS ALL USED', 'islands', 'started'],
    rows.map(({ page, use, beforePaint, atLoad, used }) => [
      page.path,
      String(beforePaint?.length ?? '-'),
      String(use.requestsAtLoad.length),
      number(atLoad),
      number(used),
      String(use.islands),
      String(use.started),
    ]),
  )
  const nameOf = ({ path, answeredLater }: Request) => `${path}${answeredLater ? ' (did not hold it up)' : ''}`
  console.log(`Budget: at most ${budget.beforePaint} requests that hold up the first paint`)
  for (const { page, beforePaint } of rows) {
    const holding = beforePaint?.filter(({ answeredLater }) => !answeredLater)
    verdict(holding && holding.length <= budget.beforePaint, `${page.path}: ${beforePaint?.map(nameOf).join(' ') ?? 'nothing was painted'}`)
  }
  console.log(`Budget: JavaScript at most ${number(budget.scriptsAtLoad)} bytes at load, ${number(budget.scriptsUsed)} all used`)
  for (const { page, atLoad, used } of rows)
    verdict(
      atLoad <= budget.scriptsAtLoad && used <= budget.scriptsUsed,
      `${page.path}: ${number(atLoad)} at load, ${number(used)} all used`,
    )
  for (const { page, use } of rows)
    for (const complaint of new Set(use.complaints.filter((line) => !line.includes(`a status of ${page.answer.status}`))))
      console.log(`NOTE: ${page.path}, on the console: ${complaint}`)
}

function reportPaint(measured: readonly Paints[], rounds: number): void {
  const rows = measured.map((each) => ({
    path: each.page.path,
    fcp: paintRatio(each, 'fcp'),
    lcp: paintRatio(each, 'lcp'),
    shift: Math.max(each.use.shift, ...each.own.map(({ shift }) => shift)),
    moved: [...new Set([...each.own.flatMap(({ moved }) => moved), ...each.use.moved])],
  }))
  console.log(`\nPaint on a phone: CPU ÷4, slow 4G, cold cache, rounds: ${rounds}, in turns with the static file without JavaScript`)
  printTable(
    ['page', 'FCP ms', 'static', 'RATIO', 'LCP ms', 'static', 'RATIO', 'shift'],
    rows.map(({ path, fcp, lcp, shift }) => [
      path,
      ...[fcp, lcp].flatMap(({ page, still, ratio }) => [ms(page), ms(still), ratio?.toFixed(2) ?? '-']),
      shiftText(shift),
    ]),
  )
  console.log(`Budget: first and largest paint at most ${budget.paint} x the static file`)
  for (const { path, fcp, lcp } of rows) {
    const met = fcp.ratio && lcp.ratio ? fcp.ratio <= budget.paint && lcp.ratio <= budget.paint : undefined
    verdict(met, `${path}: first ${fcp.ratio?.toFixed(3)} (${fcp.range}), largest ${lcp.ratio?.toFixed(3)} (${lcp.range})`)
  }
  console.log(`Budget: layout shift ${budget.shift}, also after scrolling to the end`)
  for (const { path, shift, moved } of rows)
    verdict(shift <= budget.shift, `${path}: ${shiftText(shift)}${moved.length > 0 ? `, moved: ${moved.join(', ')}` : ''}`)
}
