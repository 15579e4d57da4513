import { alone, askForSync, type DeviceQueue, deviceQueue, isPage, pauseAfter } from '#app/features/offline/device-queue.ts'
import { hours, toInstant } from '#app/values/clock.ts'
import { engineerCopyHours } from '#content/device-storage.ts'
import { isClockOld, readClock } from './engineer-acts/phone-clock.ts'
import { report, withOutcome } from './engineer-acts/report-acts.ts'
import { inOrder, nextBatch, type QueuedAct } from './queued-act.ts'

/* An engineer's acts on their phone: stored with key and time before anything is sent, and sent in order until the server has answered.
   Pages send them, and the service worker where the browser has Background Sync, with this same module. One tab sends at a time; without
   locks, the keys make a second sender harmless (docs/decisions/0058-engineers-phone.md). */

const name = 'engineer-acts'

/** An act as a page gives it; the queue adds the rest. */
export type NewAct = Pick<QueuedAct, 'kind' | 'bookingId'> & Partial<Pick<QueuedAct, 'fields' | 'seen' | 'at'>>

export interface ActsState {
  /** The engineer's own, in order. */
  acts: readonly QueuedAct[]
  /** 'waiting': the last try had no connection, and none has had since; 'signed_out': the server no longer knows this session. */
  line: 'idle' | 'sending' | 'waiting' | 'signed_out'
  /** False if something is kept only in this page's memory. */
  durable: boolean
}

export interface ActsQueue {
  /** Stores an act, and sends it when possible. Returns it as stored; never throws. */
  record(act: NewAct): Promise<QueuedAct>
  /** Withdraws an act that was never sent; returns whether that worked. */
  withdraw(key: string): Promise<boolean>
  /** Answers a server's question: does the act after all, at its original time, or drops it. */
  answer(key: string, isYes: boolean): Promise<void>
  /** The engineer has read why it was refused. */
  forget(key: string): Promise<void>
  /** Begins to send for an engineer; call it on each of their pages. */
  resume(engineerId: string): void
  /** Sends everything that waits, of any engineer, once; rejects if something still waits. For the service worker. */
  sendAll(): Promise<void>
  /** Deletes everything except acts that are unsent or have a question, which stay for their engineer for a while (`engineerCopyHours`). */
  wipe(): Promise<void>
  /** The same object until something changes. */
  getState(): ActsState
  subscribe(listener: () => void): () => void
}

/** Milliseconds: the pauses between tries, and the time limits of a request and of the store. */
const time = { pause: 2_000, longestPause: 60_000, send: 20_000, store: 3_000 }

