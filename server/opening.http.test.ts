import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { publicPages } from '#app/features/site/site-map.ts'
import { completeDetails, type Site, startSite } from '#test/support/site.ts'

let site: Site
beforeAll(async () => {
  site = await startSite({ env: { SITE_URL: 'https://plumbers.example' }, ownProcess: true })
})
afterAll(() => site?.close())

async function read(path: string) {
  const answer = await fetch(site.url + path)
  return { robots: answer.headers.get('x-robots-tag'), text: await answer.text() }
}

describe('A public site that lacks what the law asks for', () => {
  test('runs as a preview: every page is marked, and search engines are kept out', async () => {
    for (const path of [...publicPages.map((page) => page.path), '/auth', '/no-such-page']) {
      const { robots, text } = await read(path)
      expect([path, robots]).toEqual([path, 'noindex, nofollow'])
      expect(text, path).toContain('Preview: this website isn’t open yet')
      expect(text, path).toContain('<meta name="robots" content="noindex, nofollow"/>')
    }
    expect((await read('/robots.txt')).text).toBe('User-agent: *\nDisallow: /\n')
  })

  test('opens once it is complete, and stays open when something is taken away', async () => {
    const restart = async () => {
      await site.kill()
      await site.start()
    }
    await site.db.insertInto('ownerValues').values(completeDetails).execute()
    await restart()
    const open = await read('/terms')
    expect([open.robots, open.text.includes('Preview:')]).toEqual([null, false])
    expect(open.text).toContain('Company: Emergency Plumbers London Ltd')
    await site.db.updateTable('ownerValues').set({ value: '{}', revision: 2 }).where('name', '=', 'details').execute()
    await restart()
    const still = await read('/terms')
    expect([still.robots, still.text.includes('Preview:'), still.text.includes('Emergency Plumbers London Ltd')]).toEqual([
      null,
      false,
      false,
    ])
    expect((await read('/robots.txt')).text).toContain('Sitemap: https://plumbers.example/sitemap.xml')
  })
})
