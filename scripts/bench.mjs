import { ensureBuilt } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { log, node, runForeground, runMain } from './run.mjs'

const BENCHES = ['bookings', 'pages', 'search', 'crash']

/** Runs the bench that is named, or all of them; arguments after the name go to the bench (docs/benchmarks.md). */
async function main() {
  const [name, ...args] = process.argv.slice(2)
  if (name !== undefined && !BENCHES.includes(name)) {
    log(`Usage: npm run bench -- [${BENCHES.join('|')}] [options]. See docs/benchmarks.md.`)
    return 1
  }
  await ensureInstalled({ log })
  await ensureBuilt({ log })
  const codes = []
  for (const bench of name ? [name] : BENCHES) codes.push(await runForeground(node, [`bench/${bench}.ts`, ...args]))
  return Math.max(...codes)
}

await runMain(main)
