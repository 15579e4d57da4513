import { expect, test } from 'vitest'
import { newToken } from '#app/values/ids.ts'
import { freshDataDir, openInstance } from '#test/support/instance.ts'
import { openReceiver } from '#test/support/receiver.ts'
import { bookingBody } from '#test/support/world.ts'
import { statementClass } from './traces.ts'

interface SentSpan {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  /** 3: a client span, such as a statement. */
  kind: number
  attributes: { key: string; value: Record<string, unknown> }[]
}

const submit = (url: string, headers: Record<string, string> = {}) =>
  fetch(`${url}/functions/v1/submit-booking?secret=in-the-query`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': newToken(), ...headers },
    body: JSON.stringify(bookingBody()),
  })

const secret = `whsec_${Buffer.from('a secret of thirty-two characters').toString('base64')}`

test('requests, statements, jobs, mails and webhooks are traced, and nothing that someone typed', async () => {
  const collector = await openReceiver(200)
  const target = await openReceiver()
  const instance = await openInstance({
    DATA_DIR: freshDataDir(),
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url.replace(/\/[^/]*$/, ''),
    WEBHOOK_URL: target.url,
    WEBHOOK_SECRET: secret,
  })
  const arrived = target.next()
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
  expect((await submit(instance.url, { traceparent: `00-${traceId}-00f067aa0ba902b7-01` })).status).toBe(201)
  expect((await fetch(`${instance.url}/track/${'a'.repeat(43)}`)).status).toBe(404)
  const webhook = await arrived
  instance.process.kill('SIGTERM')
  expect((await instance.ended).code).toBe(0)

  const bodies = collector.deliveries.map(({ path, body }) => {
    expect(path).toBe('/v1/traces')
    return body
  })
  const spans = bodies.flatMap((body) =>
    (JSON.parse(body) as { resourceSpans: { scopeSpans: { spans: SentSpan[] }[] }[] }).resourceSpans.flatMap(({ scopeSpans }) =>
      scopeSpans.flatMap((scope) => scope.spans),
    ),
  )
  // Statements outside a request or job, such as polling for jobs, would be many and useless.
  expect(spans.filter(({ kind, parentSpanId }) => kind === 3 && !parentSpanId)).toEqual([])
  const named = (name: string) => spans.find((span) => span.name === name)
  const request = named('POST /functions/v1/submit-booking')
  expect(request).toMatchObject({ traceId, parentSpanId: '00f067aa0ba902b7' })
  expect(request?.attributes).toContainEqual({ key: 'http.response.status_code', value: { intValue: 201 } })
  expect(spans.find(({ name, parentSpanId }) => name === 'insert bookings' && parentSpanId === request?.spanId)).toMatchObject({ traceId })
  expect(named('GET /track/:token')).toBeDefined()
  expect(named('job customer-confirmation')).toBeDefined()
  expect(named('send email')?.attributes).toContainEqual({ key: 'server.address', value: { stringValue: 'local' } })
  const sent = named('POST webhook')
  expect(named('job staff-webhook')?.spanId).toBe(sent?.parentSpanId)
  expect(webhook.headers.traceparent).toBe(`00-${sent?.traceId}-${sent?.spanId}-01`)
  for (const typed of ['Priya', '07700 900264', '447700900264', 'example.com', 'ceiling', 'E1 1FR', 'in-the-query', 'aaaaaaaa'])
    expect(bodies.join('\n')).not.toContain(typed)
})

test('a collector that never answers does not keep the server from ending', async () => {
  const collector = await openReceiver('silence')
  const instance = await openInstance({
    DATA_DIR: freshDataDir(),
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url.replace(/\/[^/]*$/, ''),
  })
  expect((await submit(instance.url)).status).toBe(201)
  instance.process.kill('SIGTERM')
  expect((await instance.ended).code).toBe(0)
})

test.each([
  ['select "id" from "bookings" where "id" = ?', 'select', 'bookings'],
  ['insert into "booking_events" ("id") values (?)', 'insert', 'booking_events'],
  ['update "jobs" set "state" = ?', 'update', 'jobs'],
  ['delete from "jobs" where "id" = ?', 'delete', 'jobs'],
  ['begin', 'begin', undefined],
])('%s is told as its kind and its table', (sql, verb, table) => expect(statementClass(sql)).toEqual({ verb, table }))
