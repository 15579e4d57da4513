import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureBuilt } from './build.mjs'
import { checkLint, checkTypes } from './checks.mjs'
import { countTests } from './count-tests.mjs'
import { ensureChromium } from './ensure-chromium.mjs'
import { ensurePostgres } from './ensure-postgres.mjs'
import { log, node, printError, runForeground, tool } from './run.mjs'

const TIME_LIMIT = 45 * 60_000

/** Runs a step that only prepares: it counts as a failed check when it fails, and not at all when it works. */
async function prepare(step) {
  try {
    await step({ log })
    return { passed: 0, failed: 0 }
  } catch (error) {
    printError(error)
    return { passed: 0, failed: 1 }
  }
}

/** Runs the tests and counts them. */
async function runTests(args) {
  const folder = mkdtempSync(join(tmpdir(), 'tests-'))
  const file = join(folder, 'results.json')
  try {
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
    const env = process.stdout.isTTY ? process.env : { ...process.env, NO_COLOR: '1' }
    const code = await runForeground(node, [tool('vitest'), 'run', ...reporters, ...args], { env, timeLimit: TIME_LIMIT })
    return countTests(readResults(file), code, args)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** What the test runner wrote, or nothing when it crashed before it could. */
function readResults(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

const args = process.argv.slice(2)
const counts = [await prepare(ensurePostgres), await prepare(ensureChromium), await prepare(ensureBuilt)]
const checks = await Promise.all([checkTypes(), checkLint()])
counts.push(...checks.map((passed) => ({ passed: passed ? 1 : 0, failed: passed ? 0 : 1 })))
counts.push(await runTests(args))
const passed = counts.reduce((sum, count) => sum + count.passed, 0)
const failed = counts.reduce((sum, count) => sum + count.failed, 0)
log(`${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0
