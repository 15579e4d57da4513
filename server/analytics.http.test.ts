import { expect, it } from 'vitest'
import { londonDay } from '#app/platform/london.ts'
import { openPlainBrowser } from '#test/support/plain-browser.ts'
import { shareSite } from '#test/support/site.ts'
import { bookingBody } from '#test/support/world.ts'

/** Visits and bookings, as staff see them without JavaScript. */

const shared = shareSite({ accounts: true })

it('What pages say is read by day, page, area and way, and saved as files', async () => {
  const site = await shared()
  const staff = openPlainBrowser(site.url)
  await staff.signIn(await site.sampleOf('staff'))
  const empty = await staff.open('/staff/analytics')
  expect(empty.text).toContain('There’s no data for these days.')

  const say = (path: string, referrer: string | null, events: [string, string | number | null][]) =>
    fetch(`${site.url}/api/counts`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Origin: site.url, 'User-Agent': 'Mozilla/5.0 (Windows NT 10.0) Firefox/150.0' },
      body: JSON.stringify({ path, referrer, medium: '', events }),
    })
  await say('/plumbers-whitechapel', 'https://www.google.com/', [
    ['page_view', null],
    ['booking_started', 'dialog'],
    ['phone_click', null],
  ])
  await say('/pricing', null, [['page_view', null]])
  await staff.ask('/functions/v1/submit-booking', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: site.url },
    body: JSON.stringify(bookingBody()),
  })
  const counted = () => site.db.selectFrom('counts').selectAll().execute()
  await expect.poll(async () => (await counted()).length, { timeout: 15_000 }).toBe(4)

  const today = londonDay(new Date())
  const page = await staff.open('/staff/analytics?days=7')
  expect(page.text).toContain('/plumbers-whitechapel')
  expect(page.text).toContain(`value="${today}"`)

  const file = async (name: string) => {
    const answer = await staff.open(`/staff/analytics/${name}.csv?from=${today}&to=${today}`)
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present')
    expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="${name}-${today}-to-${today}.csv"`)
    return answer.text
  }
  expect(await file('days')).toBe(`Day,Visits,Page views,Forms started,Forms sent,Bookings saved\r\n${today},1,2,1,0,1\r\n`)
  expect(await file('areas')).toContain('Tower Hamlets,1,1,0,1,1,0\r\n')
})
