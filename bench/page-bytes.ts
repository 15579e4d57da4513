import { decoded, stylesheets } from './browser.ts'
import { printTable } from './figures.ts'
import { type Recorded, record } from './nginx.ts'
import { browserEncodings, budget, encodingOf, number, type Server, verdict, warm } from './page-answer.ts'

/** Prints what each page takes on the wire, in every encoding. */
export async function reportBytes(server: Server, everyPath: readonly string[]): Promise<void> {
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
