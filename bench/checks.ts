import { spawnSync } from 'node:child_process'
import { printTable, verdict } from './figures.ts'
import { cpuMs, machineLine } from './machine.ts'

/* How long `npm run check` takes, and with `--tests` the whole of `npm test`. */

const budgetSeconds = 30
const runs = { check: 'scripts/check.mjs', ...(process.argv.includes('--tests') && { test: 'scripts/test.mjs' }) }
console.log(`checks\n${machineLine()}`)
const rows = Object.entries(runs).map(([name, script]) => {
  const [startedAt, before] = [performance.now(), cpuMs(process.pid, { children: true })]
  const { status } = spawnSync(process.execPath, [script], { stdio: 'inherit' })
  if (status !== 0) process.exitCode = 1
  return { name, seconds: (performance.now() - startedAt) / 1_000, cpu: (cpuMs(process.pid, { children: true }) - before) / 1_000 }
})
printTable(
  ['', 'seconds', 'processor seconds'],
  rows.map(({ name, seconds, cpu }) => [name, seconds.toFixed(0), cpu.toFixed(0)]),
)
verdict((rows[0]?.seconds ?? 0) <= budgetSeconds, `npm run check: at most ${budgetSeconds} s`)
