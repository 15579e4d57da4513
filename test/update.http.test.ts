// @module-tag never-again
import { expect, test } from 'vitest'
import { install, migrating, packRelease } from './support/installed.ts'

const older = { date: '2026-11-20T10:00:00Z' }
const newer = { date: '2026-11-21T10:00:00Z', first: migrating('create table if not exists added (at text)') }

test('An update migrates beside the data and switches, also when it is killed before and after the commit; nothing acknowledged is lost', {
  timeout: 180_000,
}, async () => {
  const [from, to] = [packRelease('0.1.0-a', older), packRelease('0.1.0-b', newer)]
  const site = await install(from)
  await site.up()
  const emails = [await site.book()]
  // Killed just before the commit, it starts again. Killed with the old data moved away and the new not yet there, it continues.
  site.kill('launch.mjs | /ready', 'switch.mjs replace | update/plumbers.sqlite')
  const updated = await site.update(to, async () => emails.push(await site.book()))
  expect(updated).toMatchObject({ code: 0, printed: expect.stringContaining('The site runs on 0.1.0-b') })
  expect(site.killsLeft()).toEqual([])
  expect(await site.up()).toBe('0.1.0-b')
  emails.push(await site.book())
  expect(await site.stored()).toEqual({ emails, isMigrated: true })

  expect(await site.update(to)).toMatchObject({ code: 0, printed: expect.stringContaining('Nothing was changed'), wasStopped: false })
  expect(await site.update(from)).toMatchObject({ code: 1, printed: expect.stringContaining('older'), wasStopped: false })
})
