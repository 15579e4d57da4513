import { setTimeout as delay } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { openSqlite } from '#app/platform/database.ts'
import { defaultDetails } from '#content/business.ts'
import { freePort } from '#test/support/free-port.ts'
import { freshDataDir, openInstance } from '#test/support/instance.ts'
import { openSite } from '#test/support/site.ts'

const trouble = 'Online booking is having trouble'

/** The page's text, once it does or doesn't contain the expected notice. */
async function pageThat(url: string, says: boolean): Promise<string> {
  for (;;) {
    const html = await (await fetch(url)).text()
    if (html.includes(trouble) === says) return html
    // Servers check once a second.
    await delay(50)
  }
}

test('while bookings cannot be relied on, every form says so first, with the number, and is still there', async () => {
  // Its own uptime checks fail: no synthetic booking resets the state.
  const site = await openSite({ env: { MONITOR_URL: `http://127.0.0.1:${await freePort()}` } })
  const before = await pageThat(`${site.url}/`, false)
  await site.db.updateTable('phoneFirst').set({ since: '2026-11-20T10:20:00.000Z' }).execute()
  for (const path of ['/', '/book', '/plumbers-whitechapel', '/emergency-boiler-repair']) {
    const html = await pageThat(`${site.url}${path}`, true)
    const [form, said, number, firstStep] = [
      html.indexOf('action="/book"'),
      html.indexOf(trouble),
      html.indexOf(defaultDetails.emergencyPhone.href, html.indexOf(trouble)),
      html.indexOf('name="step"'),
    ]
    expect([form, said, number, firstStep].toSorted((a, b) => a - b)).toEqual([form, said, number, firstStep])
    expect(form).toBeGreaterThan(0)
  }
  // Without JavaScript, the next step shows it too.
  const next = await fetch(`${site.url}/book`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: site.url },
    body: new URLSearchParams({ step: '1', serviceLevel: 'standard', go: 'next' }),
  })
  expect(await next.text()).toContain(trouble)

  await site.db.updateTable('phoneFirst').set({ since: null }).execute()
  expect(await pageThat(`${site.url}/`, false)).toHaveLength(before.length)
})

test('a server that starts in this state tries at once, and takes it back when a booking works', async () => {
  const dataDir = freshDataDir()
  const { db } = openSqlite(dataDir)
  onTestFinished(() => db.destroy())
  await db.updateTable('phoneFirst').set({ since: '2026-11-20T10:20:00.000Z' }).execute()
  const { url } = await openInstance({ DATA_DIR: dataDir })
  await pageThat(`${url}/book`, false)
  expect(await db.selectFrom('phoneFirst').select('since').executeTakeFirst()).toEqual({ since: null })
  expect(await db.selectFrom('syntheticRuns').select('outcome').execute()).toEqual([{ outcome: 'ok' }])
  expect(await db.selectFrom('bookings').select('id').execute()).toEqual([])
  expect(await db.selectFrom('syntheticBookings').select('id').execute()).toEqual([])
})
