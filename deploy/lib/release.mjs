import { createHash } from 'node:crypto'
import {
  closeSync,
  createReadStream,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import process from 'node:process'
import { pipeline } from 'node:stream/promises'
import { runQuiet, StepError } from '#scripts/run.mjs'

const MB = 2 ** 20
/** An unpacked release takes up to this many times its tarball's size. */
const UNPACKED = 5

/** Reads a release's RELEASE file: its version, commit, date (the commit's, which decides which of two is newer), node and platform. */
export const readRelease = (folder) => parseRelease(readFileSync(join(folder, 'RELEASE'), 'utf8'), folder)

function parseRelease(text, where) {
  const facts = Object.fromEntries(text.split('\n').flatMap((line) => (line.includes('=') ? [line.split(/=(.*)/, 2)] : [])))
  if (!/^[\w.+-]+$/.test(facts.version ?? '') || !facts.date) throw new StepError(`${where} is not a release of this site.`)
  return facts
}

/** Reads what RELEASE says in a tarball, once its checksum is right and this machine can run it. */
export async function readTarball(file) {
  if (!existsSync(file)) throw new StepError(`There is no file ${file}.`)
  await checkSum(file)
  // Of one top folder's own, not of a folder in it.
  const args = ['--extract', '--to-stdout', '--wildcards', '--no-wildcards-match-slash', `--file=${file}`, '*/RELEASE']
  const { code, output } = await runQuiet('tar', args, { cwd: '/' })
  if (code !== 0) throw new StepError(`${file} is not a release of this site.`, output)
  const facts = parseRelease(output, file)
  checkPlatform(facts)
  return facts
}

function checkPlatform({ platform }) {
  const own = `${process.platform}-${process.arch}`
  if (platform !== own) throw new StepError(`This release is for ${platform}, but this machine is ${own}. Nothing was changed.`)
}

/** Compares a file with the checksum in the file beside it, which `sha256sum` made. */
async function checkSum(file) {
  const beside = `${file}.sha256`
  if (!existsSync(beside)) throw new StepError(`Put the release’s checksum beside it, as ${beside}.`)
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  if (readFileSync(beside, 'utf8').split(/\s/, 1)[0] !== hash.digest('hex'))
    throw new StepError(
      `${basename(file)} is not what its checksum says: it is incomplete or was changed. Download both files again. Nothing was changed.`,
    )
}

/**
 * Puts a release among those of the server: a tarball, or an unpacked folder. It is whole and on disk when it has its name, so a start
 * never sees half of one. Returns its folder; if it is there already, nothing changes.
 */
export async function addRelease(source, { releases }) {
  const isFolder = existsSync(source) && statSync(source).isDirectory()
  const facts = isFolder ? readRelease(source) : await readTarball(source)
  if (isFolder) checkPlatform(facts)
  const folder = join(releases, facts.version)
  if (existsSync(folder)) return folder
  mkdirSync(releases, { recursive: true })
  if (!isFolder) checkSpace(releases, UNPACKED * statSync(source).size)
  const part = join(releases, `.${facts.version}.part`)
  rmSync(part, { recursive: true, force: true })
  mkdirSync(part)
  try {
    const [command, ...args] = isFolder
      ? ['cp', '--archive', '--no-preserve=ownership', `${source}/.`, part]
      : ['tar', '--extract', '--no-same-owner', '--strip-components=1', `--file=${source}`, `--directory=${part}`]
    await step('The release could not be unpacked.', command, args, part)
    await step('The release is damaged: download it again.', 'sha256sum', ['--check', '--quiet', '--strict', 'SHA256SUMS'], part)
    await step('The release could not be written to disk.', 'sync', ['--file-system', part], part)
    renameSync(part, folder)
    flush(releases)
  } finally {
    rmSync(part, { recursive: true, force: true })
  }
  return folder
}

async function step(problem, command, args, cwd) {
  const { code, output } = await runQuiet(command, args, { cwd })
  if (code === 0) return
  if (/no space left/i.test(output)) throw new StepError(fullText(cwd))
  throw new StepError(`${problem} Nothing was changed.`, output)
}

/** Throws if the file system of a folder has less room than needed. */
export function checkSpace(folder, neededBytes) {
  const { bavail, bsize } = statfsSync(folder)
  if (bavail * bsize < neededBytes) throw new StepError(fullText(folder, neededBytes))
}

function fullText(folder, neededBytes) {
  const { bavail, bsize } = statfsSync(folder)
  const needed = neededBytes ? `, about ${Math.ceil(neededBytes / MB)} MB needed` : ''
  return `The disk of ${folder} is full: ${Math.floor((bavail * bsize) / MB)} MB free${needed}. Make room, then start again. Nothing was changed.`
}

/** Makes a symbolic link to a folder, in place of the one there, so that there is always one or the other, also after a power cut. */
export function pointTo(link, folder) {
  const fresh = `${link}.new`
  rmSync(fresh, { force: true })
  symlinkSync(folder, fresh)
  renameSync(fresh, link)
  flush(dirname(link))
}

/** Flushes the names in a folder to disk, or a file. */
export function flush(path) {
  const file = openSync(path, 'r')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}
