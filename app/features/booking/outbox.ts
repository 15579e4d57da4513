import type { FormType } from '#app/features/analytics/track.ts'
import { outboxDays } from '#content/device-storage.ts'
import type { OwnerOverrides } from '#content/owner-overrides.ts'
import { type Change, KeptBookings } from './kept-bookings.ts'
import { createPoster, noAnswer } from './outbox-post.ts'
import { changeStore, outboxName } from './outbox-store.ts'

/**
 * The booking outbox of a browser: a booking is written down on the device before it is sent, and
 * sent again until the server has answered it. The server stores a key once, so sending twice never books twice.
 *
 * Pages send it, and the service worker does when they are closed, where the browser has Background Sync: the same module in both.
 * While something is kept, `localStorage['booking-outbox']` is '1': pages load this module only then, or when a form is used.
 */

/** What the server says of a stored booking. */
export interface Acknowledgement {
  reference: string
  status: string
  trackingUrl: string
  estimatedPricePence: number
  /** Where the priority fee is paid, how much it is, until when (an ISO 8601 instant), and whether a slot is held for it. */
  payment?: { url: string; dueAt: string; amountPence: number; isHeld: boolean }
}

/** Why a booking was not taken, in words for the visitor. */
export interface RefusalWords {
  code: string
  title?: string
  message: string
  fields?: Record<string, string>
  /** With 'price_changed': what holds now. */
  changed?: OwnerOverrides
}

/** What became of a submission. */
export type SendOutcome =
  | { at: 'acknowledged'; acknowledgement: Acknowledgement }
  /** Not stored, and not kept here either: the form still has it. */
  | { at: 'refused'; status: number; retryAfterSeconds?: number; error: RefusalWords }
  /** No answer yet: it stays in the outbox and is sent until there is one. */
  | { at: 'kept' }

/** A booking that waits on this device. */
export interface Kept {
  key: string
  /** The form it was sent from, for analytics. */
  formType?: FormType
  /** As it was submitted, with the moment of that in `submittedAt`; never with a token. */
  body: Record<string, unknown>
  keptAt: number
  attempts: number
  /** When it is sent next. */
  dueAt: number
  /** 'refused' is sent no more: it waits for the visitor, with the refusal. 'delivered': for a page to say so. */
  state: 'sending' | 'waiting' | 'refused' | 'delivered'
  /** With 'waiting': the server asked to wait (429). */
  refusal?: RefusalWords
  /** With 'delivered': by the service worker, which leaves it to the next page. */
  acknowledgement?: Acknowledgement
}

/** A kept or submitted booking that the server has, as learnt while this page was open. */
export interface Delivered {
  key: string
  acknowledgement: Acknowledgement
}

export interface OutboxState {
  kept: readonly Kept[]
  delivered: readonly Delivered[]
  /** False when something is kept in this page's memory only: it is lost when the page is closed. */
  durable: boolean
}

export interface Outbox {
  /** Writes a booking down, sends it, and says what became of it. Never throws. The same key and content is one booking. */
  submit(body: Record<string, unknown>, key: string, formType?: FormType): Promise<SendOutcome>
  /** Sends what is kept, now and until it is delivered; call it once on every page that sees the flag. */
  resume(): void
  /** Tries once to send all that is kept; rejects when something still waits. For the service worker. */
  sendAll(): Promise<void>
  /** The same object until something changes. */
  getState(): OutboxState
  subscribe(listener: () => void): () => void
  /** Forgets a kept booking, for good. */
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
  /** Older bookings are not sent any more: the visitor has to ring. */
  keep: number
}

/** The times in use, unless a test has others. */
const usual: OutboxTimes = { pause: 2_000, longestPause: 60_000, send: 20_000, store: 3_000, keep: outboxDays * 86_400_000 }
const tooOld = { code: 'too_old', message: 'This booking waited on your device for too long to be sent.' }
const keyReused = { code: 'key_reused', message: 'Another booking is still being sent. Please call us.' }

/** In the service worker there is none: no visitor is there to be told. */
const isPage = typeof document !== 'undefined'

/** An outbox; all of a browser's outboxes for a site share what they keep. `onDelivered`: of what this one has sent, once each. */
export const createOutbox = (times: Partial<OutboxTimes> = {}, onDelivered?: (booking: Kept) => void): Outbox =>
  new BrowserOutbox({ ...usual, ...times }, onDelivered)

/** What is to be sent, and whether it is sent for the first time; or what there is to say instead. */
type Prepare = () => Promise<{ item: Kept; first?: boolean } | SendOutcome>

