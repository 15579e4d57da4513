import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { enginesToRun, isWanted } from './engines/engines.ts'

const SCRIPTS = new URL('../scripts/', import.meta.url)
const { countTests, failuresToRepeat, passedAgain, readResults } = await load('test-results.mjs')
const { ensureEngines } = await load('ensure-engines.mjs')
const { licenceProblems, reasonProblems } = await load('dependencies.mjs')
const { precompress, sourceHash } = await load('build.mjs')
const { withLock } = await load('lock.mjs')
const { printError, StepError } = await load('run.mjs')
let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'scripts-'))
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Loads a script, which has no types. */
function load(name: string) {
  return import(new URL(name, SCRIPTS).href)
}

/** A run's log in the reporter's format: entries, or raw text. */
function logOf(...entries: (object | string)[]): string {
  const file = join(folder, `log-${logs++}`)
  writeFileSync(file, entries.map((entry) => (typeof entry === 'string' ? entry : JSON.stringify(entry))).join('\n'))
  return file
}
let logs = 0
const place = { file: 'server/a.http.test.ts', project: 'integration' }
const begin = { event: 'begin', ...place, at: 1_000 }
const end = { event: 'end', ...place, at: 3_500, state: 'passed' }
const result = (state: string, changes: object = {}) => ({ event: 'test', ...place, name: `is ${state}`, state, tags: [], ...changes })

describe('engines for the tests', () => {
  test('are not installed and not run if TEST_ENGINES leaves them out, and each says so', async () => {
    vi.stubEnv('TEST_ENGINES', 'chromium')
    const log = vi.fn()
    const reason = 'TEST_ENGINES is "chromium"'
    expect(await ensureEngines({ log })).toEqual([
      { name: 'webkit', runs: false, reason },
      { name: 'firefox', runs: false, reason },
    ])
    expect(enginesToRun()).toEqual([])
    expect(log).not.toHaveBeenCalled()
    vi.unstubAllEnvs()
  })

  test('are those of a list, in any case, or all', () => {
    const wanted = [undefined, 'chromium, WebKit'].map((asked) => [isWanted('webkit', asked), isWanted('firefox', asked)])
    expect(wanted).toEqual([
      [true, true],
      [true, false],
    ])
  })
})

describe('counting tests', () => {
  test.each<[string, (object | string)[], number, object, { passed: number; failed: number }]>([
    ['passed ones', [begin, result('passed'), result('passed'), end], 0, {}, { passed: 2, failed: 0 }],
    ['skipped ones as failed', [begin, result('passed'), result('skipped'), end], 0, {}, { passed: 1, failed: 1 }],
    ['not the ones left out', [begin, result('passed'), result('skipped'), end], 0, { isChoice: true }, { passed: 1, failed: 0 }],
    ['a choice that meets no test', [begin, result('skipped'), end], 0, { isChoice: true }, { passed: 0, failed: 1 }],
    ['a file that could not be loaded', [begin, { ...end, state: 'failed', reason: 'No such module' }], 1, {}, { passed: 0, failed: 1 }],
    ['an error outside of all tests', [begin, result('passed'), end, { event: 'error', reason: 'Oh' }], 1, {}, { passed: 1, failed: 1 }],
    ['no tests at all', [], 0, {}, { passed: 0, failed: 1 }],
    ['a run that was cut off', [begin, result('passed'), '{"event":"te'], 124, {}, { passed: 1, failed: 1 }],
    ['a runner that failed without a reason', [begin, result('passed'), end], 139, {}, { passed: 1, failed: 1 }],
  ])('counts %s', (_name, entries, code, options, expected) => {
    expect(countTests(readResults(logOf(...entries)), code, options)).toMatchObject(expected)
  })

  test('names what was running when a run is cut off', () => {
    const results = readResults(logOf(begin, result('passed'), end, { ...begin, file: 'test/browser/b.test.ts' }))
    expect(countTests(results, 124).lines).toEqual(['test/browser/b.test.ts was still running when the run ended.'])
  })
})

describe('failures that are repeated', () => {
  test.each([
    ['a test over HTTP', {}, true],
    ['a test in a browser', { file: 'test/browser/b.test.ts' }, true],
    ['not a test of rules', { file: 'app/features/pricing/bill.test.ts' }, false],
    ['not a test with a database alone', { file: 'app/features/booking/c.db.test.ts' }, false],
    ['not one of money, loss or roles', { tags: ['never-again'] }, false],
  ])('are of %s', (_name, changes, expected) => {
    const repeated = failuresToRepeat(readResults(logOf(begin, result('failed', changes), { ...end, ...changes, state: 'failed' })))
    expect(repeated).toHaveLength(expected ? 1 : 0)
  })

  test('have passed only if they ran and passed', () => {
    const failure = { ...place, name: 'counts' }
    const again = (...entries: object[]) => readResults(logOf(begin, ...entries, end))
    expect(passedAgain([failure], again(result('passed', { name: 'counts' })))).toEqual([failure])
    for (const state of ['failed', 'skipped']) expect(passedAgain([failure], again(result(state, { name: 'counts' })))).toEqual([])
    expect(passedAgain([failure], again(result('passed', { name: 'another' })))).toEqual([])
    expect(passedAgain([place], again(result('passed')))).toEqual([place])
    expect(passedAgain([place], again(result('passed'), result('failed')))).toEqual([])
    expect(passedAgain([place], again())).toEqual([])
  })
})

