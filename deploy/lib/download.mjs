import { createWriteStream, existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { StepError } from '#scripts/run.mjs'

const TRIES = 5

/**
 * Downloads a release and its checksum, which is at the same address with `.sha256` after it. A line that breaks is tried again, from where
 * it broke. Returns the file.
 */
export async function downloadRelease(address, folder) {
  const url = new URL(address)
  if (url.protocol !== 'https:' && !['127.0.0.1', 'localhost'].includes(url.hostname))
    throw new StepError('A release is downloaded over https only: its checksum comes from the same place.')
  mkdirSync(folder, { recursive: true })
  const file = join(folder, basename(url.pathname))
  const sum = new URL(url)
  sum.pathname += '.sha256'
  // An old one may be of another file of this name.
  rmSync(`${file}.sha256`, { force: true })
  await download(sum, `${file}.sha256`)
  await download(url, file)
  return file
}

async function download(url, file) {
  const part = `${file}.part`
  for (let left = TRIES - 1; ; left -= 1)
    try {
      await receive(url, part)
      renameSync(part, file)
      return
    } catch (error) {
      if (error instanceof StepError || left === 0) {
        const reason = error instanceof StepError ? error.message : (error.cause?.message ?? error.message)
        throw new StepError(
          `${url} could not be downloaded: ${reason}. Start again to continue from where it stopped. Nothing was changed.`,
        )
      }
      await delay(2_000 / left)
    }
}

async function receive(url, part) {
  const size = existsSync(part) ? statSync(part).size : 0
  const response = await fetch(url, { headers: size > 0 ? { range: `bytes=${size}-` } : {} })
  // There is nothing after its end: it is whole, or another file, which its checksum tells.
  if (response.status === 416) return
  if (response.status === 404 || response.status === 403 || response.status === 410)
    throw new StepError(`the server says ${response.status}`)
  if (!response.ok) throw new Error(`the server says ${response.status}`)
  const flags = response.status === 206 ? 'a' : 'w'
  await pipeline(Readable.fromWeb(response.body), createWriteStream(part, { flags }))
}
