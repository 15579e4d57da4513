import { existsSync, readFileSync } from 'node:fs'

/** Test files whose failures may be caused by the machine's load, since they wait for a browser or a socket. */
const LOADED = /\.http\.test\.ts$|^test\/(browser|engines)\//
/** The tag of tests whose failure is never put down to chance: money, slots, loss, doubling, roles, security. */
const NEVER_AGAIN = 'never-again'

/**
 * Reads a test log: every test with its last result, the files that could not be run, the files that had begun and not ended, and errors
 * outside of all tests. A log that breaks off in the middle of a line is read up to there.
 */
export function readResults(path) {
  const results = { tests: [], broken: [], running: [], errors: [], files: [] }
  const begun = new Map()
  for (const { event, ...entry } of entriesOf(path)) {
    const key = `${entry.project} ${entry.file}`
    if (event === 'begin') begun.set(key, entry)
    if (event === 'test') results.tests.push(entry)
    if (event === 'error') results.errors.push(entry.reason)
    if (event !== 'end') continue
    results.files.push({ file: entry.file, seconds: (entry.at - (begun.get(key)?.at ?? entry.at)) / 1_000 })
    begun.delete(key)
    const hasFailedTest = results.tests.some(
      (test) => test.file === entry.file && test.project === entry.project && test.state === 'failed',
    )
    if (entry.state === 'failed' && !hasFailedTest) results.broken.push(entry)
  }
  results.running = [...begun.values()]
  return results
}

function entriesOf(path) {
  if (!existsSync(path)) return []
  return readFileSync(path, 'utf8')
    .split('\n')
    .flatMap((line) => {
      try {
        return [JSON.parse(line)]
      } catch {
        return []
      }
    })
}

/** The failures that are tried once more, alone: of browsers and HTTP, unless a test is tagged to be never run again. */
export function failuresToRepeat({ tests, broken }) {
  const failed = tests.filter(({ state, file, tags }) => state === 'failed' && LOADED.test(file) && !tags.includes(NEVER_AGAIN))
  return [...failed, ...broken.filter(({ file }) => LOADED.test(file))]
}

/** A file's failures that passed when they were repeated. A test that did not run has not passed. `again`: the results of that run. */
export function passedAgain(failures, again) {
  if (again.broken.length + again.running.length + again.errors.length > 0) return []
  const state = (wanted) => again.tests.filter((test) => test.state === wanted)
  const passed = new Set(state('passed').map(({ name }) => name))
  const wholePassed = passed.size > 0 && state('failed').length === 0
  return failures.filter(({ name }) => (name === undefined ? wholePassed : passed.has(name)))
}

/**
 * Counts tests, and explains in `lines` why anything other than a failed test counts as failed: a file or a run that broke, a test marked
 * not to run (unless `isChoice`: the caller chose tests by name), no test at all. `code`: the runner's exit code.
 */
export function countTests({ tests, broken, running, errors }, code, { isChoice = false } = {}) {
  const count = (state) => tests.filter((test) => test.state === state).length
  const passed = count('passed')
  const skipped = isChoice ? 0 : count('skipped')
  const lines = [
    ...broken.map(({ file, reason }) => `${file} failed as a whole: ${reason ?? 'none of its tests ran'}`),
    ...running.map(({ file }) => `${file} was still running when the run ended.`),
    ...errors.map((reason) => `An error outside any test: ${reason}`),
    ...(skipped > 0 ? [`${skipped} skipped or "todo" tests: they count as failed.`] : []),
  ]
  const failed = count('failed') + broken.length + running.length + errors.length + skipped
  if (failed === 0 && passed === 0) return { passed, failed: 1, lines: ['No test ran: that counts as failed.'] }
  if (failed === 0 && code !== 0) return { passed, failed: 1, lines: ['The test run itself failed (see above): it counts as one failure.'] }
  return { passed, failed, lines }
}

/** Returns the tests that failed, after any were repeated: listed at the end of a run, where the output isn't cut off. */
export function failedTests({ tests }) {
  return tests.filter(({ state }) => state === 'failed')
}

/** The ten slowest files, slowest first, a line each. */
export function slowest({ files }) {
  const sorted = files.toSorted((one, other) => other.seconds - one.seconds).slice(0, 10)
  return sorted.map(({ file, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${file}`)
}
