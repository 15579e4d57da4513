import { readFileSync } from 'node:fs'
import { dependencyProblems } from './dependencies.mjs'
import { log, node, runQuiet, tool } from './run.mjs'

/** Runs one check, prints its result in a line, and shows its output only if it failed. Returns true if it passed. */
async function runCheck(name, work) {
  const start = performance.now()
  const { code, output } = await work()
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  if (code !== 0) log(`\n${output.trim()}\n`)
  log(`${name}: ${code === 0 ? 'passed' : 'failed'} (${seconds} s)`)
  return code === 0
}

/**
 * Generates the routes' types and checks all types; files that haven't changed since the last time are not checked again. On one thread: more
 * of them check the same types again, take twice the processor time, and are done no sooner.
 */
export function checkTypes() {
  return runCheck('types', async () => {
    const generated = await runTool('react-router', ['typegen'])
    return generated.code === 0
      ? runTool('tsc', ['--noEmit', '--singleThreaded', '--incremental', '--tsBuildInfoFile', 'node_modules/.cache/types.tsbuildinfo'])
      : generated
  })
}

/** Checks format, import order, import directions and lint rules. Warnings fail too, since no one would see them. */
export function checkLint() {
  return runCheck('lint', () => runTool('biome', ['check', '--error-on-warnings']))
}

/** Checks the words of pages, emails and messages: no tell-tale turn of phrase (lint/tell-tales.mjs). */
export function checkWords() {
  return runCheck('words', () => runQuiet(node, ['lint/check-words.mjs']))
}

/** Checks licences of all packages, and that each direct dependency has its reason in docs/dependencies.md. */
export function checkDependencies() {
  return runCheck('dependencies', async () => {
    const problems = dependencyProblems()
    return { code: problems.length, output: problems.join('\n') }
  })
}

/** Runs the tests that need neither a database nor a browser. */
export function checkUnitTests() {
  return runCheck('unit tests', () => runTool('vitest', ['run', '--project', 'unit', '--project', 'unit-alone']))
}

/** Runs a dependency's command on the project's own Node. */
function runTool(name, args) {
  return runQuiet(node, [tool(name), ...args], { env: { ...process.env, NO_COLOR: '1' } })
}

/** Returns the processor time of this run and of everything it started, if the system reports it: both have a budget. */
export function processorText() {
  try {
    // User and system, of this process and of those it waited for, in ticks of 10 ms (proc(5)).
    const fields = readFileSync('/proc/self/stat', 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    const ticks = fields.slice(11, 15).reduce((sum, each) => sum + Number(each), 0)
    return `${Math.round(ticks / 100)} s of processor time`
  } catch {
    return ''
  }
}
