import { expect } from 'vitest'
import { addEngineer, jobOf, phoneOf, readJob, staffOf } from '#test/support/engineers.ts'
import type { Front } from '#test/support/front.ts'
import type { Site } from '#test/support/site.ts'
import type { Visitor } from './visitor.ts'

const button = (text: string) => `//button[normalize-space()='${text}']`
const waiting = '[role=status][data-acts] p'

/** Runs in the page: the engineer's pages that are cached on the phone. */
async function keptPaths(): Promise<string[]> {
  if (!navigator.serviceWorker.controller || !(await caches.has('engineer'))) return []
  return (await (await caches.open('engineer')).keys()).map(({ url }) => new URL(url).pathname)
}

/** Runs in the page: the pixels that it scrolls sideways, and the buttons that are too low to tap with gloves. */
const look = () => ({
  sideways: Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth),
  low: [...document.querySelectorAll<HTMLElement>('main :is(a, button, summary, input:not([type=hidden]), select, textarea)')]
    .filter((each) => each.offsetParent !== null && each.getBoundingClientRect().height < 47.5)
    .map((each) => each.outerHTML.slice(0, 120)),
})

/** An engineer's visit on the phone; the connection is cut in front of the server. */
export async function workOffline(visitor: Visitor, { site, front }: { site: Site; front: Front }): Promise<void> {
  const staff = await staffOf(site)
  const engineerId = await addEngineer(staff, 'Dan Okoro')
  const { email } = await phoneOf(site, staff, engineerId)
  const job = await jobOf(site, staff, engineerId, 'Priya Raman')
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
    .poll(() => visitor.evaluate(keptPaths), { timeout: 150_000, interval: 300 })
    .toEqual(expect.arrayContaining(['/engineer', at]))

  front.cut(/AppleWebKit|Firefox/)
  await visitor.open(at)
  await visitor.click(button('I’m on my way'))
  await visitor.expectText(waiting, 'Saved on this phone')
  await visitor.click(button('I’ve arrived'))
  await visitor.expectText(waiting, '2 updates')
  await visitor.fill('#sheet [name=found]', 'Split in the cold feed')
  await visitor.fill('#sheet [name=done]', 'New joint')
  await visitor.click(button('Save the job sheet'))
  await visitor.expectText(waiting, '3 updates')
  // As after closing the browser; a page that isn't on the phone leads to the day's page, which says why.
  await visitor.open('/engineer/cash')
  await visitor.expectPath('/engineer?missing=page')
  await visitor.expectText('article', 'At the door')
  expect((await readJob(site, job)).status).toBe('assigned')

  front.mend()
  await visitor.open('/engineer')
  await expect.poll(async () => (await readJob(site, job)).status, { timeout: 60_000 }).toBe('arrived')
  await visitor.expectHidden(waiting)
  const acts = await site.db.selectFrom('engineerActs').select(['kind', 'refusal']).where('bookingId', '=', job).orderBy('at').execute()
  expect(acts).toEqual(['en_route', 'arrived', 'sheet'].map((kind) => ({ kind, refusal: null })))
  expect(await site.db.selectFrom('jobSheets').select(['found', 'done']).where('bookingId', '=', job).execute()).toEqual([
    { found: 'Split in the cold feed', done: 'New joint' },
  ])
  // The walks after it sign in as someone else.
  await visitor.click(button('Sign Out'))
  await visitor.expectHidden(button('Sign Out'))
}
