import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { findChromium } from '#test/support/chromium.ts'
import { freePort } from '#test/support/free-port.ts'
import { median, printTable } from './figures.ts'
import { machineLine, makeFolder } from './machine.ts'
import { copyBuild, ended, spawnServer, untilUp } from './server.ts'

/*
 * Lighthouse's four usual categories on a simulated phone, medians of several rounds. Lighthouse is fetched when this is run, at a
 * fixed version: with 85 packages it is too much to install for everybody who builds the site.
 */

const lighthouse = 'lighthouse@13.5.0'
const attempts = 5
const categories = ['performance', 'accessibility', 'best-practices', 'seo']

const { values: options } = parseArgs({
  options: {
    paths: { type: 'string', default: '/plumbers-st-pauls,/plumbers-city-london,/emergency-boiler-repair' },
    rounds: { type: 'string', default: '5' },
  },
})

interface Result {
  categories: Record<string, { score: number }>
  audits: Record<string, { numericValue?: number }>
}

const run = promisify(execFile)

async function main(): Promise<number> {
  const chromium = findChromium()
  if (!chromium) {
    console.log('Lighthouse: no Chromium found')
    return 1
  }
  const folder = makeFolder()
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const env = { DATA_DIR: join(folder.path, 'data'), SECRET_KEY: randomUUID(), SITE_URL: url }
  const child = spawnServer({ entry: copyBuild(folder.path), port, env })
  try {
    await untilUp(child, port)
    console.log(`${lighthouse}, phone, median of ${options.rounds}\n${machineLine()}\n`)
    const rows = []
    for (const path of options.paths.split(','))
      rows.push([path, ...(await medians(url + path, join(folder.path, 'result.json'), chromium))])
    printTable(['page', ...categories, 'FCP ms', 'LCP ms', 'TBT ms', 'CLS'], rows)
  } finally {
    await ended(child, 'SIGTERM')
    folder.remove()
  }
  return 0
}

async function medians(url: string, file: string, chromium: string): Promise<string[]> {
  const results: Result[] = []
  for (let round = 0; round < Number(options.rounds); round++) {
    await measure(url, file, chromium)
    results.push(JSON.parse(readFileSync(file, 'utf8')))
  }
  const of = (value: (result: Result) => number | undefined) => median(results.map((result) => value(result) ?? Number.NaN))
  const audit = (name: string) => of(({ audits }) => audits[name]?.numericValue)
  return [
    ...categories.map((name) => String(Math.round(of(({ categories: all }) => all[name]?.score) * 100))),
    ...['first-contentful-paint', 'largest-contentful-paint', 'total-blocking-time'].map((name) => audit(name).toFixed(0)),
    audit('cumulative-layout-shift').toFixed(3),
  ]
}

/** One round. Lighthouse now and then fails to record a page's start, and says to run it again. */
async function measure(url: string, file: string, chromium: string): Promise<void> {
  const command = [url, '--quiet', '--output=json', `--output-path=${file}`, '--chrome-flags=--headless --no-sandbox']
  const env = { ...process.env, CHROME_PATH: chromium }
  for (let attempt = 1; ; attempt++) {
    try {
      await run('npm', ['exec', '--yes', '--loglevel=error', `--package=${lighthouse}`, '--', 'lighthouse', ...command], { env })
      return
    } catch (error) {
      if (attempt === attempts) throw error
      console.log('  (Lighthouse failed, once more)')
    }
  }
}

process.exitCode = await main()