/** The queue; all of a browser's queues share one store. `onTurnedAway`: the server no longer accepts this session as an engineer's. */
export function createActsQueue(onTurnedAway?: () => void): ActsQueue {
  let engineerId: string | undefined
  let line: ActsState['line'] = 'idle'
  let failures = 0
  let lastOrder = 0
  const queue: DeviceQueue<QueuedAct, ActsState> = deviceQueue<QueuedAct, ActsState>({
    name,
    storeMs: time.store,
    stateOf: (items, durable) => ({ acts: items.filter((act) => act.engineerId === engineerId).toSorted(inOrder), line, durable }),
    send: () => engineerId && send(engineerId),
    heard: () => queue.change(),
  })
  const { items: all, change } = queue

  function publish(now: ActsState['line']) {
    line = now
    queue.publish()
  }

  /** Sends one report after another until none of this engineer's acts wait, or there is no answer. */
  const send = (whose: string | undefined) => alone(name, 2 * time.send, () => sendWaiting(whose))

  async function sendWaiting(whose: string | undefined): Promise<void> {
    queue.sendIn(undefined)
    let only: number | undefined
    for (let isFirst = true; ; isFirst = false) {
      const isRead = await change()
      const next = nextBatch(
        all().filter((act) => act.engineerId === whose),
        only,
      )
      // The store didn't respond: waiting acts would be neither shown nor sent.
      if (!isRead && next.length === 0) return rest({ at: 'later' })
      if (!whose || (next.length === 0 && !(isFirst && isClockOld()))) return publish('idle')
      for (const { key } of next) await change(key, (act) => act && { ...act, attempts: act.attempts + 1 })
      // An act that was withdrawn before it was marked as under way, or answered in another tab, is not sent.
      const batch = next.filter(({ key }) => all().some((act) => act.key === key && act.state === 'waiting'))
      if (batch.length < next.length && batch.length === 0) continue
      // Another try shows only once it works: in a cellar, the words would change and the page move at each one.
      if (line !== 'waiting') publish('sending')
      const answer = await report(whose, batch, time.send)
      if (answer.at === 'refused' && batch.length === 1)
        await change(batch[0]?.key, (act) => act && { ...act, state: 'refused', says: answer.says })
      else if (answer.at === 'refused') only = 1
      else if (answer.at !== 'answered') return rest(answer)
      else {
        for (const { key, ...outcome } of answer.outcomes) await change(key, (act) => act && withOutcome(act, outcome, answer.now))
        if (answer.outcomes.length < batch.length || answer.outcomes.some((outcome) => outcome.state === 'later'))
          return rest({ at: 'later' })
        failures = 0
        publish('sending')
      }
    }
  }

  /** Waits until the next try, or until the connection may be back. */
  function rest(answer: { at: 'later'; waitMs?: number } | { at: 'signed_out'; isAnothers?: boolean }) {
    // Another engineer's copies are theirs to keep.
    if (answer.at === 'signed_out' && !answer.isAnothers) onTurnedAway?.()
    publish(answer.at === 'later' ? 'waiting' : 'signed_out')
    if (isPage && answer.at === 'later') queue.sendIn(pauseAfter(failures++, time, answer.waitMs))
  }

  /** Deletes acts that pages no longer need, for this engineer; for others, who are not signed in here, all old ones. */
  async function prune() {
    const oldest = toInstant(new Date(Date.now() - hours(engineerCopyHours)))
    const isOver = (act: QueuedAct) => act.at < oldest && (act.engineerId !== engineerId || act.state === 'done')
    for (const { key } of all().filter(isOver)) await change(key, () => undefined)
  }

  return {
    async record({ kind, bookingId, fields = {}, seen, at = toInstant(new Date()) }) {
      const key = crypto.randomUUID()
      const offsetMs = readClock()?.offsetMs
      let written: QueuedAct | undefined
      await change()
      // Orders two acts recorded at the same time.
      lastOrder = Math.max(lastOrder, ...all().map((act) => act.order)) + 1
      const order = lastOrder
      await change(key, () => {
        written = { key, engineerId: engineerId ?? '', order, kind, bookingId, at, offsetMs, seen, fields, attempts: 0, state: 'waiting' }
        return written
      })
      void askForSync(name)
      void send(engineerId)
      return written as unknown as QueuedAct
    },
    async withdraw(key) {
      let isFresh = false
      await change(key, (act) => {
        isFresh = act !== undefined && act.state === 'waiting' && act.attempts === 0
        return isFresh ? undefined : act
      })
      return isFresh
    },
    async answer(key, isYes) {
      const renewed = crypto.randomUUID()
      await change(key, (act) => {
        if (act?.state !== 'asked') return act
        const { says: _, confirms: confirmed = '', ...asked } = act
        // In one change: a page that is closed meanwhile loses neither the question nor its answer.
        return isYes ? { ...asked, key: renewed, state: 'waiting', attempts: 0, fields: { ...asked.fields, confirmed } } : undefined
      })
      void send(engineerId)
    },
    forget: async (key) => void (await change(key, () => undefined)),
    resume(who) {
      engineerId = who
      void askForSync(name)
      void change().then(prune)
      void send(who)
    },
    async sendAll() {
      if (!(await change())) throw new Error('The store can’t be read')
      const whose = new Set(all().flatMap((act) => (act.state === 'waiting' ? [act.engineerId] : [])))
      for (const who of whose) await send(who)
      if (all().some((act) => act.state === 'waiting')) throw new Error('Not delivered yet')
    },
    async wipe() {
      await change()
      // A question is known to this phone alone.
      for (const { key, state: was } of all()) if (was !== 'waiting' && was !== 'asked') await change(key, () => undefined)
    },
    getState: queue.getState,
    subscribe: queue.subscribe,
  }
}
