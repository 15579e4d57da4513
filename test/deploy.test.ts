import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

/* The parts of a server's installation that need no server: files below a root folder, without packages, users, systemd and Caddy. */

const project = fileURLToPath(new URL('..', import.meta.url))
const { readDomain, readEmail, withSetting } = await import(join(project, 'deploy/lib/settings.mjs'))
const { readConfig } = await import('#app/platform/config.ts')
let folder: string
let release: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'deploy-'))
  release = madeRelease()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A release of the commands alone, whose sums are right. */
function madeRelease(): string {
  const top = join(folder, 'release')
  const files = [...globSync(['deploy/**/*', 'content/**/*.ts'], { cwd: project }), 'scripts/run.mjs', 'package.json']
  for (const file of files.filter((name) => statSync(join(project, name)).isFile())) {
    mkdirSync(dirname(join(top, file)), { recursive: true })
    cpSync(join(project, file), join(top, file))
  }
  writeFileSync(
    join(top, 'RELEASE'),
    `version=1.2.3-20261129-abc1234\ndate=2026-11-29T12:00:00.000Z\nplatform=${process.platform}-${process.arch}\n`,
  )
  const sum = createHash('sha256')
    .update(readFileSync(join(top, 'RELEASE')))
    .digest('hex')
  writeFileSync(join(top, 'SHA256SUMS'), `${sum}  RELEASE\n`)
  return top
}

/** Runs a command of the release below a root folder. */
function run(command: string, root: string, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(release, `deploy/${command}.mjs`), ...args], {
    ...{ encoding: 'utf8', input: '' },
    env: { PATH: process.env.PATH, ROOT: root },
  })
  return { status, stdout, stderr }
}

/** Everything below a folder: names, modes, contents and times of change. */
const stateOf = (root: string) =>
  globSync('**/*', { cwd: root }).map((name) => {
    const { mode, ctimeMs, ino } = statSync(join(root, name))
    return [name, mode, ctimeMs, ino]
  })

describe('an installation', () => {
  const site = ['--domain', 'https://www.example.co.uk/', '--email', 'owner@example.co.uk']

  it('has settings that the server accepts, shows its key once, and changes nothing the second time', () => {
    const root = join(folder, 'twice')
    const first = run('install', root, ...site)
    expect(first).toMatchObject({ status: 0, stderr: '' })
    const settings = readFileSync(join(root, 'etc/plumbers/settings.env'), 'utf8')
    const environment = Object.fromEntries([...settings.matchAll(/^(\w+)=(.*)$/gm)].map(([, name = '', value]) => [name, value]))
    const config = readConfig(environment)
    expect(config).toMatchObject({ siteUrl: 'https://www.example.co.uk', staffEmail: 'owner@example.co.uk', trustedProxies: 1 })
    expect(config).toMatchObject({ host: '127.0.0.1', dataDir: join(root, 'var/lib/plumbers/data'), devTools: false })
    expect(config.backup.dir).toBe(join(root, 'var/backups/plumbers'))
    expect(first.stdout).toContain(config.secretKeys[0])
    const mode = (path: string) => (statSync(join(root, path)).mode & 0o777).toString(8)
    expect(['etc/plumbers/settings.env', 'var/lib/plumbers/data', 'var/backups/plumbers'].map(mode)).toEqual(['640', '700', '700'])

    const before = stateOf(root)
    const second = run('install', root)
    expect(second).toMatchObject({ status: 0, stderr: '' })
    expect(second.stdout).toContain('Nothing to change')
    expect(second.stdout).not.toContain(config.secretKeys[0])
    expect(stateOf(root)).toEqual(before)
  })

  it('keeps the sites of a Caddyfile that is there, and is removed without data, settings, backups and that file', () => {
    const root = join(folder, 'caddy')
    const caddyfile = join(root, 'etc/caddy/Caddyfile')
    const others = 'shop.example.co.uk {\n\tfile_server\n}\n'
    mkdirSync(dirname(caddyfile), { recursive: true })
    writeFileSync(caddyfile, others)
    run('install', root, ...site)
    expect(readFileSync(caddyfile, 'utf8')).toMatch(/^shop\.example[\s\S]*^import plumbers\.caddy$/m)
    expect(readFileSync(join(root, 'etc/caddy/plumbers.caddy'), 'utf8')).toMatch(/^www\.example\.co\.uk \{[\s\S]*127\.0\.0\.1:3000/m)
    writeFileSync(join(root, 'var/lib/plumbers/data/plumbers.sqlite'), 'bookings')
    for (const times of [1, 2]) {
      const { status, stdout } = run('uninstall', root)
      expect([times, status]).toEqual([times, 0])
      for (const kept of ['var/lib/plumbers/data', 'etc/plumbers/settings.env', 'var/backups/plumbers']) expect(stdout).toContain(kept)
    }
    const left = globSync('**/*', { cwd: root }).filter((name) => statSync(join(root, name)).isFile())
    expect(left.sort()).toEqual(['etc/caddy/Caddyfile', 'etc/plumbers/settings.env', 'var/lib/plumbers/data/plumbers.sqlite'])
    expect(readFileSync(caddyfile, 'utf8').trim()).toBe(others.trim())
  })

  it('says what to do instead of guessing: no answers, another release, a damaged one', () => {
    const root = join(folder, 'refused')
    expect(run('install', root)).toMatchObject({ status: 1, stderr: expect.stringContaining('--domain') })
    writeFileSync(join(release, 'SHA256SUMS'), `${'0'.repeat(64)}  RELEASE\n`)
    expect(run('install', root, ...site).stderr).toContain('damaged')
    writeFileSync(join(release, 'RELEASE'), readFileSync(join(release, 'RELEASE'), 'utf8').replace('1.2.3', '1.3.0'))
    expect(run('install', join(folder, 'twice')).stderr).toContain('deploy/update')
  })
})

it.each(['example', 'www.example.co.uk/path', '1.2.3.4', 'a b.co.uk', '-a.co.uk'])('%j is no domain', (typed) => {
  expect(() => readDomain(typed)).toThrow()
})

it('reads an email address, and replaces one setting without touching the others', () => {
  expect(readEmail(' owner@example.co.uk ')).toBe('owner@example.co.uk')
  for (const typed of ['owner', 'a@b', 'a@b.uk\nSECRET_KEY=x']) expect(() => readEmail(typed)).toThrow()
  expect(withSetting('A=1\n#B=2\nB=$&\n', 'B', '3')).toBe('A=1\n#B=2\nB=3\n')
  expect(withSetting('A=1\n', 'B', '3')).toBe('A=1\nB=3\n')
})
