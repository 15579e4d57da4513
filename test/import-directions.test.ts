import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync } from 'vite'
import { describe, expect, test } from 'vitest'

interface Import {
  specifier: string
  typesOnly: boolean
}

const ROOT = fileURLToPath(new URL('..', import.meta.url))
/** The rooms from the top, as the table of docs/architecture.md has them. */
const order = [...readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8').matchAll(/^\| `([a-z-]+)` \| .* \|$/gm)].map(
  ([, room]) => room ?? '',
)
const FOLDERS = ['app', 'server', 'content', 'db', 'deploy', 'test', 'bench', 'scripts']

/** All imports of a module: static, re-exported and dynamic. */
function importsOf(path: string, source: string): Import[] {
  const { module, errors } = parseSync(path, source)
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`)
  const fixed = module.staticImports.map(({ start, moduleRequest }) => ({ start, request: moduleRequest }))
  const passedOn = module.staticExports.flatMap(({ start, entries }) =>
    entries.map(({ moduleRequest }) => ({ start, request: moduleRequest })),
  )
  const named = [...fixed, ...passedOn].flatMap(({ start, request }) =>
    request ? [{ specifier: request.value, typesOnly: /^(import|export)\s+type\b/.test(source.slice(start)) }] : [],
  )
  const dynamic = module.dynamicImports.map(({ moduleRequest }) => ({
    specifier: source.slice(moduleRequest.start, moduleRequest.end).replace(/^['"`]|['"`]$/g, ''),
    typesOnly: false,
  }))
  return [...named, ...dynamic]
}

/** The project file that an import resolves to, or undefined for packages and built-in modules. */
function targetOf(file: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(file), specifier)
  return FOLDERS.some((folder) => specifier.startsWith(`#${folder}/`)) ? specifier.slice(1) : undefined
}

/** The folder that a file's relative imports must stay in: its room, its part of the application, or its top folder. */
function homeOf(file: string): string {
  const parts = dirname(file).split('/')
  if (parts[0] !== 'app') return `${parts[0]}/`
  return `${parts.slice(0, parts[1] === 'features' ? 3 : 2).join('/')}/`
}

