import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type FeedState, followFeed, markIn } from './follow-feed.ts'

const feed = { path: '/api/feed', event: 'news', ended: 'ended', beatMs: 3_000, silenceMs: 8_000 }

/** A stream that a proxy holds until `say` lets an event through. */
class HeldStream extends EventTarget {
  static readonly CLOSED = 2
  static last: HeldStream
  readyState = 1
  constructor() {
    super()
    HeldStream.last = this
  }
  say = (mark: string) => this.dispatchEvent(Object.assign(new Event('news'), { data: JSON.stringify({ mark }) }))
  close() {
    this.readyState = HeldStream.CLOSED
  }
}

let answers: (() => Response)[]
const heard: string[] = []
const states: FeedState[] = []
const follow = () => followFeed(feed, { onData: (json) => heard.push(markIn(json)), onState: (state) => states.push(state) })
const fetched = vi.fn(async () => (answers.length > 1 ? answers.shift() : answers[0])?.() ?? Response.error())
const saying = (mark: string) => () => Response.json({ mark })

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('EventSource', HeldStream)
  vi.stubGlobal('fetch', fetched)
  fetched.mockClear()
  heard.length = states.length = 0
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('A page whose stream is held asks within 5 seconds and then every 12, until the stream speaks', async () => {
  answers = [saying('one'), saying('two')]
  const end = follow()
  await vi.advanceTimersByTimeAsync(5_000)
  expect([heard, states]).toEqual([['one'], ['asking']])
  await vi.advanceTimersByTimeAsync(12_000)
  expect([heard.at(-1), states.at(-1)]).toEqual(['two', 'asking'])
  HeldStream.last.say('three')
  await vi.advanceTimersByTimeAsync(7_999)
  expect([heard.at(-1), states.at(-1), fetched.mock.calls.length]).toEqual(['three', 'live', 2])
  await vi.advanceTimersByTimeAsync(1)
  expect([states.at(-1), fetched.mock.calls.length]).toEqual(['asking', 3])
  end()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(fetched).toHaveBeenCalledTimes(3)
})

// The visit is over; signed out; no longer theirs; a job or link that was removed.
test.each([204, 401, 403, 404])('It says that it is lost while no one answers, and asks no more once it is told %d', async (status) => {
  answers = [() => new Response('', { status: 502 }), saying('one'), () => new Response(null, { status })]
  follow()
  await vi.advanceTimersByTimeAsync(60_000)
  expect([states, heard, fetched.mock.calls.length]).toEqual([['lost', 'asking', 'ended'], ['one'], 3])
  expect(HeldStream.last.readyState).toBe(HeldStream.CLOSED)
})
