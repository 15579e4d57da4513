import { execFile } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import http from 'node:http'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs, promisify } from 'node:util'
import type { Engine } from '#app/platform/database.ts'
import { newEmail, openStage, password, rateOf, type Stage } from './auth-stage.ts'
import { likelyMedian, median, percentile, printTable } from './figures.ts'
import { machineLine, makeFolder } from './machine.ts'
import { type DurablePostgres, startDurablePostgres } from './postgres.ts'

/*
 * Accounts over HTTP: sign-ins beside the bare Argon2 rate, refreshes beside the bare two-statement transaction, and whether an address
 * that has an account takes as long as one that has none. docs/benchmarks.md says what each column means.
 */

const { values: options } = parseArgs({
  options: {
    engines: { type: 'string', default: 'sqlite,postgres' },
    only: { type: 'string', default: 'sign-in,refresh,timing' },
    connections: { type: 'string', default: '1,4,20' },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '4' },
    /** Which calls are timed, and how many known and unknown addresses are asked for by each. */
    calls: { type: 'string', default: 'sign-in,sign-up,recover' },
    samples: { type: 'string', default: '300' },
  },
})

const [rounds, seconds, samples] = [Number(options.rounds), Number(options.seconds), Number(options.samples)]
const connectionCounts = options.connections.split(',').map(Number)
const bareFile = fileURLToPath(new URL('./auth-bare.ts', import.meta.url))
/** An account may be signed in to a hundred times an hour. */
const signInsEach = 90

interface Rate {
  engine: Engine
  connections: number
  perSecond: number[]
  bare: number[]
  errors: number
}

interface Timing {
  engine: Engine
  call: string
  known: number[]
  unknown: number[]
}

async function main(): Promise<number> {
  const folder = makeFolder()
  const parts = options.only.split(',')
  const [signIns, refreshes, timings]: [Rate[], Rate[], Timing[]] = [[], [], []]
  let postgres: DurablePostgres | undefined
  try {
    console.log(`Accounts over HTTP: ${rounds} rounds of ${seconds} s each, in turn with what they are compared with\n${machineLine()}`)
    for (const engine of options.engines.split(',') as Engine[]) {
      if (engine === 'postgres') postgres ??= await startDurablePostgres(folder.path)
      const stageFolder = join(folder.path, `stage-${engine}`)
      mkdirSync(stageFolder)
      const stage = await openStage(stageFolder, engine, postgres)
      try {
        if (parts.includes('timing')) timings.push(...(await measureTiming(stage)))
        for (const connections of connectionCounts) {
          if (parts.includes('sign-in')) signIns.push(await measureSignIns(stage, connections))
          if (parts.includes('refresh')) refreshes.push(await measureRefreshes(stage, connections))
        }
      } finally {
        await stage.close()
      }
    }
  } finally {
    await postgres?.stop()
    folder.remove()
  }
  if (signIns.length > 0) reportRates('sign-ins/s', 'bare hashes/s', signIns)
  if (refreshes.length > 0) reportRates('refreshes/s', 'bare tx/s', refreshes)
  if (timings.length > 0) reportTimings(timings)
  console.log(machineLine())
  return [...signIns, ...refreshes].some(({ errors }) => errors > 0) ? 1 : 0
}

async function measureSignIns(stage: Stage, connections: number): Promise<Rate> {
  const people: string[] = []
  let signedIn = 0
  return measureRate(stage, connections, ['argon2'], async () => {
    people.push(...(await stage.addPeople(Math.ceil((seconds * 200) / signInsEach))))
    return rateOf(connections, seconds, async (agent) => () => {
      const email = people[signedIn++ % people.length]
      return stage.ask('/token?grant_type=password', { email, password }, agent)
    })
  })
}

/** Each connection is a session of its own, which goes on from one refresh token to the next. */
const measureRefreshes = (stage: Stage, connections: number): Promise<Rate> =>
  measureRate(stage, connections, ['transaction', stage.barePlace], async () => {
    const people = await stage.addPeople(connections)
    return rateOf(connections, seconds, async (agent) => {
      const { body } = await stage.ask('/token?grant_type=password', { email: people.pop(), password }, agent)
      let { refresh_token } = JSON.parse(body)
      return async () => {
        const answer = await stage.ask('/token?grant_type=refresh_token', { refresh_token }, agent)
        refresh_token = JSON.parse(answer.body).refresh_token
        return answer
      }
    })
  })

