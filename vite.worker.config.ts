import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig, type Plugin } from 'vite'

/*
 * The service worker: one classic script, served as /sw.js (server/http/service-worker.ts). Built last, since it names what the other
 * builds have made. `BUILD_ID` is what the pages of this build say of themselves.
 */

const root = import.meta.dirname

export default defineConfig({
  root,
  publicDir: false,
  plugins: [builtFiles()],
  define: { 'process.env.NODE_ENV': '"production"' },
  build: {
    outDir: 'build/worker',
    emptyOutDir: true,
    copyPublicDir: false,
    modulePreload: false,
    target: 'es2022',
    rolldownOptions: { input: 'app/entry.worker.ts', output: { format: 'iife', entryFileNames: 'sw.js', codeSplitting: false } },
  },
})

/** Gives the worker, as the module `virtual:built-files`, the build's id and what public pages need besides themselves. */
function builtFiles(): Plugin {
  const id = '\0virtual:built-files'
  return {
    name: 'built-files',
    resolveId: (source) => (source === 'virtual:built-files' ? id : undefined),
    load(requested) {
      if (requested !== id) return
      const build = process.env.BUILD_ID
      if (!build) throw new Error('BUILD_ID is not set: build with scripts/build.mjs')
      return `export const build = ${JSON.stringify(build)}\nexport const files = ${JSON.stringify(publicFiles())}`
    },
  }
}

/** The scripts of islands, the font and the drawings; a file whose name stays when it changes has its hash as its revision. */
function publicFiles(): { url: string; revision: string | null }[] {
  const hashed = [...namesIn('islands', /^(?!dev-|session-end).*\.js$/), ...namesIn('client/assets', /\.(woff2|svg)$/)]
  const named = [...namesIn('client/drawings', /^(?!chat-).*\.svg$/), ...namesIn('client/maps', /^london\.svg$/)]
  return [
    ...hashed.map((path) => ({ url: urlOf(path), revision: null })),
    ...named.map((path) => ({ url: urlOf(path), revision: hashOf(path) })),
  ]
}

function namesIn(folder: string, pattern: RegExp): string[] {
  const full = join(root, 'build', folder)
  if (!existsSync(full)) throw new Error(`There is no build/${folder}: build with scripts/build.mjs`)
  return readdirSync(full)
    .filter((name) => pattern.test(name))
    .sort()
    .map((name) => `${folder}/${name}`)
}

const urlOf = (path: string) => `/${path.replace(/^client\//, '')}`
const hashOf = (path: string) =>
  createHash('sha256')
    .update(readFileSync(join(root, 'build', path)))
    .digest('hex')
    .slice(0, 16)