class BrowserOutbox implements Outbox {
  readonly #time: OutboxTimes
  readonly #onDelivered: ((booking: Kept) => void) | undefined
  readonly #kept: KeptBookings
  readonly #poster: ReturnType<typeof createPoster>
  readonly #sending = new Map<string, { content: string; outcome: Promise<SendOutcome> }>()
  readonly #listeners = new Set<() => void>()
  readonly #channel: BroadcastChannel | undefined
  #delivered: Delivered[] = []
  #state: OutboxState = { kept: [], delivered: [], durable: true }
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(time: OutboxTimes, onDelivered?: (booking: Kept) => void) {
    this.#time = time
    this.#onDelivered = onDelivered
    this.#kept = new KeptBookings(time.store)
    this.#poster = createPoster(time.send)
    if (isPage) {
      document.addEventListener('visibilitychange', () => document.hidden || this.#sendDue(true))
      for (const event of ['online', 'pageshow']) addEventListener(event, this.#sendDue)
    }
    this.#channel = openChannel((delivered) => {
      if (delivered) this.#addDelivered(delivered)
      void this.#change().then(this.#schedule)
    })
  }

  submit({ csrfToken, ...sent }: Record<string, unknown>, key: string, formType?: FormType): Promise<SendOutcome> {
    this.#poster.learnToken(csrfToken)
    const body = { submittedAt: new Date().toISOString(), ...sent }
    const content = contentOf(body)
    const running = this.#sending.get(key)
    if (running) return running.content === content ? running.outcome : running.outcome.then(() => this.submit(sent, key, formType))
    return this.#send(key, content, async () => {
      let before: Kept | undefined
      let item: Kept | undefined
      await this.#change(key, (old) => {
        before = old?.state === 'waiting' ? old : undefined
        item = before ?? { key, formType, body, keptAt: Date.now(), attempts: 0, dueAt: Date.now(), state: 'waiting' }
        return item
      })
      // What was said to be submitted goes as it was.
      void askForSync()
      if (!item || (before && contentOf(before.body) !== content)) return { at: 'refused', status: 409, error: keyReused }
      return { item, first: !before }
    })
  }

  resume(): void {
    void askForSync()
    void this.#sendDue(true)
  }

  async sendAll(): Promise<void> {
    await this.#sendDue(true)
    if (this.#idle().length) throw new Error('Not delivered yet')
  }

  getState = (): OutboxState => this.#state

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  discard = (key: string): Promise<void> => this.#change(key, () => undefined)

  // --- What pages are shown ---

  #publish() {
    const next = {
      kept: this.#kept.items.map((item): Kept => (this.#sending.has(item.key) ? { ...item, state: 'sending' } : item)),
      delivered: this.#delivered,
      durable: this.#kept.isDurable(),
    }
    if (JSON.stringify(next) === JSON.stringify(this.#state)) return
    this.#state = next
    for (const listener of this.#listeners) listener()
  }

  #addDelivered(one: Delivered) {
    this.#delivered = [...this.#delivered.filter(({ key }) => key !== one.key), one]
  }

  /** Changes a kept booking, here and for other tabs; without arguments it only reads. */
  async #change(key?: string, to?: Change) {
    const stored = await this.#kept.change(key, to)
    if (stored && to) this.#channel?.postMessage(0)
    if (stored && isPage) for (const item of stored) this.#collect(item)
    this.#publish()
  }

  /** What the worker has delivered is said here; of several pages, the one that takes it from the store counts it. */
  #collect({ key, acknowledgement }: Kept) {
    if (!acknowledgement) return
    this.#addDelivered({ key, acknowledgement })
    let taken: Kept | undefined
    const take = (item?: Kept) => {
      taken = item?.acknowledgement && item
      return taken ? undefined : item
    }
    changeStore(key, take).then(
      () => taken && this.#onDelivered?.(taken),
      () => undefined,
    )
  }

  // --- Sending ---

  /** Sends an item when no other tab does. `prepare` gives the item as it is by then, or what there is to say instead. */
  #send(key: string, content: string, prepare: Prepare): Promise<SendOutcome> {
    const outcome = alone(key, 2 * this.#time.send, () => this.#sendOnce(key, prepare)).finally(() => {
      this.#sending.delete(key)
      this.#publish()
      this.#schedule()
    })
    this.#sending.set(key, { content, outcome })
    this.#publish()
    return outcome
  }

  async #sendOnce(key: string, prepare: Prepare): Promise<SendOutcome> {
    const turn = await prepare()
    if ('at' in turn) return turn
    const { item, first = false } = turn
    const answer = await this.#poster.post(item)
    if (answer.at === 'acknowledged') this.#sayDelivered(item, answer.acknowledgement)
    await this.#change(key, (old) => old && this.#after(old, answer, first))
    return mustWait(answer) && !first ? noAnswer : answer
  }

  #sayDelivered(item: Kept, acknowledgement: Acknowledgement) {
    const one = { key: item.key, acknowledgement }
    // Another tab may have been told before.
    if (!this.#delivered.some(({ key }) => key === item.key)) this.#onDelivered?.(item)
    this.#addDelivered(one)
    this.#channel?.postMessage(one)
  }

  /** What stays of an item after an answer; nothing if it is delivered, or if the form that sent it first has it still. */
  #after(item: Kept, answer: SendOutcome, first: boolean): Kept | undefined {
    if (answer.at === 'acknowledged') return isPage ? undefined : asDelivered(item, answer.acknowledgement)
    const refused = answer.at === 'refused' ? answer : undefined
    if (refused && first) return undefined
    const refusal = refused?.error
    if (refused && !mustWait(answer)) return { ...item, state: 'refused', refusal }
    const { pause, longestPause } = this.#time
    const wait = (refused?.retryAfterSeconds ?? 0) * 1000 || pause * 2 ** item.attempts * (0.5 + Math.random() / 2)
    return { ...item, refusal, attempts: item.attempts + 1, dueAt: Date.now() + Math.min(wait, longestPause) }
  }

  // --- Sending again ---

  #retry = ({ key, body, attempts }: Kept): Promise<SendOutcome> =>
    this.#send(key, contentOf(body), async () => {
      await this.#change()
      const item = this.#kept.find(key)
      // Delivered, refused or tried by another tab meanwhile.
      if (item?.state !== 'waiting' || item.attempts !== attempts) return noAnswer
      if (Date.now() - item.keptAt < this.#time.keep) return { item }
      await this.#change(key, (old) => old && { ...old, state: 'refused', refusal: tooOld })
      return noAnswer
    })

  /** Milliseconds until an item is due. A time too far away was set by another clock, which has been put right since. */
  #pauseOf = ({ dueAt }: Kept): number => {
    const pause = dueAt - Date.now()
    return pause > this.#time.longestPause ? 0 : pause
  }

  #idle = () => this.#kept.items.filter((item) => item.state === 'waiting' && !this.#sending.has(item.key))

  #schedule = () => {
    clearTimeout(this.#timer)
    const idle = this.#idle()
    if (isPage && idle.length) this.#timer = setTimeout(this.#sendDue, Math.min(...idle.map(this.#pauseOf)))
  }

  /** Sends what is due; with a reason to think that the line is back, also what is not, unless the server asked to wait. */
  #sendDue = async (reason?: unknown) => {
    await this.#change()
    const tries = this.#idle()
      .filter((item) => this.#pauseOf(item) <= 0 || (reason && !item.refusal))
      .map(this.#retry)
    this.#schedule()
    await Promise.all(tries)
  }
}

