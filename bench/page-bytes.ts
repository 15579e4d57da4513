import { decoded, stylesheets } from './browser.ts'
import { printTable, verdict } from './figures.ts'
import { headerOf, record } from './nginx.ts'
import { browserEncodings, budget, number, type Server, warm } from './page-answer.ts'

/** Prints what each page takes on the wire. */
export async function reportBytes(server: Server, everyPath: readonly string[]): Promise<void> {
  const rows = []
  for (const path of everyPath) {
    const { answer } = await warm(server, path)
    const linked = await Promise.all(
      stylesheets(decoded(answer)).map((sheet) => record(server.port, sheet, { 'accept-encoding': browserEncodings })),
    )
    const linkedCss = linked.reduce((sum, { body }) => sum + body.length, 0)
    const encoding = headerOf(answer, 'content-encoding') ?? 'identity'
    const total = answer.body.length + linkedCss
    rows.push({ path, answer, encoding, linkedCss, total, most: path === '/' ? budget.homeBytes : budget.pageBytes })
  }
  console.log('\nBytes on the wire, of the body')
  printTable(
    ['page', 'status', 'encoding', 'HTML', 'linked CSS', 'HTML + CSS', 'RATIO', 'headers'],
    rows.map(({ path, answer, encoding, linkedCss, total, most }) => [
      path,
      String(answer.status),
      encoding,
      number(answer.body.length),
      number(linkedCss),
      number(total),
      (total / most).toFixed(2),
      number(answer.headBytes),
    ]),
  )
  console.log(`Budget: HTML with its CSS under brotli at most ${number(budget.pageBytes)} bytes, / ${number(budget.homeBytes)}`)
  for (const { path, encoding, total, most } of rows)
    verdict(encoding === 'br' && total <= most, `${path}: ${number(total)} bytes ${encoding}`)
}
