import { relative } from 'node:path'
import { log, root } from './run.mjs'

/** Counts tests; whatever keeps a test from running counts as failed. */
export function countTests(results, code, args) {
  const passed = results?.numPassedTests ?? 0
  const failed = results ? results.numFailedTests + brokenFiles(results) + notRun(results, args) : 0
  if (failed > 0 || (passed > 0 && code === 0)) return { passed, failed }
  log(passed === 0 ? 'No test ran: that counts as failed.' : 'The test run itself failed, see above: that counts as one failed.')
  return { passed, failed: 1 }
}

/** Counts the test files that failed as a whole, so that their tests are missing from the results. */
function brokenFiles({ testResults }) {
  const broken = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  )
  for (const { name } of broken) log(`${relative(root, name)} failed as a whole: that counts as failed.`)
  return broken.length
}

/** Counts the tests that were marked not to run, unless the caller chose tests by name. */
function notRun({ numPendingTests, numTodoTests }, args) {
  const count = numPendingTests + numTodoTests
  const chosen = args.some((arg) => /^(-t|--testNamePattern)(=|$)/.test(arg))
  if (count === 0 || chosen) return 0
  log(`${count} skipped or "todo" tests: they count as failed.`)
  return count
}
