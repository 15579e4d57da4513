import { expect, test } from 'vitest'
import { openPostgres } from '#app/platform/database.ts'
import { newToken } from '#app/values/ids.ts'
import { freshWorld } from '#test/support/fresh.ts'
import { shareInstance } from '#test/support/instance.ts'
import { bookingBody } from '#test/support/world.ts'
import { jobHandlers } from './jobs.ts'
import { createMetrics } from './metrics.ts'

const token = 'a-token-for-prometheus-0123456789'
const plain = shareInstance()
const measured = shareInstance({ METRICS_TOKEN: token }, { checksUptime: true })

const submit = (url: string) =>
  fetch(`${url}/functions/v1/submit-booking`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': newToken() },
    body: JSON.stringify(bookingBody()),
  })

async function open() {
  const instance = await measured()
  const read = () => fetch(`${instance.url}/metrics`, { headers: { authorization: `Bearer ${token}` } })
  return { ...instance, read, text: async () => (await read()).text() }
}

test('without a token configured there are no metrics', async () => {
  const { url } = await plain()
  expect((await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${token}` } })).status).toBe(404)
})

test('requests are counted by pattern, method and class of status: never by what a client puts into a path', async () => {
  const site = await open()
  expect((await submit(site.url)).status).toBe(201)
  for (let each = 0; each < 20; each++) await (await fetch(`${site.url}/track/${newToken()}`)).text()
  await (await fetch(`${site.url}/no-such-page-${newToken()}`)).text()
  await (await fetch(`${site.url}/book?from=${newToken()}`, { method: 'HEAD' })).text()
  const text = await site.text()
  expect(text).toMatch(/http_requests_total\{route="\/track\/:token",method="GET",status="4xx"\} 20/)
  expect(text).toMatch(/http_requests_total\{route="\(none\)",method="GET",status="4xx"\} 1/)
  expect(text).toMatch(/http_requests_total\{route="\/book",method="HEAD",status="2xx"\} 1/)
  expect(text).toMatch(/http_requests_total\{route="\/functions\/v1\/submit-booking",method="POST",status="2xx"\} 1/)
  for (const [route, method] of [
    ['/track/:token', 'GET'],
    ['/book', 'other'],
    ['/functions/v1/submit-booking', 'POST'],
  ])
    expect(text).toMatch(new RegExp(`http_request_duration_seconds_count\\{route="${route}",method="${method}"\\} [1-9]`))
  expect(text).toContain('plumbers_bookings_stored{level="standard",channel="online"} 1')
  expect(text).toContain('plumbers_red_line_slots_left 5')
  expect(text).toContain('plumbers_phone_first 0')
  expect(text).toMatch(/plumbers_jobs\{state="dead"\} 0/)
  expect(text).toContain('nodejs_eventloop_lag_p99_seconds')
  expect(text).toContain('process_resident_memory_bytes')
})

test('on PostgreSQL they say how the connections are used, and what stays when the database is gone', async () => {
  const world = await freshWorld('postgres')
  const database = openPostgres(String(world.databaseUrl), { poolSize: 2 })
  const services = { ...world.services, ...database }
  const metrics = createMetrics(services, { pool: database.pool, jobKinds: Object.keys(jobHandlers) })
  expect(await metrics.text()).toMatch(/plumbers_red_line_slots_left 5/)
  expect(await metrics.text()).toMatch(/plumbers_db_connections\{state="total"\} [12]/)
  await database.db.destroy()
  const text = await metrics.text()
  expect(text).toContain('process_cpu_seconds_total')
  expect(text).not.toMatch(/plumbers_uptime_state\{/)
})
