import { execFileSync } from 'node:child_process'
import { appendFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { listenHere } from '#test/support/listen.ts'

const { addRelease, checkSpace, readTarball } = await import(new URL('../deploy/lib/release.mjs', import.meta.url).href)
const { downloadRelease } = await import(new URL('../deploy/lib/download.mjs', import.meta.url).href)

const own = `${process.platform}-${process.arch}`

/** Packs a release of one file, and one with its details. Returns a folder with its tarball, and the tarball. */
function packed({ platform = own, spoil = '' } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'release-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  mkdirSync(join(folder, 'top'))
  writeFileSync(join(folder, 'top/RELEASE'), `version=0.2.0-x\ndate=2026-11-29T10:00:00Z\nplatform=${platform}\n`)
  writeFileSync(join(folder, 'top/site.js'), 'x'.repeat(50_000))
  const script = `cd top && sha256sum RELEASE site.js > SHA256SUMS && ${spoil || ':'} && cd .. && tar -czf r.tar.gz top && sha256sum r.tar.gz > r.tar.gz.sha256`
  execFileSync('sh', ['-c', script], { cwd: folder })
  return { folder, file: join(folder, 'r.tar.gz'), releases: join(folder, 'releases') }
}

test('A release is put in place whole, once; as a tarball and as a folder', async () => {
  const { folder, file, releases } = packed()
  expect(await addRelease(file, { releases })).toBe(join(releases, '0.2.0-x'))
  expect(readdirSync(releases)).toEqual(['0.2.0-x'])
  expect(readdirSync(join(releases, '0.2.0-x')).toSorted()).toEqual(['RELEASE', 'SHA256SUMS', 'site.js'])
  appendFileSync(join(releases, '0.2.0-x/site.js'), 'kept')
  await addRelease(file, { releases })
  expect(readFileSync(join(releases, '0.2.0-x/site.js'), 'utf8')).toContain('kept')
  expect(await addRelease(join(folder, 'top'), { releases: join(folder, 'others') })).toBe(join(folder, 'others/0.2.0-x'))
})

test('A release that is incomplete, damaged, unchecked or for another machine is refused, and leaves nothing', async () => {
  const cut = packed()
  writeFileSync(cut.file, readFileSync(cut.file).subarray(0, -10))
  await expect(addRelease(cut.file, cut)).rejects.toThrow(/r\.tar\.gz is not what its checksum says/)
  rmSync(`${cut.file}.sha256`)
  await expect(addRelease(cut.file, cut)).rejects.toThrow(`${cut.file}.sha256`)
  const foreign = packed({ platform: 'darwin-arm64' })
  await expect(readTarball(foreign.file)).rejects.toThrow(/for darwin-arm64/)
  const damaged = packed({ spoil: 'echo spoilt >> site.js' })
  await expect(addRelease(damaged.file, damaged)).rejects.toThrow(/damaged/)
  expect(readdirSync(damaged.releases)).toEqual([])
  expect(() => checkSpace(tmpdir(), 1e18)).toThrow(/disk of .* is full: \d+ MB free, about \d+ MB needed/)
})

test('A download whose line breaks continues where it broke; only https, and what is not there is not tried again', async () => {
  const { folder, file, releases } = packed()
  const content = readFileSync(file)
  const part = join(folder, 'downloads', 'r.tar.gz.part')
  const ranges: (string | undefined)[] = []
  const server = createServer(({ url, headers: { range } }, response) => {
    if (url === '/r.tar.gz.sha256') return void response.end(readFileSync(`${file}.sha256`))
    if (url !== '/r.tar.gz') return void response.writeHead(404).end()
    ranges.push(range)
    const from = Number(/\d+/.exec(range ?? '0')?.[0])
    response.writeHead(range ? 206 : 200, { 'content-length': content.length - from })
    if (range) response.end(content.subarray(from))
    else {
      response.write(content.subarray(0, 40))
      // Bytes that haven't reached the disk when the connection breaks are downloaded again.
      void expect
        .poll(() => statSync(part, { throwIfNoEntry: false })?.size)
        .toBe(40)
        .then(() => response.destroy())
    }
  })
  const url = await listenHere(server)
  const got = await downloadRelease(`${url}/r.tar.gz`, join(folder, 'downloads'))
  expect(await addRelease(got, { releases })).toBe(join(releases, '0.2.0-x'))
  expect(ranges).toEqual([undefined, 'bytes=40-'])
  await expect(downloadRelease(`${url}/other.tar.gz`, folder)).rejects.toThrow(/could not be downloaded: the server says 404/)
  await expect(downloadRelease('http://plumbers.example/r.tar.gz', folder)).rejects.toThrow(/https/)
})
