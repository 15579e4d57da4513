// @module-tag never-again
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { further } from '../support/depth.ts'
import { type Installed, install, migrating, packRelease } from '../support/installed.ts'

const added = migrating('create table if not exists added (at text)')
const dated = (at: number) => `2026-11-20T10:00:${String(at).padStart(5, '0')}Z`
const release = (at: number, first = added) => packRelease(`0.1.${at}`, { date: dated(at), first })

/** The programs that take part in an update, in the order they run. */
const programs = [...['update.mjs', 'switch.mjs try', 'launch.mjs', 'switch.mjs copy', 'index.js --check', 'switch.mjs replace']] as const

further.describe.each(['sqlite', 'postgres'] as const)('An update on %s', (engine) => {
  test.each(programs)(
    'that is killed before each call of %s that changes files or starts a program ends as the old version or the new one, with all bookings',
    { timeout: 3_600_000 },
    async (program) => {
      let version = 0
      let to = release(1)
      const site = await install(release(0), { engine })
      await site.up()
      const emails = [await site.book()]
      const ends = { old: 0, new: 0 }
      const isOfCommand = program === 'update.mjs' || program === 'switch.mjs try'
      for (let call = 1; ; call += 1) {
        const book = async () => emails.push(await site.book())
        site.kill(`${program} | ${call}`)
        await (isOfCommand ? site.update(to, book) : site.switchTo(to, book))
        const wasKilled = site.killsLeft().length === 0
        site.kill()
        const answers = await site.up()
        expect([`0.1.${version}`, `0.1.${version + 1}`], `${program} | ${call}`).toContain(answers)
        await book()
        expect((await site.stored()).emails.toSorted(), `${program} | ${call}`).toEqual(emails.toSorted())
        ends[answers === `0.1.${version}` ? 'old' : 'new'] += 1
        if (!wasKilled) break
        if (answers === `0.1.${version}`) continue
        version += 1
        to = release(version + 1)
      }
      console.log(`${engine}, ${program}: killed ${ends.old + ends.new - 1} times; answered next: old ${ends.old}, new ${ends.new}`)
      // The last one, which nothing killed, went through.
      expect(site.runs()).toBe(`0.1.${version + 1}`)
      expect(ends.old + ends.new).toBeGreaterThan(1)
    },
  )

  test('that fails changes nothing, and says why: before the site is stopped where a copy of the data shows it', {
    timeout: 600_000,
  }, async () => {
    const site = await install(release(0, ''), { engine })
    await site.up()
    const emails = [await site.book()]
    const failing: [string, string, RegExp][] = [
      ['a migration that fails', migrating('insert into nowhere values (1)'), /nowhere/],
      ['pages that fail', migrating('alter table heartbeats rename to others'), /\/api\/health doesn’t answer as it should/],
      ['a server that can’t start', 'throw new Error("no start")', /no start/],
    ]
    for (const [at, [name, first, says]] of failing.entries()) {
      const { code, printed, wasStopped } = await site.update(release(at + 1, first))
      expect({ name, code, wasStopped }).toEqual({ name, code: 1, wasStopped: false })
      expect(printed, name).toMatch(says)
      expect(printed, name).toContain('nothing was changed')
    }
    // One that only fails once the site has stopped.
    const marker = join(site.root, 'fails')
    const late = `if ((await import('node:fs')).existsSync(${JSON.stringify(marker)})) process.exit(7)`
    const undone = await site.update(release(99, late), async () => {
      emails.push(await site.book())
      writeFileSync(marker, '')
    })
    expect(undone).toMatchObject({ code: 1, wasStopped: true })
    expect(undone.printed).toContain('Not updated: 0.1.0 continues, with all its data.')
    expect(await site.up()).toBe('0.1.0')
    emails.push(await site.book())
    expect((await site.stored()).emails.toSorted()).toEqual(emails.toSorted())
    expect(leftovers(site)).toEqual([])

    // One during which the machine stops, again and again.
    site.kill(...Array.from({ length: 9 }, () => 'launch.mjs | /ready' as const))
    const givenUp = await site.update(release(100))
    expect(givenUp).toMatchObject({ code: 1, printed: expect.stringMatching(/stopped during each of 3 tries.\s+Not updated: 0.1.0/) })
    site.kill()
    expect(await site.up()).toBe('0.1.0')
    expect(leftovers(site)).toEqual([])
  })

  test('leaves the data before it beside, whole, and only once, and renews the unit and Caddy’s settings', {
    timeout: 600_000,
  }, async () => {
    const site = await install(release(0, ''), { engine })
    await site.up()
    await site.book()
    for (const at of [1, 2]) expect(await site.update(release(at))).toMatchObject({ code: 0 })
    for (const file of ['etc/systemd/system/plumbers.service', 'etc/caddy/plumbers.caddy'])
      expect(existsSync(join(site.root, file))).toBe(true)
    const names = readdirSync(site.dataDir).filter((name) => name.startsWith('before') || name.startsWith('update'))
    expect(names).toEqual(engine === 'sqlite' ? ['before-update'] : [])
    expect(readdirSync(join(site.root, 'opt/plumbers/releases')).toSorted()).toEqual(['0.1.1', '0.1.2'])
    expect(JSON.parse(readFileSync(join(site.root, 'var/lib/plumbers/update-report.json'), 'utf8'))).toMatchObject({
      ...{ state: 'done', version: '0.1.2', from: '0.1.1' },
    })
  })
})

/** Files that a switch leaves only while it lasts. */
const leftovers = ({ root, dataDir }: Installed) =>
  [...['next', 'ready'].map((name) => join(root, 'var/lib/plumbers', name)), join(dataDir, 'update')].filter(existsSync)
