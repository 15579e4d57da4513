import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { printTable } from './figures.ts'

/*
 * A CPU profile of the server under a load of bookings, with its outbox, and the ten functions in which it spent most time of their own.
 * Arguments go to the bench of bookings; without any: SQLite, 20 connections, one round of 5 s.
 */

interface Profile {
  nodes: { id: number; callFrame: { functionName: string; url: string; lineNumber: number } }[]
  samples: number[]
  timeDeltas: number[]
}

const given = process.argv.slice(2)
const chosen = given.length > 0 ? given : ['--engines=sqlite', '--connections=20', '--rounds=1']
const folder = mkdtempSync(join(tmpdir(), 'booking-profile-'))
const bench = fileURLToPath(new URL('./bookings.ts', import.meta.url))
const { status } = spawnSync(process.execPath, [bench, ...chosen, `--profile=${folder}`], { stdio: 'inherit' })
for (const name of readdirSync(folder).filter((file) => file.endsWith('.cpuprofile'))) printCostliest(join(folder, name))
process.exitCode = status ?? 1

function printCostliest(file: string): void {
  const { nodes, samples, timeDeltas } = JSON.parse(readFileSync(file, 'utf8')) as Profile
  const nameOf = new Map(
    nodes.map(({ id, callFrame: { functionName, url, lineNumber } }) => {
      const place = url ? ` ${url.split('/').slice(-2).join('/')}:${lineNumber + 1}` : ''
      return [id, `${functionName || '(anonymous)'}${place}`]
    }),
  )
  const spentMs = new Map<string, number>()
  for (const [at, id] of samples.entries()) {
    const name = nameOf.get(id) ?? ''
    if (!name.startsWith('(idle)')) spentMs.set(name, (spentMs.get(name) ?? 0) + (timeDeltas[at] ?? 0) / 1_000)
  }
  const allMs = [...spentMs.values()].reduce((sum, ms) => sum + ms, 0)
  const costliest = [...spentMs].sort(([, a], [, b]) => b - a).slice(0, 10)
  console.log(`\n${file}: ${(allMs / 1_000).toFixed(1)} s without idling`)
  printTable(
    ['time of its own', 'ms', 'share'],
    costliest.map(([name, ms]) => [name, ms.toFixed(0), `${((100 * ms) / allMs).toFixed(1)} %`]),
  )
}
