// @module-tag never-again
import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { backupsIn } from '#app/features/running/backups/files/backup-files.ts'
import { openPlainBrowser } from '#test/support/plain-browser.ts'
import { openSite, type Site } from '#test/support/site.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Runs a command on a site's data, as npm does. */
async function command({ settings }: Site, name: 'backup' | 'restore', ...args: string[]) {
  const { DATA_DIR = '', BACKUP_DIR = '' } = settings
  const env = { PATH: process.env.PATH, DATA_DIR, BACKUP_DIR }
  const child = spawn(process.execPath, [join(root, 'scripts', `${name}.mjs`), ...args], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  const code = await new Promise((resolve) => child.once('close', resolve))
  return { code, output }
}

test('A server backs up by itself and says so to staff; the commands back up while it runs, and restore once it is stopped', async () => {
  const backups = mkdtempSync(join(tmpdir(), 'plumbers-backups-'))
  onTestFinished(() => rmSync(backups, { recursive: true, force: true }))
  const site = await openSite({ accounts: true, env: { BACKUP_DIR: backups }, ownProcess: true })
  while ((await site.db.selectFrom('backups').select('id').execute()).length === 0) await delay(50)
  expect(backupsIn(readdirSync(backups))).toHaveLength(1)
  const staff = openPlainBrowser(site.url)
  await staff.signIn(await site.sampleOf('staff'))
  const { text } = await staff.open('/staff/monitoring')
  expect(text).toContain('The last good backup is less than an hour old')
  expect(text).toContain(backups)

  const bookingId = await site.book('before@example.com')
  const made = await command(site, 'backup')
  expect(made).toMatchObject({ code: 0, output: expect.stringMatching(/: 1 booking in \d+ tables, opened and checked/) })
  expect(made.output).toContain('secret.key')
  await site.book('after@example.com')

  expect(await command(site, 'restore', 'latest')).toEqual({
    code: 1,
    output: `Another process is already using the data in ${site.settings.DATA_DIR}. Stop it, or set DATA_DIR to another folder.\n`,
  })
  await site.stop()
  await site.db.destroy()
  const restored = await command(site, 'restore', 'latest')
  expect(restored).toMatchObject({ code: 0, output: expect.stringMatching(/Checked: 1 booking,.*entries in the audit log/) })
  expect(restored.output).toMatch(/The previous data is in .*replaced-/)
  await site.start()
  const again = openPlainBrowser(site.url)
  await again.signIn(await site.sampleOf('staff'))
  expect((await again.open(`/staff/bookings/${bookingId}`)).text).toContain('before@example.com')
  const { text: found } = await again.open('/staff/bookings')
  expect(found).not.toContain('after@example.com')
})