/** The problem with an import, or undefined. Tests may import anything, but not through `../`. */
function problemOf(file: string, { specifier }: Import): string | undefined {
  const target = targetOf(file, specifier)
  if (!target) return undefined
  if (specifier.startsWith('.') && !target.startsWith(homeOf(file))) return 'a relative import leaves its folder'
  if (isTest(file) || target.includes('/+types/')) return undefined
  if (/^(app|server|content|db)\//.test(file) && isTest(target)) return 'only tests import tests and their helpers'
  if (target.startsWith('app/routes/') && !mayImportRoute(file, target)) return 'nobody imports routes but routes.ts'
  if (file.startsWith('db/migrations/') && !target.startsWith('db/migrations/'))
    return 'a migration never changes, so it reads nothing that may'
  if (file.startsWith('app/values/') && !target.startsWith('app/values/')) return 'values import nothing of the project'
  if (file.startsWith('content/') && !/^(content|app\/values)\//.test(target)) return 'content imports only values'
  if (/^db\/[^/]+$|^db\/tables\//.test(file) && !/^(db|app\/values)\//.test(target)) return 'tables import only values'
  return (file.startsWith('app/') ? problemInApp(file, target) : undefined) ?? problemAtTheDoor(file, target)
}

/** The list of routes may import routes, and a route may use the server helpers next to it. */
function mayImportRoute(file: string, target: string): boolean {
  return file === 'app/routes.ts' || (target.endsWith('.server.ts') && dirname(file) === dirname(target))
}

/** The problem with an import inside the application, or undefined. */
function problemInApp(file: string, target: string): string | undefined {
  if (target.startsWith('server/')) return 'the application does not import the server'
  const isLow = /^app\/(features|platform|ui)\//.test(file)
  if (isLow && /^app\/[^/]+$/.test(target)) return 'what routes build on does not import the root or the list of routes'
  const to = roomOf(target)
  if (!to) return undefined
  if (/^app\/(platform|ui)\//.test(file)) return 'platform and ui import no feature'
  return undefined
}

/**
 * The problem with an import from another room, or undefined. The files at the root of a room's folder are public; its components may also
 * be used by pages; its other folders are private. A room imports only from rooms below it.
 */
function problemAtTheDoor(file: string, target: string): string | undefined {
  const [from, to] = [roomOf(file), roomOf(target)]
  if (!to || from === to) return undefined
  const folder = posix.relative(`app/features/${to}`, dirname(target))
  const isPage = file.startsWith('app/') && !from
  if (folder !== '' && !(isPage && folder.startsWith('components'))) return "another room's private folder"
  if (from && order.indexOf(from) > order.indexOf(to)) return `${to} stands above ${from}`
  return undefined
}

/** The room that a file belongs to. */
function roomOf(file: string): string | undefined {
  return /^app\/features\/([^/]+)\//.exec(file)?.[1]
}

/** True for tests and their helpers. */
function isTest(file: string): boolean {
  return /^(test|bench|deploy|scripts)\//.test(file) || /\.test\.tsx?$/.test(file)
}

/** The project's source files. */
function sourceFiles(): string[] {
  return FOLDERS.filter((folder) => existsSync(join(ROOT, folder))).flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(ts|tsx|mjs)$/.test(name))
      .map((name) => posix.join(folder, name.replaceAll('\\', '/'))),
  )
}

/** The problems of a made-up file. */
function problemsIn(file: string, source: string): (string | undefined)[] {
  return importsOf(file, source).map((one) => problemOf(file, one))
}

const imports = new Map(sourceFiles().map((file) => [file, importsOf(file, readFileSync(join(ROOT, file), 'utf8'))]))

/** Dependencies between groups of files, without tests. */
function edgesOf(groupOf: (file: string) => string | undefined, { typesToo = true } = {}): Map<string, Set<string>> {
  const edges = new Map<string, Set<string>>()
  for (const [file, all] of imports) {
    if (isTest(file)) continue
    for (const { specifier, typesOnly } of all) {
      const target = targetOf(file, specifier)
      const [from, to] = [groupOf(file), target && groupOf(target)]
      if (!from || !to || from === to || (typesOnly && !typesToo)) continue
      edges.set(from, (edges.get(from) ?? new Set()).add(to))
    }
  }
  return edges
}

/** The edges that are part of a cycle. */
function* circles(edges: Map<string, Set<string>>): Generator<string> {
  for (const [from, ends] of edges) for (const to of ends) if (reaches(edges, to, from)) yield `${from} -> ${to}`
}

function reaches(edges: Map<string, Set<string>>, from: string, wanted: string): boolean {
  const seen = new Set<string>()
  const next = [from]
  for (let at = next.pop(); at !== undefined; at = next.pop()) {
    if (at === wanted) return true
    if (seen.has(at)) continue
    seen.add(at)
    next.push(...(edges.get(at) ?? []))
  }
  return false
}

describe('import directions', () => {
  test('every source file keeps to them', () => {
    const problems = [...imports].flatMap(([file, all]) =>
      all.flatMap((one) => {
        const problem = problemOf(file, one)
        return problem ? [`${file}: ${one.specifier}: ${problem}`] : []
      }),
    )
    expect([...imports.keys()]).toContain('app/routes.ts')
    expect(problems).toEqual([])
  })

  test('the rooms of docs/architecture.md are all there are, and no part of the house is below itself', () => {
    const rooms = new Set([...imports.keys()].map(roomOf).filter((room) => room !== undefined))
    expect(order.toSorted()).toEqual([...rooms].sort())
    const edges = edgesOf((file) => roomOf(file) ?? /^(app\/)?[^/]+\//.exec(file)?.[0])
    expect(edges.size).toBeGreaterThan(10)
    expect([...circles(edges)]).toEqual([])
  })

  test('a file is at the root of a room if someone else imports it, and only then', () => {
    const asked = new Set(
      [...imports].flatMap(([file, all]) =>
        isTest(file)
          ? []
          : all.map(({ specifier }) => targetOf(file, specifier)).filter((target) => target && roomOf(target) !== roomOf(file)),
      ),
    )
    const alone = [...imports.keys()].filter(
      (file) => roomOf(file) && !isTest(file) && dirname(file).split('/').length === 3 && !asked.has(file),
    )
    expect(alone).toEqual([])
  })

  test('no file needs itself', () => {
    const edges = edgesOf((file) => file, { typesToo: false })
    expect(edges.size).toBeGreaterThan(100)
    expect([...circles(edges)].sort()).toEqual([])
  })

  test.each([
    ['app/values/a.ts', `import type { B } from '#content/fees.ts'`],
    ['db/migrations/0001-a.ts', `import { b } from '#content/posts/index.ts'`],
    ['app/ui/a.tsx', `const b = await import('#app/routes/public/home.tsx')`],
    ['app/features/booking/a.ts', `import type { B } from '#server/main.ts'`],
    ['app/features/billing/a.ts', `import { b } from '../pricing/bill.ts'`],
    ['app/features/billing/a.ts', `import { b } from '#app/features/pricing/inner/rules.ts'`],
    ['app/features/billing/a.tsx', `import { b } from '#app/features/pricing/components/table.tsx'`],
    ['app/features/booking/a.ts', `import type { B } from '#app/features/pricing/bill.ts'`],
    ['app/features/booking/a.ts', `import { b } from '#test/support/postgres.ts'`],
    ['server/main.ts', `import { b } from '#app/routes/public/home.tsx'`],
  ])('finds the wrong import in %s: %s', (file, source) => {
    expect(problemsIn(file, source)).toEqual([expect.any(String)])
  })

  test.each([
    ['app/features/billing/a.ts', `import { b } from '#app/features/pricing/reads.server.ts'`],
    ['app/features/booking/inner/a.ts', `import { b } from '../schema.ts'`],
    ['app/routes/public/home.tsx', `import { b } from '#app/features/booking/components/form.tsx'`],
    ['server/main.ts', `import { b } from '#app/features/intake/submit-booking.server.ts'`],
  ])('allows the import in %s: %s', (file, source) => {
    expect(problemsIn(file, source)).toEqual([undefined])
  })
})
