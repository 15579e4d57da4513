import { expect, it } from 'vitest'
import { londonDay } from '#app/platform/london.ts'
import { openPlainBrowser } from '#test/support/plain-browser.ts'
import { shareSite } from '#test/support/site.ts'
import { bookingBody } from '#test/support/world.ts'

/** Visits and bookings, as staff see them without JavaScript. */

const shared = shareSite({ accounts: true })
const tables = ['funnel', 'days', 'pages', 'areas', 'ways', 'bookings', 'buttons', 'reading', 'red-line']

it('Visits and bookings are for staff and owners alone, on the page and in every file', async () => {
  const site = await shared()
  const paths = ['/staff/analytics', ...tables.map((table) => `/staff/analytics/${table}.csv`), '/staff/analytics/nothing.csv']
  for (const path of paths) {
    const answer = await openPlainBrowser(site.url).open(path)
    expect([path, answer.status, answer.location]).toEqual([path, expect.any(Number), expect.stringContaining('/auth')])
  }
  for (const [role, status] of [
    ['customer', 403],
    ['staff', 200],
    ['owner', 200],
  ] as const) {
    const visitor = openPlainBrowser(site.url)
    await visitor.signIn(await site.sampleOf(role))
    for (const path of paths.slice(0, -1)) {
      const answer = await visitor.open(path)
      expect([role, path, answer.status]).toEqual([role, path, status])
      expect(answer.headers.get('cache-control')).toBe('private, no-store')
      expect(answer.text.includes('Step 2 reached')).toBe(status === 200 && /analytics$|funnel/.test(path))
    }
    expect((await visitor.open('/staff/analytics/nothing.csv')).status).toBe(role === 'customer' ? 403 : 404)
  }
})

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
  // Rendered by the server, without inline styles.
  expect(page.text).toContain('<svg')
  expect(page.text).not.toContain(' style="')

  const file = async (name: string) => {
    const answer = await staff.open(`/staff/analytics/${name}.csv?from=${today}&to=${today}`)
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present')
    expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="${name}-${today}-to-${today}.csv"`)
    return answer.text
  }
  expect(await file('days')).toBe(`Day,Visits,Page views,Forms started,Forms sent,Bookings saved\r\n${today},1,2,1,0,1\r\n`)
  expect(await file('pages')).toBe(
    'Page,Views,Visits started here,Forms started,Forms sent,Phone tapped,WhatsApp tapped\r\n/plumbers-whitechapel,1,1,1,0,1,0\r\n/pricing,1,0,0,0,0,0\r\n',
  )
  expect(await file('areas')).toContain('Tower Hamlets,1,1,0,1,1,0\r\n')
  expect(await file('ways')).toContain('A search,1,1,0,1,0\r\n')
  expect(await file('bookings')).toContain('Online,1,0,0\r\n')
  expect((await file('funnel')).split('\r\n').slice(0, 3)).toEqual([
    'Step,Count,Percentage of previous step,Percentage of visits',
    'Visits,1,,100',
    'Booking form started,1,100,100',
  ])
})

it('A period that cannot be is refused in words, with what was typed still there', async () => {
  const site = await shared()
  const staff = openPlainBrowser(site.url)
  await staff.signIn(await site.sampleOf('staff'))
  const page = await staff.open('/staff/analytics?from=2026-03-05&to=2026-03-01')
  expect(page.text).toContain('The first day must be on or before the last day.')
  expect(page.text).toContain('value="2026-03-05"')
  expect(page.text).toContain('value="2026-03-01"')
  const file = await staff.open('/staff/analytics/pages.csv?from=2026-03-05&to=2026-03-01')
  expect([file.status, file.text]).toEqual([400, 'The first day must be on or before the last day.\n'])
  expect((await staff.open('/staff/analytics?days=x&from=%00&to=%27')).status).toBe(200)
})
