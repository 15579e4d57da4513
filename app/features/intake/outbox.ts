import {
  alone,
  askForSync,
  changeStore,
  type DeviceQueue,
  deviceQueue,
  exchange,
  isPage,
  pauseAfter,
} from '#app/features/offline/device-queue.ts'
import type { FormType } from '#app/platform/track.ts'
import type { SitePath } from '#app/values/site-path.ts'
import { outboxDays } from '#content/device-storage.ts'
import { contentOf } from './booking-form/booking-content.ts'
import type { Acknowledgement, Kept, RefusalWords } from './booking-form/kept-booking.ts'

/**
 * The booking outbox of a browser: a booking is stored on the device before it is sent, and sent again until the server has answered. The
 * server stores a key once, so sending twice never books twice. Pages send it, and where Background Sync exists the service worker does
 * after they are closed, with this same module. While something is kept, `localStorage['booking-outbox']` is '1': pages load this module
 * only then, or when a form is used.
 */

/** The name of the outbox on the device. */
const outboxName = 'booking-outbox'

/** Path of a stored booking's confirmation page. */
export const confirmationPath = ({ trackingUrl }: Acknowledgement): SitePath => `/book/confirmed/${trackingUrl.split('/').at(-1)}`

/** The outcome of a submission. */
export type SendOutcome =
  | { at: 'acknowledged'; acknowledgement: Acknowledgement }
  /** Not stored, and not kept here either: the form still has it. */
  | { at: 'refused'; status: number; retryAfterSeconds?: number; error: RefusalWords }
  /** No answer yet: it is kept and sent until there is one. */
  | { at: 'kept' }

/** A booking that the server acknowledged while this page was open. */
interface Delivered {
  key: string
  acknowledgement: Acknowledgement
}

export interface OutboxState {
  kept: readonly Kept[]
  delivered: readonly Delivered[]
  /** False if something is only kept in this page's memory, and lost when it is closed. */
  durable: boolean
}

export interface Outbox {
  /** Stores a booking, sends it, and returns the outcome. Never throws. The same key and content is one booking. */
  submit(body: Record<string, unknown>, key: string, formType?: FormType): Promise<SendOutcome>
  /** Sends kept bookings until they are delivered; call it once on every page with the flag. */
  resume(): void
  /** Tries once to send everything; rejects if something still waits. For the service worker. */
  sendAll(): Promise<void>
  /** The same object until something changes. */
  getState(): OutboxState
  subscribe(listener: () => void): () => void
  /** Deletes a kept booking for good. */
  discard(key: string): Promise<void>
}

/** Milliseconds. */
export interface OutboxTimes {
  /** The pause after the first failed try; it doubles from there … */
  pause: number
  /** … to this. */
  longestPause: number
  /** A send without an answer has failed after this time. */
  send: number
  /** The browser's store counts as broken after this time. */
  store: number
  /** Older bookings are no longer sent: the visitor has to call. */
  keep: number
}

/** The times in use, unless a test has others. */
const usual: OutboxTimes = { pause: 2_000, longestPause: 60_000, send: 20_000, store: 3_000, keep: outboxDays * 86_400_000 }
const tooOld = { code: 'too_old', message: 'This booking waited too long on your device.' }
const keyReused = { code: 'key_reused', message: 'Another booking is still being sent. Please call us.' }
const kept: SendOutcome = { at: 'kept' }

/**
 * Makes an outbox; all outboxes of a browser for a site share their storage. `onDelivered` is called once for each booking this one sent.
 */