async function measureRate(
  { engine, quiet }: Stage,
  connections: number,
  [bare, ...place]: [string, ...string[]],
  measure: () => Promise<{ perSecond: number; errors: number }>,
): Promise<Rate> {
  const rate: Rate = { engine, connections, perSecond: [], bare: [], errors: 0 }
  await measure() // compiled and warm
  for (let round = 1; round <= rounds; round++) {
    const { perSecond, errors } = await measure()
    await quiet()
    const { stdout } = await promisify(execFile)(process.execPath, [bareFile, bare, String(connections), String(seconds), ...place])
    rate.perSecond.push(perSecond)
    rate.bare.push(JSON.parse(stdout))
    rate.errors += errors
    console.log(
      `  ${engine}, ${connections} connections, round ${round}: ${perSecond.toFixed(1)}/s beside ${bare} ${rate.bare.at(-1)?.toFixed(1)}/s`,
    )
  }
  return rate
}

/** What each call asks: for anybody, known or not, the same. Its status, too. */
const calls = {
  'sign-in': { path: '/token?grant_type=password', status: 400, body: (email: string) => ({ email, password: 'not that one at all' }) },
  'sign-up': { path: '/signup', status: 200, body: (email: string) => ({ email, password }) },
  recover: { path: '/recover', status: 200, body: (email: string) => ({ email }) },
} as const

/**
 * Known and unknown addresses in turn, which of the two first by chance, one request at a time; every address is asked for once, and
 * the mails of one request are sent before the next.
 */
async function measureTiming(stage: Stage): Promise<Timing[]> {
  const timings: Timing[] = []
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
  for (const [call, { path, body, status }] of Object.entries(calls).filter(([call]) => options.calls.split(',').includes(call))) {
    const timing: Timing = { engine: stage.engine, call, known: [], unknown: [] }
    const warmUp = Math.ceil(samples / 10)
    const people = await stage.addPeople(samples + warmUp)
    for (const [at, email] of people.entries()) {
      const pair = [
        { email, list: timing.known },
        { email: newEmail(), list: timing.unknown },
      ]
      for (const { email, list } of Math.random() < 0.5 ? pair : pair.toReversed()) {
        const sentAt = performance.now()
        const answer = await stage.ask(path, body(email), agent)
        const tookMs = performance.now() - sentAt
        if (answer.status !== status) throw new Error(`${call} answered ${answer.status}`)
        if (at >= warmUp) list.push(tookMs)
        await stage.quiet()
      }
    }
    console.log(`  ${stage.engine}, ${call}: known ${median(timing.known).toFixed(2)} ms, unknown ${median(timing.unknown).toFixed(2)} ms`)
    timings.push(timing)
  }
  agent.destroy()
  return timings
}

function reportRates(heading: string, bareHeading: string, rates: readonly Rate[]): void {
  const ratios = ({ perSecond, bare }: Rate) => perSecond.map((figure, round) => figure / (bare[round] ?? 0))
  console.log('')
  printTable(
    ['engine', 'connections', heading, bareHeading, 'RATIO', 'ratios of the rounds', 'errors'],
    rates.map((rate) => [
      rate.engine,
      String(rate.connections),
      median(rate.perSecond).toFixed(1),
      median(rate.bare).toFixed(1),
      median(ratios(rate)).toFixed(2),
      `${Math.min(...ratios(rate)).toFixed(2)} to ${Math.max(...ratios(rate)).toFixed(2)}`,
      String(rate.errors),
    ]),
  )
}

function reportTimings(timings: readonly Timing[]): void {
  const quartiles = (values: readonly number[]) => `${percentile(values, 0.25).toFixed(2)} to ${percentile(values, 0.75).toFixed(2)}`
  console.log('')
  printTable(
    [
      'engine',
      'call',
      'samples',
      'known ms',
      'quartiles',
      'unknown ms',
      'quartiles',
      'difference ms',
      '99 % interval',
      'share',
      'told apart',
    ],
    timings.map(({ engine, call, known, unknown }) => {
      // Of the pairs: what else the machine does meanwhile meets both of a pair, and falls out.
      const { median: difference, from, to } = likelyMedian(known.map((tookMs, at) => tookMs - (unknown[at] ?? 0)))
      return [
        engine,
        call,
        `2 x ${known.length}`,
        median(known).toFixed(2),
        quartiles(known),
        median(unknown).toFixed(2),
        quartiles(unknown),
        difference.toFixed(2),
        `${from.toFixed(2)} to ${to.toFixed(2)}`,
        `${((100 * difference) / median(unknown)).toFixed(1)} %`,
        from > 0 || to < 0 ? 'YES' : 'no',
      ]
    }),
  )
}

process.exitCode = await main()