/** Hears what other tabs deliver or change: what was delivered, or nothing. */
function openChannel(onMessage: (delivered?: Delivered) => void): BroadcastChannel | undefined {
  try {
    const channel = new BroadcastChannel(outboxName)
    channel.onmessage = ({ data }) => onMessage(data || undefined)
    return channel
  } catch {
    return undefined
  }
}

const mustWait = (answer: SendOutcome) => answer.at === 'refused' && answer.status === 429

/** As the worker leaves it: what the next page says and counts, and no more. */
const asDelivered = ({ body: { service, serviceLevel }, ...item }: Kept, acknowledgement: Acknowledgement): Kept => ({
  ...item,
  state: 'delivered',
  body: { service, serviceLevel },
  acknowledgement,
})

/** Has the worker try too, once the line is back: also when no page is open by then. Only where browsers can. */
async function askForSync() {
  try {
    const { sync } = (await navigator.serviceWorker.ready) as ServiceWorkerRegistration & { sync: { register(tag: string): Promise<void> } }
    await sync.register(outboxName)
  } catch {}
}

/** What makes two submissions the same booking, as the server sees it: not when, and not the figures that are only compared. */
const contentOf = (body: Record<string, unknown>) =>
  JSON.stringify(
    Object.entries({
      ...body,
      submittedAt: 0,
      estimatedPrice: 0,
      detectedBorough: 0,
      triggered_from: 0,
      shownFeePence: 0,
      shownDiscountPence: 0,
    }).sort(),
  )

/** Does a job while no other tab does one for this key; after `patience` without regard to a tab that sleeps with the lock. */
async function alone<T>(key: string, patience: number, job: () => Promise<T>): Promise<T> {
  let running: Promise<T> | undefined
  const once = () => (running ??= job())
  try {
    return await navigator.locks.request(`${outboxName}:${key}`, { signal: AbortSignal.timeout(patience) }, once)
  } catch {
    return once()
  }
}
