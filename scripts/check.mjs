import { checkDependencies, checkLint, checkTypes, checkUnitTests, checkWords, processorText } from './checks.mjs'
import { ensureInstalled } from './install.mjs'
import { log, runMain } from './run.mjs'

/** The quick checks before a commit: types, lint, words and dependencies together, then the unit tests. */
async function main() {
  await ensureInstalled({ log })
  const passed = await Promise.all([checkTypes(), checkLint(), checkWords(), checkDependencies()])
  passed.push(await checkUnitTests())
  log(`${process.uptime().toFixed(0)} s, ${processorText()}`)
  return passed.every(Boolean) ? 0 : 1
}

await runMain(main)
