import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'

const SCRIPTS = new URL('../scripts/', import.meta.url)
const { countTests } = await load('count-tests.mjs')
const { precompress, sourceHash } = await load('build.mjs')
const { withLock } = await load('lock.mjs')
let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'scripts-'))
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Loads one of the scripts, which have no types. */
function load(name: string) {
  return import(new URL(name, SCRIPTS).href)
}

/** Results as the test runner writes them. */
function results(changes: object) {
  return {
    numTotalTests: 3,
    numPassedTests: 3,
    numFailedTests: 0,
    numPendingTests: 0,
    numTodoTests: 0,
    testResults: [{ name: 'a.test.ts', status: 'passed', assertionResults: [{ status: 'passed' }] }],
    ...changes,
  }
}

describe('counting tests', () => {
  const broken = { testResults: [{ name: 'a.test.ts', status: 'failed', assertionResults: [] }] }

  test.each([
    ['passed ones', results({}), 0, [], { passed: 3, failed: 0 }],
    ['a failed one', results({ numPassedTests: 2, numFailedTests: 1 }), 1, [], { passed: 2, failed: 1 }],
    [
      'skipped and todo ones as failed',
      results({ numPassedTests: 1, numPendingTests: 1, numTodoTests: 1 }),
      0,
      [],
      { passed: 1, failed: 2 },
    ],
    ['not the ones the caller left out', results({ numPassedTests: 1, numPendingTests: 2 }), 0, ['-t', 'x'], { passed: 1, failed: 0 }],
    ['a choice that meets no test', results({ numPassedTests: 0, numPendingTests: 3 }), 0, ['-t', 'x'], { passed: 0, failed: 1 }],
    ['a file that could not be loaded', results(broken), 1, [], { passed: 3, failed: 1 }],
    ['an error outside of all tests', results({}), 1, [], { passed: 3, failed: 1 }],
    ['no tests at all', results({ numTotalTests: 0, numPassedTests: 0, testResults: [] }), 0, [], { passed: 0, failed: 1 }],
    ['a crash before any result', undefined, 139, [], { passed: 0, failed: 1 }],
  ])('counts %s', (_name, found, code, args, expected) => {
    const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
    const counted = countTests(found, code, args)
    write.mockRestore()
    expect(counted).toEqual(expected)
  })
})

describe('the build', () => {
  test('depends on the content of its sources and not on tests', () => {
    const project = join(folder, 'project')
    mkdirSync(join(project, 'app'), { recursive: true })
    writeFileSync(join(project, 'app', 'a.ts'), '1')
    const first = sourceHash(project)
    writeFileSync(join(project, 'app', 'a.test.ts'), '1')
    expect(sourceHash(project)).toBe(first)
    writeFileSync(join(project, 'app', 'a.ts'), '2')
    expect(sourceHash(project)).not.toBe(first)
  })

  test('gets compressed copies of the files that become smaller', async () => {
    const client = join(folder, 'client', 'assets')
    mkdirSync(client, { recursive: true })
    const text = 'const a = 1\n'.repeat(1000)
    writeFileSync(join(client, 'large.js'), text)
    writeFileSync(join(client, 'small.js'), '1')
    writeFileSync(join(client, 'picture.png'), text)
    await precompress(join(folder, 'client'))
    expect(brotliDecompressSync(readFileSync(join(client, 'large.js.br'))).toString()).toBe(text)
    expect(gunzipSync(readFileSync(join(client, 'large.js.gz'))).toString()).toBe(text)
    expect(['small.js.br', 'small.js.gz', 'picture.png.br'].filter((name) => existsSync(join(client, name)))).toEqual([])
  })
})

describe('the lock', () => {
  test('lets one work at a time', async () => {
    const path = join(folder, 'lock')
    const order: string[] = []
    const work = (name: string) => () => {
      order.push(`${name} starts`)
      return new Promise<void>((resolve) => setTimeout(() => resolve(void order.push(`${name} ends`)), 20))
    }
    await Promise.all([withLock(path, work('first')), withLock(path, work('second'))])
    expect(order).toEqual(['first starts', 'first ends', 'second starts', 'second ends'])
  })

  test('is taken from a process that was killed', async () => {
    const path = join(folder, 'left-behind')
    const { pid } = spawnSync(process.execPath, ['--version'])
    symlinkSync(String(pid), path)
    expect(await withLock(path, async () => 'done')).toBe('done')
    expect(existsSync(path)).toBe(false)
  })
})

describe('a started process', () => {
  /** Runs a program under `runForeground`, sends it a signal once it is ready, and returns what it wrote and its exit code. */
  async function run(program: string, signal?: NodeJS.Signals) {
    const script = `import { runForeground, runMain } from '${new URL('run.mjs', SCRIPTS).href}'
      await runMain(() => runForeground(process.execPath, ['-e', ${JSON.stringify(program)}]))`
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
    let output = ''
    child.stdout.on('data', (chunk) => {
      output += chunk
      if (signal && output.includes('ready')) child.kill(signal)
    })
    const code = await new Promise((resolve) => child.once('close', resolve))
    return { code, output }
  }

  test('gives its exit code', async () => {
    expect(await run('process.exit(3)')).toMatchObject({ code: 3 })
  })

  test.each(['SIGTERM', 'SIGINT'] as const)('gets %s once and may take its time to end', async (signal) => {
    const program = `process.on('${signal}', () => { console.log('asked'); setTimeout(() => process.exit(0), 100) })
      setInterval(() => {}, 1000); console.log('ready')`
    expect(await run(program, signal)).toEqual({ code: 0, output: 'ready\nasked\n' })
  })
})
