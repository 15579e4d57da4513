import { ensureInstalled } from './install.mjs'
import { log, node, printError, runForeground, runMain } from './run.mjs'

/** Installs missing packages, then runs every check on the project's own Node, which reads TypeScript. */
async function main() {
  try {
    await ensureInstalled({ log })
  } catch (error) {
    printError(error)
    log('0 passed, 1 failed')
    return 1
  }
  return runForeground(node, ['scripts/test-run.mjs', ...process.argv.slice(2)])
}

await runMain(main)
