import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { defineConfig, type Plugin, transformWithOxc } from 'vite'

/*
 * The islands of public pages: components that the server renders into a document and that a small starter hydrates when they are
 * needed (docs/decisions/0033-islands-on-react.md). They are built apart from the hydrated app. `name.island.tsx` is the island
 * `name`; `name.script.ts` is a script of its own, which needs no runtime and shares no module with islands.
 */

const root = import.meta.dirname
/** Not in the build's folder yet, which the pages' build empties. */
const outDir = '.react-router/islands'
const runtime = 'app/entry.islands.tsx'
const starter = 'app/entry.starter.ts'
const nameOf = (path: string) => basename(path).replace(/\.(island\.tsx|script\.ts)$/, '')
const islandFiles = () =>
  globSync('app/{*,{features,ui}/**/*}.{island.tsx,script.ts}', { cwd: root }).map((path) => path.replaceAll('\\', '/'))

export default defineConfig({
  root,
  base: '/islands/',
  publicDir: false,
  plugins: [plainImports()],
  define: { 'process.env.NODE_ENV': '"production"' },
  build: {
    outDir,
    emptyOutDir: true,
    manifest: 'manifest.json',
    modulePreload: false,
    target: 'es2022',
    rolldownOptions: {
      input: [runtime, starter, ...islandFiles()],
      preserveEntrySignatures: 'exports-only',
      output: {
        entryFileNames: '[name]-[hash:6].js',
        chunkFileNames: '[name]-[hash:6].js',
        // React in one file, and in another the code that several islands need: every page names each file.
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules.(react|react-dom|scheduler)./ },
            { name: 'common', minShareCount: 3 },
          ],
        },
      },
    },
  },
})

/**
 * Code needed later is fetched by plain imports: the build's own helper preloads styles, of which nothing here has any. Scripts apart
 * have it to themselves, and the reader of feeds, since what islands share would bring the runtime with it.
 */
function plainImports(): Plugin {
  const id = '\0plain'
  return {
    name: 'plain-imports',
    enforce: 'pre',
    async resolveId(source, importer) {
      const isScripts = importer?.endsWith('.script.ts')
      if (source.endsWith('vite/preload-helper.js')) return `${id}:${isScripts ? 'scripts' : 'islands'}`
      if (!isScripts || !source.endsWith('/follow-feed.ts')) return undefined
      return `${(await this.resolve(source, importer))?.id}?script`
    },
    load: (requested) => (requested.startsWith(id) ? 'export const __vitePreload = (load) => load()' : undefined),
  }
}

/** Gives pages what they say of islands, as the module `virtual:islands`: the starter's text and each island's address. */
export function islands(): Plugin {
  const id = '\0virtual:islands'
  let development = false
  return {
    name: 'islands',
    configResolved(config) {
      development = config.command === 'serve' && !process.env.VITEST
    },
    resolveId: (source) => (source === 'virtual:islands' ? id : undefined),
    async load(requested) {
      if (requested !== id) return
      const parts = development ? await servedByVite() : built()
      return Object.entries(parts)
        .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)}`)
        .join('\n')
    },
  }
}

interface Parts {
  starterScript: string
  /** Each island's modules by its name, behind spaces: its own first, then what that imports, so that all are fetched at once. */
  islandUrls: Record<string, string>
}

type Manifest = Record<string, { file: string; imports?: string[] }>

/** The files of the islands' own build; none where unit tests run without a build. */
function built(): Parts {
  const folder = join(root, outDir)
  if (!existsSync(join(folder, 'manifest.json'))) return { starterScript: '', islandUrls: {} }
  const manifest: Manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'))
  const withImports = (key: string): string[] => [key, ...(manifest[key]?.imports ?? []).flatMap(withImports)]
  const common = new Set(withImports(runtime))
  const urls = (keys: Iterable<string>) => [...new Set(keys)].map((key) => `/islands/${manifest[key]?.file}`)
  const ofIsland = (path: string) => urls(withImports(path).filter((key) => !common.has(key)))
  return {
    starterScript: withRuntime(readFileSync(join(folder, manifest[starter]?.file ?? ''), 'utf8').trim(), urls(common)),
    islandUrls: Object.fromEntries(islandFiles().map((path) => [nameOf(path), ofIsland(path).join(' ')])),
  }
}

async function servedByVite(): Promise<Parts> {
  const { code } = await transformWithOxc(readFileSync(join(root, starter), 'utf8'), starter)
  const refresh = '/@id/__x00__virtual:react-router/inject-hmr-runtime'
  return {
    starterScript: `import("${refresh}").finally(() => {${withRuntime(code, [`/${runtime}`])}})`,
    islandUrls: Object.fromEntries(islandFiles().map((path) => [nameOf(path), `/${path}`])),
  }
}

const withRuntime = (script: string, urls: string[]) => script.replaceAll('__ISLANDS_RUNTIME__', JSON.stringify(urls))
