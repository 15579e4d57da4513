import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './run.mjs'

/** Licences that let us use a package in a product that is not open, as package-lock.json writes them. */
const allowedLicences = [
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'ISC',
  'MIT',
  'MIT-0',
  'MIT OR Apache-2.0',
  '(MIT AND Zlib)',
  '(MIT OR GPL-3.0-or-later)',
  'Unlicense',
]

const sharpReason = 'libvips and its dependencies, as a separate library that sharp loads, unmodified; it runs on our server only'

const notoReason = 'fonts for names in other scripts, which PDFs embed as their licence allows'

/**
 * Packages with another licence: development packages, and with `inProduction` others. Each also covers the package's builds for single
 * platforms: `name-linux-x64`.
 */
const exceptions = [
  { name: '@fontsource-variable/noto-emoji', licence: 'OFL-1.1', inProduction: true, reason: notoReason },
  { name: '@fontsource-variable/noto-sans', licence: 'OFL-1.1', inProduction: true, reason: notoReason },
  {
    name: '@fontsource/familjen-grotesk',
    licence: 'OFL-1.1',
    reason: 'the font for text in share images, drawn when the site is built, and in PDFs, which embed it as its licence allows',
  },
  { name: '@img/sharp-libvips', licence: 'LGPL-3.0-or-later', inProduction: true, reason: sharpReason },
  { name: '@img/sharp-wasm32', licence: 'Apache-2.0 AND LGPL-3.0-or-later AND MIT', inProduction: true, reason: sharpReason },
  { name: '@img/sharp-win32', licence: 'Apache-2.0 AND LGPL-3.0-or-later', inProduction: true, reason: sharpReason },
  { name: 'axe-core', licence: 'MPL-2.0', reason: 'checks accessibility in tests, unmodified' },
  { name: 'caniuse-lite', licence: 'CC-BY-4.0', reason: 'tells the build which browsers support what; a list of facts, not passed on' },
  {
    name: 'png-js',
    licence: undefined,
    inProduction: true,
    reason: 'pdfkit’s PNG reader: its package.json names no licence, but its LICENSE file is MIT',
  },
  { name: 'lightningcss', licence: 'MPL-2.0', reason: 'minifies style sheets when the site is built, unmodified' },
  {
    name: 'web-push',
    licence: 'MPL-2.0',
    inProduction: true,
    reason: 'encrypts and signs alerts; unmodified, and its licence covers its own files only',
  },
]

/** Returns the problems with the project's dependencies, a sentence each: see `licenceProblems` and `reasonProblems`. */
export function dependencyProblems() {
  const read = (name) => readFileSync(join(root, name), 'utf8')
  const manifest = JSON.parse(read('package.json'))
  const lock = JSON.parse(read('package-lock.json'))
  return [...licenceProblems(lock), ...reasonProblems(manifest, read('docs/dependencies.md'))]
}

/** Each package of a lock file, of every platform, whose licence is not allowed, and each exception that no package needs. */
export function licenceProblems(lock) {
  const packages = Object.entries(lock.packages)
    .filter(([path]) => path !== '')
    .map(([path, { name, version, license, dev }]) => ({
      name: name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
      version,
      licence: license,
      isDevelopment: dev === true,
    }))
  const others = packages.filter(({ licence }) => !allowedLicences.includes(licence))
  const refused = others.filter(
    (each) => !exceptions.some((exception) => (each.isDevelopment || exception.inProduction) && isFor(exception, each)),
  )
  const unused = exceptions.filter((exception) => !others.some((each) => isFor(exception, each)))
  return [
    ...refused.map(
      ({ name, version, licence, isDevelopment }) =>
        `${name} ${version} (${isDevelopment ? 'development' : 'production'}) has ${licence ? `the licence ${licence}` : 'no licence'}, which is not allowed. Use another package, or read the licence and add it to scripts/dependencies.mjs: to allowedLicences, or for development to exceptions, with the reason.`,
    ),
    ...unused.map(
      ({ name, licence }) =>
        `${name} with ${licence ? `the licence ${licence}` : 'no licence'} is not installed: remove it from exceptions in scripts/dependencies.mjs.`,
    ),
  ]
}

const isFor = (exception, { name, licence }) =>
  licence === exception.licence && (name === exception.name || name.startsWith(`${exception.name}-`))

/** Each direct dependency of a manifest without a row in the tables of docs/dependencies.md, and each row that is not of one. */
export function reasonProblems({ dependencies = {}, devDependencies = {} }, document) {
  const direct = [...Object.keys(dependencies), ...Object.keys(devDependencies)]
  const rows = [...document.matchAll(/^\| `([^`]+)` \| *(.*?) *\|$/gm)]
  const explained = rows.filter(([, , reason]) => reason !== '').map(([, name]) => name)
  const without = direct.filter((name) => !explained.includes(name))
  const stray = explained.filter((name, at) => !direct.includes(name) || explained.indexOf(name) !== at)
  return [
    ...without.map(
      (name) => `${name} has no reason: add the row "| \`${name}\` | what it is for, and why this one |" to docs/dependencies.md.`,
    ),
    ...stray.map((name) => `docs/dependencies.md has an extra row for ${name}: remove it.`),
  ]
}
