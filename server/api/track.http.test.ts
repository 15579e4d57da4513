// @module-tag never-again
import { createServer } from 'node:http'
import { describe, expect, it, onTestFinished } from 'vitest'
import { recordReturn } from '#app/features/payments/confirming.server.ts'
import { renewLink } from '#app/features/tracking/renew-link.server.ts'
import { days } from '#app/values/clock.ts'
import { billed, openBill, paidAt } from '#test/support/billed.ts'
import { bookOne } from '#test/support/booked.ts'
import { freshWorld } from '#test/support/fresh.ts'
import { listenHere } from '#test/support/listen.ts'
import { createMarkStream } from '../http/mark-stream.ts'
import { trackMarks } from './track.ts'

/** A booking, and the stream of its private link on its own server. */
async function openFollowed({ pollMs = 20, ...options }: Parameters<typeof freshWorld>[1] & { pollMs?: number } = {}) {
  const world = await freshWorld('sqlite', options)
  const booked = await bookOne(world)
  const track = createMarkStream(world.services, trackMarks(world.services), { pollMs })
  onTestFinished(() => track.stop())
  const url = `${await listenHere(createServer((request, response) => void track.serveAtOnce(request, response)))}/api/track`
  const listen = async (token = booked.token, headers: Record<string, string> = {}, also = '') => {
    const response = await fetch(`${url}?link=${token}${also}`, { headers: { accept: 'text/event-stream', ...headers } })
    let text = ''
    const reading = (async () => {
      const decoder = new TextDecoder()
      for await (const part of response.body ?? []) text += decoder.decode(part, { stream: true })
      text += 'END'
    })().catch(() => undefined)
    return { response, reading, text: () => text, marks: () => [...text.matchAll(/"mark":"(\w+)"/g)].map(([, mark]) => mark) }
  }
  return { world, booked, track, url, listen }
}

describe('The stream of a private link', () => {
  it('says another mark when something has happened, and nothing of what it was', async () => {
    const { booked, url, listen } = await openFollowed()
    const { response, marks, text } = await listen()
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    await expect.poll(() => marks().length).toBe(1)
    await booked.become('en_route')
    await expect.poll(() => new Set(marks()).size).toBe(2)
    expect(text()).not.toMatch(/Priya|en_route|BK-/)
    // For pages whose streams are held by a proxy.
    const asked = await fetch(`${url}?link=${booked.token}`, { headers: { accept: 'application/json' } })
    const { mark } = await asked.json()
    await expect.poll(() => marks().at(-1)).toBe(mark)
  })

  it('is told by the commit that records a payment, and waits for no poll', async () => {
    const { world, track, listen } = await openFollowed({ pollMs: days(1), payments: true })
    const services = { ...world.services, jobsAdded: () => track.wake() }
    const paid = await billed(world)
    const { text, marks } = await listen(paid.token, {}, '&bill=1')
    await expect.poll(() => marks().length).toBe(1)
    const checkoutId = await openBill(services, paid)
    await recordReturn(services, { bookingId: paid.id, sessionId: `sandbox_${checkoutId}` })
    await expect.poll(() => marks().length).toBe(2)
    await paidAt({ ...world, services }, checkoutId, 11_900)
    await expect.poll(() => marks().length).toBe(3)
    expect(text()).not.toContain('END')
  })

  it('tells those who follow another booking nothing', async () => {
    const { world, booked, listen } = await openFollowed()
    const other = await listen((await bookOne(world)).token)
    const own = await listen()
    await booked.become('arrived')
    await expect.poll(() => own.marks().length).toBe(2)
    expect(other.marks()).toHaveLength(1)
  })

  it('is refused without a token, with a wrong one, and to pages of other sites', async () => {
    const { url, booked, listen, track } = await openFollowed()
    for (const token of ['', 'guessed', `${booked.token}x`, 'x'.repeat(5_000)]) expect((await listen(token)).response.status).toBe(404)
    expect((await fetch(url)).status).toBe(404)
    expect((await listen(booked.token, { 'sec-fetch-site': 'cross-site' })).response.status).toBe(403)
    expect((await fetch(`${url}?link=${booked.token}`, { method: 'POST' })).status).toBe(405)
    expect(track.listening()).toBe(0)
  })

  it('ends, and says so, once the link is made worthless; no one is let in by it any more', async () => {
    const { world, booked, listen, track } = await openFollowed()
    const stream = await listen()
    await renewLink(world.services, { bookingId: booked.id, actor: 'customer', clientKey: 'client' })
    await stream.reading
    expect(stream.text()).toMatch(/event: ended\ndata: \{\}\n\nEND$/)
    expect(track.listening()).toBe(0)
    expect((await listen()).response.status).toBe(404)
  })

  it.each(['completed', 'cancelled', 'no_access'] as const)('ends with a booking that is %s, and is not begun again', async (status) => {
    const { booked, listen } = await openFollowed()
    const stream = await listen()
    await booked.become(status)
    await stream.reading
    expect(stream.text()).toMatch(/event: ended\ndata: \{\}\n\nEND$/)
    // 204 tells browsers not to reconnect.
    expect((await listen()).response.status).toBe(204)
  })

  it('has room for twenty pages of one client, and for ten of one link on all networks, which can ask without a stream', async () => {
    const { world, booked, url, listen, track } = await openFollowed({ env: { RATE_LIMIT_SCALE: '1', TRUST_PROXY: '1' } })
    const from = (network: number) => ({ 'x-forwarded-for': `203.0.113.${network}` })
    const statuses: number[] = []
    for (let network = 0; network < 8; network++)
      for (let each = 0; each < 20; each++) statuses.push((await listen(booked.token, from(network))).response.status)
    expect(statuses).toEqual([...Array(10).fill(200), ...Array(150).fill(503)])
    const asked = await fetch(`${url}?link=${booked.token}`, { headers: { ...from(1), accept: 'application/json' } })
    expect(await asked.json()).toEqual({ mark: expect.any(String) })
    for (const [count, status] of [
      [10, 200],
      [1, 200],
      [9, 200],
      [1, 503],
    ] as const) {
      const { token } = await bookOne(world)
      for (let each = 0; each < count; each++) expect((await listen(token, from(9))).response.status).toBe(status)
    }
    expect(track.listening()).toBe(30)
  })
})
