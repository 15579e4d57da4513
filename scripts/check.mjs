import { checkDependencies, checkLint, checkTypes, checkUnitTests } from './checks.mjs'
import { ensureInstalled } from './install.mjs'
import { log, runMain } from './run.mjs'

/** The quick checks before a commit: types, lint and dependencies together, then the unit tests. */
async function main() {
  await ensureInstalled({ log })
  const passed = await Promise.all([checkTypes(), checkLint(), checkDependencies()])
  passed.push(await checkUnitTests())
  return passed.every(Boolean) ? 0 : 1
}

await runMain(main)