export function createOutbox(times: Partial<OutboxTimes> = {}, onDelivered?: (booking: Kept) => void): Outbox {
  const time = { ...usual, ...times }
  const sending = new Map<string, { content: string; outcome: Promise<SendOutcome> }>()
  let delivered: Delivered[] = []
  let token: unknown
  const queue: DeviceQueue<Kept, OutboxState> = deviceQueue<Kept, OutboxState>({
    name: outboxName,
    storeMs: time.store,
    stateOf: (items, durable) => ({
      kept: items
        .filter((item) => !item.acknowledgement)
        .map((item): Kept => (sending.has(item.key) ? { ...item, state: 'sending' } : item)),
      delivered,
      durable,
    }),
    send: sendDue,
    heard(news) {
      if (news) addDelivered(news as Delivered)
      return change().then(schedule)
    },
    onStored: (items) => isPage && items.forEach(collect),
  })
  const { items, change, publish } = queue

  function addDelivered(one: Delivered) {
    delivered = exchange(delivered, one.key, one)
  }

  /** Shows bookings that the worker delivered; of several pages, the one that takes it from the store counts it. */
  function collect({ key, acknowledgement }: Kept) {
    if (!acknowledgement) return
    addDelivered({ key, acknowledgement })
    let taken: Kept | undefined
    const take = (item?: Kept) => {
      taken = item?.acknowledgement && item
      return taken ? undefined : item
    }
    changeStore(outboxName, key, take).then(
      () => taken && onDelivered?.(taken),
      () => undefined,
    )
  }

  /** One request. A response that may not be the server's (a captive portal, a proxy's error) counts as none. */
  async function post({ key, body: stored }: Kept, first = false): Promise<SendOutcome> {
    const signal = AbortSignal.timeout(time.send)
    let content = stored
    try {
      for (let mismatches = 0; ; ) {
        // Beside `submittedAt`, by the same clock: however wrong that is, the server knows how long it waited.
        const body = JSON.stringify({ ...content, sentAt: new Date().toISOString(), csrfToken: token })
        const response = await fetch('/functions/v1/submit-booking', {
          method: 'POST',
          headers: { 'Content-Type': 'application/json', 'Idempotency-Key': key },
          body,
          // Continues after the page is closed; browsers allow that up to 64 KB, and a character is at most 3 bytes.
          keepalive: body.length < 20_000,
          signal,
        })
        const { status } = response
        const answer = await response.json()
        if (response.ok && answer.reference) return { at: 'acknowledged', acknowledgement: answer }
        const { error } = answer
        if (error.code === 'csrf_mismatch' && mismatches < 2) {
          // Once with the fresh token; then without, for browsers that keep no cookies: their Origin is checked.
          token = mismatches++ ? undefined : answer.csrfToken
          continue
        }
        if (error.code === 'price_changed' && !first && !content.callFirst) {
          // The visitor may not be here to see the new price: it is stored, and they are called before anyone sets off.
          content = { ...content, callFirst: true }
          continue
        }
        if (!error.code || status === 408 || (status >= 500 && error.code !== 'payment_not_configured')) return kept
        return { at: 'refused', status, retryAfterSeconds: Number(response.headers.get('Retry-After')) || undefined, error }
      }
    } catch {
      return kept
    }
  }

  /** Sends an item unless another tab is doing so. `prepare` returns its current state, or the outcome to return instead. */
  function send(key: string, content: string, prepare: () => Promise<{ item: Kept; first?: boolean } | SendOutcome>) {
    const outcome = alone(`${outboxName}:${key}`, 2 * time.send, async (): Promise<SendOutcome> => {
      const turn = await prepare()
      if ('at' in turn) return turn
      const answer = await post(turn.item, turn.first)
      const refused = answer.at === 'refused' ? answer : undefined
      const mustWait = refused?.status === 429
      if (answer.at === 'acknowledged') {
        const one = { key, acknowledgement: answer.acknowledgement }
        // Another tab may have shown it before.
        if (!delivered.some((before) => before.key === key)) onDelivered?.(turn.item)
        addDelivered(one)
        queue.tell(one)
      }
      await change(key, (item) => {
        // Meanwhile discarded, delivered, or returned to the form.
        if (!item || (refused && turn.first)) return undefined
        if (answer.at === 'acknowledged') return isPage ? undefined : asDelivered(item, answer.acknowledgement)
        const refusal = refused?.error
        if (refused && !mustWait) return { ...item, state: 'refused', refusal }
        const pause = pauseAfter(item.attempts, time, (refused?.retryAfterSeconds ?? 0) * 1000)
        return { ...item, refusal, attempts: item.attempts + 1, dueAt: Date.now() + pause }
      })
      return mustWait && !turn.first ? kept : answer
    }).finally(() => {
      sending.delete(key)
      publish()
      schedule()
    })
    sending.set(key, { content, outcome })
    publish()
    return outcome
  }

  function retry({ key, body, attempts }: Kept) {
    return send(key, contentOf(body), async () => {
      await change()
      const item = items().find((each) => each.key === key)
      // Meanwhile delivered, refused or tried by another tab.
      if (item?.state !== 'waiting' || item.attempts !== attempts) return kept
      if (Date.now() - item.keptAt < time.keep) return { item }
      await change(key, (old) => old && { ...old, state: 'refused', refusal: tooOld })
      return kept
    })
  }

  /** Milliseconds until an item is due. A time too far in the future was set by a wrong clock. */
  function pauseOf({ dueAt }: Kept) {
    const pause = dueAt - Date.now()
    return pause > time.longestPause ? 0 : pause
  }

  const idle = () => items().filter((item) => item.state === 'waiting' && !sending.has(item.key))

  function schedule() {
    const waiting = idle()
    queue.sendIn(waiting.length ? Math.min(...waiting.map(pauseOf)) : undefined)
  }

  /** Sends bookings that are due; if the connection may be back, also the others, unless the server asked to wait. */
  async function sendDue(reason?: unknown) {
    await change()
    const tries = idle()
      .filter((item) => pauseOf(item) <= 0 || (reason && !item.refusal))
      .map(retry)
    schedule()
    await Promise.all(tries)
  }

  const outbox: Outbox = {
    submit({ csrfToken, ...sent }, key, formType) {
      token = csrfToken ?? token
      const body = { submittedAt: new Date().toISOString(), ...sent }
      const content = contentOf(body)
      const running = sending.get(key)
      if (running) return running.content === content ? running.outcome : running.outcome.then(() => outbox.submit(sent, key, formType))
      return send(key, content, async () => {
        let before: Kept | undefined
        let item: Kept | undefined
        await change(key, (old) => {
          before = old?.state === 'waiting' ? old : undefined
          item = before ?? { key, formType, body, keptAt: Date.now(), attempts: 0, dueAt: Date.now(), state: 'waiting' }
          return item
        })
        // A submission already waiting is sent as it is.
        void askForSync(outboxName)
        if (!item || (before && contentOf(before.body) !== content)) return { at: 'refused', status: 409, error: keyReused }
        return { item, first: !before }
      })
    },
    resume() {
      void askForSync(outboxName)
      void sendDue(true)
    },
    async sendAll() {
      await sendDue(true)
      if (idle().length) throw new Error('Not delivered yet')
    },
    getState: queue.getState,
    subscribe: queue.subscribe,
    discard: async (key) => void (await change(key, () => undefined)),
  }
  return outbox
}

/** The stored form of a booking delivered by the worker: only the data that the next page shows and counts. */
const asDelivered = ({ body: { service, serviceLevel }, ...item }: Kept, acknowledgement: Acknowledgement): Kept => ({
  ...item,
  state: 'delivered',
  body: { service, serviceLevel },
  acknowledgement,
})
