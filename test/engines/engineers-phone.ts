import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#app/values/ids.ts'
import { addEngineer, jobOf, phoneOf, readJob, staffOf } from '#test/support/engineers.ts'
import { type Front, openFront } from '#test/support/front.ts'
import { type Site, startSite } from '#test/support/site.ts'
import { Visitor } from './visitor.ts'
import { type Engine, type OpenEngine, phone } from './window.ts'

const button = (text: string) => `//button[normalize-space()='${text}']`
const waiting = '[role=status][data-acts] p'

/** Runs in the page: which of an engineer's pages are cached on the phone. */
async function keptPaths(): Promise<string[]> {
  if (!navigator.serviceWorker.controller || !(await caches.has('engineer'))) return []
  return (await (await caches.open('engineer')).keys()).map(({ url }) => new URL(url).pathname)
}

/** Runs in the page: by how much it scrolls sideways, and which of its buttons are too low to tap with gloves. */
const look = () => ({
  sideways: Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth),
  low: [...document.querySelectorAll<HTMLElement>('main :is(a, button, summary, input:not([type=hidden]), select, textarea)')]
    .filter((each) => each.offsetParent !== null && each.getBoundingClientRect().height < 47.5)
    .map((each) => each.outerHTML.slice(0, 120)),
})

/** A photo that the customer of a job sends; returns its id. */
async function photoOf(site: Site, job: string): Promise<string> {
  const { email } = await site.db.selectFrom('bookings').select('email').where('id', '=', job).executeTakeFirstOrThrow()
  const link = /\/track\/[\w.-]+/.exec(await site.mailTo(email, /./))?.[0] ?? ''
  const body = new FormData()
  body.append('kind', 'problem')
  body.append('key', newId())
  const picture = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#3a6' } })
    .jpeg()
    .toBuffer()
  body.append('photo', new Blob([new Uint8Array(picture)], { type: 'image/jpeg' }), 'IMG_1.jpg')
  await fetch(`${site.url}${link}/photos`, { method: 'POST', body, headers: { Origin: site.url }, redirect: 'manual' })
  return (await site.db.selectFrom('photos').select('id').where('bookingId', '=', job).executeTakeFirstOrThrow()).id
}

/** An engineer's typical day on the phone. The connection is cut in front of the server, because drivers can't emulate offline. */
export function describeEngineersPhone(name: string, open: OpenEngine): void {
  describe(`${name}, an engineer’s phone`, () => {
    const endings: (() => unknown)[] = []
    let front: Front
    let site: Site
    let engine: Engine
    let visitor: Visitor
    beforeAll(async () => {
      front = await openFront((ending) => endings.push(ending))
      site = await startSite({ accounts: true, front })
      engine = await open({ javaScript: true })
      const [window] = await engine.windows()
      if (!window) throw new Error(`${name} has no window`)
      visitor = new Visitor(engine, site.url, window)
    })
    afterAll(async () => {
      await engine?.close()
      await site?.close()
      for (const ending of endings) await ending()
    })

    it('signs in by a link, keeps its jobs, and sends what was pressed without a line once, in order', { timeout: 300_000 }, async () => {
      const staff = await staffOf(site)
      const engineerId = await addEngineer(staff, 'Dan Okoro')
      const { email } = await phoneOf(site, staff, engineerId)
      const job = await jobOf(site, staff, engineerId, 'Priya Raman')
      const photo = await photoOf(site, job)
      const body = JSON.stringify({ email, create_user: false })
      const asked = await fetch(`${site.url}/auth/v1/otp`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body })
      expect(asked.status).toBe(200)
      const link = /http\S+token\S+/.exec(await site.mailTo(email, 'Your sign-in link'))?.[0] ?? ''
      await visitor.open(link)
      await visitor.click(button('Sign in'))
      await visitor.expectText('body', 'Sign Out')
      await visitor.open('/engineer')
      await visitor.expectText('main h1', 'Burst Pipe')
      await visitor.expectPage(look, { sideways: 0, low: [] })
      const at = `/engineer/jobs/${job}`
      await expect
        .poll(() => visitor.evaluate(keptPaths), { timeout: 150_000, interval: 100 })
        .toEqual(expect.arrayContaining(['/engineer', at, `${at}/bill`, `${at}/photos/${photo}/small`]))

      front.cut(/AppleWebKit/)
      await visitor.open(at)
      await visitor.click(button('I’m on my way'))
      await visitor.expectText(waiting, 'Saved on this phone')
      await visitor.click(button('20 min'))
      await visitor.expectText(waiting, '2 updates')
      await visitor.click(button('I’ve arrived'))
      await visitor.expectText(waiting, '3 updates')
      await visitor.fill('#sheet [name=found]', 'Split in the cold feed')
      await visitor.fill('#sheet [name=done]', 'New joint')
      await visitor.click(button('Save the job sheet'))
      await visitor.expectText(waiting, '4 updates')
      await visitor.expectPage(look, { sideways: 0, low: [] })
      // Reopens the page, as after closing the browser.
      await visitor.open('/engineer')
      await visitor.expectText(waiting, '4 updates')
      await visitor.expectText('article', 'At the door')
      await visitor.click(`//summary[contains(., 'Job finished')]`)
      await visitor.click(button('Yes, job finished'))
      await visitor.expectText(waiting, '5 updates')
      // A page that isn't on the phone leads to the day's page, and a photo to its job; both say why. One that was never opened is shown small.
      await visitor.open('/engineer/cash')
      await visitor.expectPath('/engineer?missing=page')
      await visitor.expectText('main', 'You need a signal to open that page')
      await visitor.open(`${at}/photos/${newId()}`)
      await visitor.expectPath(`${at}?missing=photo`)
      await visitor.expectText('main', 'You need a signal to open that photo')
      await visitor.open(`${at}/photos/${photo}`)
      await visitor.expectPage(() => [document.contentType, document.images[0]?.naturalWidth], ['image/jpeg', 60])
      expect((await readJob(site, job)).status).toBe('assigned')

      front.mend()
      await visitor.open('/engineer')
      await expect.poll(async () => (await readJob(site, job)).status, { timeout: 60_000 }).toBe('completed')
      await visitor.expectHidden(waiting)
      const acts = await site.db.selectFrom('engineerActs').select(['kind', 'refusal']).where('bookingId', '=', job).orderBy('at').execute()
      expect(acts).toEqual(['en_route', 'estimate', 'arrived', 'sheet', 'completed'].map((kind) => ({ kind, refusal: null })))
      expect(await site.db.selectFrom('jobSheets').select(['found', 'done']).where('bookingId', '=', job).execute()).toEqual([
        { found: 'Split in the cold feed', done: 'New joint' },
      ])
      await visitor.open(`${at}/bill`, phone)
      await visitor.expectText('main h1', 'Priya Raman’s bill')
      await visitor.click(`//summary[contains(., 'Give them this bill')]`)
      await visitor.click(`//button[starts-with(normalize-space(), 'Yes, bill')]`)
      await visitor.expectText('main h1', 'Bill 20')
      await visitor.expectPage(look, { sideways: 0, low: [] })
      expect(await site.db.selectFrom('bills').select('bookingId').where('bookingId', '=', job).execute()).toHaveLength(1)
    })
  })
}