describe('dependencies', () => {
  /** The real lock file with these packages added. */
  const lockWith = (packages: object) => {
    const lock = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8'))
    return { ...lock, packages: { ...lock.packages, ...packages } }
  }

  test.each([
    [
      'a licence that is not allowed',
      'node_modules/a',
      { license: 'GPL-3.0-only', dev: true },
      'a 1.0.0 (development) has the licence GPL-3.0-only',
    ],
    ['no licence, below another package', 'node_modules/a/node_modules/@b/c', {}, '@b/c 1.0.0 (production) has no licence'],
    ['an exception for another licence', 'node_modules/axe-core', { license: 'LGPL-3.0', dev: true }, 'axe-core 1.0.0 (development) has'],
  ])('are refused with %s', (_name, path, entry, message) => {
    expect(licenceProblems(lockWith({}))).toEqual([])
    expect(licenceProblems(lockWith({ [path]: { version: '1.0.0', ...entry } }))[0]).toContain(message)
  })

  test('each have one row with a reason, and no other package has', () => {
    const manifest = { dependencies: { a: '1' }, devDependencies: { '@b/c': '2' } }
    expect(reasonProblems(manifest, '| `a` | for x |\n| `@b/c` | for y |')).toEqual([])
    expect(reasonProblems(manifest, '| `a` | |\n| `@b/c` | for y |\n| `@b/c` | for z |\n| `d` | gone |')).toEqual([
      expect.stringContaining('a has no reason: add the row'),
      'docs/dependencies.md has an extra row for @b/c: remove it.',
      'docs/dependencies.md has an extra row for d: remove it.',
    ])
  })

  test('are all in the bill of materials', () => {
    const { stdout } = spawnSync('npm', ['run', '--silent', 'sbom'], { encoding: 'utf8' })
    const { bomFormat, components } = JSON.parse(stdout)
    const named = new Set(components.map(({ name, version }: Record<string, string>) => `${name}@${version}`))
    const locked = Object.entries<{ version: string }>(lockWith({}).packages).filter(([path]) => path !== '')
    expect(bomFormat).toBe('CycloneDX')
    expect(
      locked.map(([path, { version }]) => `${path.split('node_modules/').at(-1)}@${version}`).filter((each) => !named.has(each)),
    ).toEqual([])
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
  /** Runs a program under `runForeground`, sends a signal once it is ready, and returns its output and exit code. */
  async function run(program: string, signal?: NodeJS.Signals) {
    const script = `import { runForeground, runMain } from '${new URL('run.mjs', SCRIPTS).href}'
      await runMain(() => runForeground(process.execPath, ['-e', ${JSON.stringify(program)}]))`
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
    let output = ''
    child.stdout.on('data', (chunk) => {
      output += chunk
      if (signal && String(chunk).includes('ready')) child.kill(signal)
    })
    const code = await new Promise((resolve) => child.once('close', resolve))
    return { code, output }
  }

  test('gives its exit code', async () => {
    expect(await run('process.exit(3)')).toMatchObject({ code: 3 })
  })

  test.each(['SIGTERM', 'SIGINT'] as const)('gets %s once and may take its time to end', async (signal) => {
    const program = `process.on('${signal}', () => { console.log('asked'); setTimeout(() => process.exit(0), 100) })
      setTimeout(() => process.exit(4), 30_000); console.log('ready')`
    expect(await run(program, signal)).toEqual({ code: 0, output: 'ready\nasked\n' })
  })
})

test.each(['npm error code ENOSPC', 'ENOSPC: no space left on device, write', 'EROFS: read-only file system, mkdir'])(
  'A step that ends with “%s” is one line that names the folder',
  (output) => {
    const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    onTestFinished(() => written.mockRestore())
    printError(new StepError('The step failed: see its output above.', output))
    expect(written.mock.calls.flat().join('')).toMatch(
      /^[^\n]*\/[^\n]*(is full: \d+ MB free, about [\d,]+ MB needed|can’t be written to)[^\n]*\n$/,
    )
  },
)
