import { setTimeout as delay } from 'node:timers/promises'
import type { CDPSession } from 'playwright-core'

const quietMs = 700
const quietLimitMs = 20_000

interface Asked {
  path: string
  isScript: boolean
  /** Never holds up the first paint. */
  isPicture: boolean
  isStream: boolean
  at: number
  headBytes: number
  bytes: number
  doneAt?: number
}

/** Follows a page's requests. Times are those of the browser's events. */
export async function watchNetwork(cdp: CDPSession) {
  const asked = new Map<string, Asked>()
  const moments = new Map<string, number>()
  let changedAt = performance.now()
  const change = (id: string, values: Partial<Asked>) => {
    changedAt = performance.now()
    Object.assign(asked.get(id) ?? {}, values)
  }
  cdp.on('Network.requestWillBeSent', ({ requestId, request, timestamp, type }) => {
    changedAt = performance.now()
    if (!/^https?:/.test(request.url)) return
    const of = { isScript: type === 'Script', isPicture: type === 'Image', isStream: type === 'EventSource' }
    asked.set(requestId, { path: new URL(request.url).pathname, at: timestamp, headBytes: 0, bytes: 0, ...of })
  })
  cdp.on('Network.responseReceived', ({ requestId, response }) => change(requestId, { headBytes: response.encodedDataLength }))
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength, timestamp }) =>
    change(requestId, { bytes: encodedDataLength, doneAt: timestamp }),
  )
  cdp.on('Network.loadingFailed', ({ requestId, timestamp }) => change(requestId, { doneAt: timestamp }))
  // The blank page before it has such moments too, and so have frames.
  cdp.on('Page.lifecycleEvent', ({ name, timestamp }) => {
    if (asked.size > 0 && !moments.has(name)) moments.set(name, timestamp)
  })
  await cdp.send('Network.enable')
  await cdp.send('Page.enable')
  await cdp.send('Page.setLifecycleEventsEnabled', { enabled: true })
  const scriptBytes = (some: readonly Asked[]) =>
    some.filter(({ isScript }) => isScript).reduce((sum, { bytes, headBytes }) => sum + Math.max(0, bytes - headBytes), 0)
  return {
    read() {
      const all = [...asked.values()]
      const [painted = 0, loaded = 0] = ['firstContentfulPaint', 'load'].map((name) => moments.get(name))
      return {
        holding: all.filter(({ doneAt, isPicture }) => !isPicture && doneAt !== undefined && doneAt <= painted).map(({ path }) => path),
        scriptsAtLoad: scriptBytes(all.filter(({ at }) => at <= loaded)),
        scriptsUsed: scriptBytes(all),
      }
    },
    /** Waits until nothing has moved for a while. A stream of events never ends, and doesn't count. */
    async quiet() {
      changedAt = performance.now()
      const isDone = () => [...asked.values()].every(({ doneAt, isStream }) => doneAt !== undefined || isStream)
      const limit = changedAt + quietLimitMs
      while ((performance.now() - changedAt <= quietMs || !isDone()) && performance.now() < limit) await delay(50)
    },
  }
}

// ---- The static twins ----
