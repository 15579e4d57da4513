import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureBuilt } from './build.mjs'
import { checkDependencies, checkLint, checkTypes, checkWords, processorText } from './checks.mjs'
import { ensureChromium } from './ensure-chromium.mjs'
import { ensureEngines } from './ensure-engines.mjs'
import { ensurePostgres } from './ensure-postgres.mjs'
import { log, node, printError, runForeground, tool } from './run.mjs'
import { countTests, failedTests, failuresToRepeat, passedAgain, readResults, slowest } from './test-results.mjs'

const MINUTE = 60_000

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

/** Runs the tests, then once more, alone, those that may have failed because of the machine's load, and counts them. */
async function runTests(args, { isDeep }) {
  const folder = mkdtempSync(join(tmpdir(), 'test-log-'))
  try {
    const timeLimit = (isDeep ? 240 : 60) * MINUTE
    const { code, results } = await runVitest(args, join(folder, 'first'), timeLimit)
    const flaky = code === 0 ? [] : await repeat(results, folder)
    for (const { file, name = '(the whole file)', reason } of flaky) log(`flaky: ${file} ${name}\n       first failed with: ${reason}`)
    const isChoice = args.some((arg) => /^(-t|--testNamePattern)(=|$)/.test(arg))
    const { lines, ...counted } = countTests(results, flaky.length > 0 ? 0 : code, { isChoice })
    log(`\nThe slowest files:\n${slowest(results).join('\n')}`)
    for (const { file, name, reason } of failedTests(results)) log(`failed: ${file} ${name}\n        ${reason}`)
    for (const line of lines) log(line)
    return counted
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Runs Vitest, and reads its log, however it ended. */
async function runVitest(args, logFile, timeLimit) {
  const env = { ...process.env, TEST_LOG: logFile, ...(!process.stdout.isTTY && { NO_COLOR: '1' }) }
  const reporters = ['--reporter=default', '--reporter=./scripts/test-log.mjs']
  const code = await runForeground(node, [tool('vitest'), 'run', ...reporters, ...args], { env, timeLimit })
  return { code, results: readResults(logFile) }
}

/** Repeats failures, file by file, with nothing beside them. Those that pass count as passed in `results`, and are returned. */
async function repeat(results, folder) {
  const failures = failuresToRepeat(results)
  const files = Map.groupBy(failures, ({ project, file }) => `${project}\n${file}`)
  const passed = []
  for (const [key, tests] of files) {
    const [project, file] = key.split('\n')
    log(`\nOnce more, alone: ${file}`)
    const isWhole = tests.some(({ name }) => name === undefined)
    const only = isWhole ? [] : ['-t', `^(${tests.map(({ name }) => RegExp.escape(name)).join('|')})$`]
    const args = ['--project', project, file, '--maxWorkers=1', ...only]
    const { results: again } = await runVitest(args, join(folder, key.replaceAll(/\W/g, '-')), 10 * MINUTE)
    const now = passedAgain(tests, again)
    passed.push(...now)
    // The tests of a file that failed as a whole were skipped in the first run.
    if (isWhole && now.length > 0) results.tests = [...results.tests.filter((test) => test.file !== file), ...again.tests]
  }
  for (const test of passed) if (test.name !== undefined) test.state = 'passed'
  results.broken = results.broken.filter((each) => !passed.includes(each))
  return passed
}

const isDeep = process.argv.includes('--deep')
const args = process.argv.slice(2).filter((arg) => arg !== '--deep')
if (isDeep) process.env.TEST_DEPTH = 'deep'
const counts = [await prepare(ensurePostgres), await prepare(ensureChromium)]
const engines = await ensureEngines({ log })
// The build works on one thing at a time, and needs nothing of the checks.
const [built, ...checks] = await Promise.all([prepare(ensureBuilt), checkTypes(), checkLint(), checkWords(), checkDependencies()])
counts.push(built, ...checks.map((passed) => ({ passed: passed ? 1 : 0, failed: passed ? 0 : 1 })))
counts.push(await runTests(args, { isDeep }))
for (const { name, runs, reason } of engines) if (!runs) log(`${name}: not run (${reason})`)
const passed = counts.reduce((sum, count) => sum + count.passed, 0)
const failed = counts.reduce((sum, count) => sum + count.failed, 0)
log(processorText())
log(`${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0
