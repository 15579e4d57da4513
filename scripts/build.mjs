import { createHash } from 'node:crypto'
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { basename, extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip, constants as zlib } from 'node:zlib'
import { withLock } from './lock.mjs'
import { node, root, runQuiet, StepError, tool } from './run.mjs'

const SOURCES = [
  'app',
  'server',
  'content',
  'db',
  'vite.config.ts',
  'vite.islands.config.ts',
  'vite.worker.config.ts',
  'react-router.config.ts',
  'tsconfig.json',
  'package.json',
  'package-lock.json',
  'scripts/build.mjs',
  'scripts/images',
  'scripts/make-images.mjs',
]
const COMPRESSIBLE = new Set(['.css', '.html', '.ico', '.js', '.json', '.map', '.mjs', '.svg', '.txt', '.wasm', '.webmanifest', '.xml'])
const build = join(root, 'build')
const stamp = join(build, '.stamp')
/** Vite's public folder: files made there are served unchanged, also by `npm run dev`. */
export const imagesFolder = join(root, '.react-router', 'images')
const brotli = promisify(brotliCompress)
const deflate = promisify(gzip)

/** Builds the site when the build is missing or was made from other sources. */
export async function ensureBuilt({ log, force = false }) {
  if (!force && isBuilt()) return
  // Not in the build's own folder, which the build empties.
  await withLock(join(root, 'node_modules', '.build-lock'), async () => {
    if (!force && isBuilt()) return
    log('Building ...')
    // The stamp is removed first and written last: a build that failed or was cut off is never taken for a good one.
    rmSync(stamp, { force: true })
    const hash = sourceHash()
    await runBuild(hash.slice(0, 16))
    await Promise.all(['client', 'islands', 'worker'].map((folder) => precompress(join(build, folder))))
    writeFileSync(stamp, hash)
  })
}

/** Returns true if the build was made from the present sources. */
export function isBuilt() {
  const complete = existsSync(join(build, 'server', 'index.js')) && existsSync(stamp)
  return complete && readFileSync(stamp, 'utf8') === sourceHash()
}

/**
 * Runs the production build: the islands and images first, since the pages name their files, the service worker last, since it names all of
 * them. `id` identifies this build's pages.
 */
async function runBuild(id) {
  const env = { ...process.env, NODE_ENV: 'production', NO_COLOR: '1', BUILD_ID: id }
  // Images that are no longer made must not be served.
  rmSync(imagesFolder, { recursive: true, force: true })
  const steps = [
    [tool('vite'), 'build', '--config', 'vite.islands.config.ts'],
    [join(root, 'scripts', 'make-images.mjs'), imagesFolder],
    [tool('react-router'), 'build'],
  ]
  const run = async (step) => {
    const { code, output } = await runQuiet(node, step, { env })
    if (code !== 0) throw new StepError('The build failed: see its output above.', output)
  }
  for (const step of steps) await run(step)
  // Excludes the manifest: it is for the pages' build, and its name doesn't change with its content.
  const isServed = (path) => basename(path) !== 'manifest.json'
  cpSync(join(root, '.react-router', 'islands'), join(build, 'islands'), { recursive: true, filter: isServed })
  await run([tool('vite'), 'build', '--config', 'vite.worker.config.ts'])
  writeFileSync(join(build, 'worker', 'build-id'), id)
}

/** A hash over the names and contents of everything the build is made from. */
export function sourceHash(folder = root) {
  const hash = createHash('sha256')
  for (const path of SOURCES.flatMap((source) => filesIn(folder, source))) {
    const content = readFileSync(join(folder, path))
    hash.update(`${path}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex')
}

/** The files at or below a path, sorted, without tests. */
function filesIn(folder, path) {
  const full = join(folder, path)
  if (!existsSync(full)) return []
  if (!statSync(full).isDirectory()) return /\.test\.tsx?$/.test(path) ? [] : [path]
  return readdirSync(full)
    .sort()
    .flatMap((name) => filesIn(folder, `${path}/${name}`))
}

/** Puts compressed copies next to the files that get smaller by it, so that the server never compresses an asset. */
export async function precompress(folder) {
  const files = filesIn(folder, '.').filter((path) => COMPRESSIBLE.has(extname(path)))
  await Promise.all(files.map((path) => compressFile(join(folder, path))))
}

/** Writes the .br and .gz copies of one file. */
async function compressFile(path) {
  const content = await readFile(path)
  const options = { params: { [zlib.BROTLI_PARAM_QUALITY]: 11, [zlib.BROTLI_PARAM_SIZE_HINT]: content.length } }
  const copies = { '.br': await brotli(content, options), '.gz': await deflate(content, { level: 9 }) }
  for (const [ending, copy] of Object.entries(copies)) {
    if (copy.length < content.length) await writeFile(path + ending, copy)
  }
}
