import { AsyncLocalStorage } from 'node:async_hooks'

/*
 * Simulates phones for the queue of an engineer's actions, so that its code runs in a test with a real server: each phone has a disk, tabs,
 * a clock and a connection. Code inside `onPhone` sees these instead of the browser's globals.
 */

/** The connection's effect on the next report. 'late': it arrives when `arriveLate` is called, and its response is lost. */
type Line = 'up' | 'down' | 'answer lost' | 'twice' | 'late'

export interface Phone {
  line: Line
  /** The lead of its clock, in ms. */
  aheadMs: number
  /** The disk is full. */
  isFull: boolean
  disk: Map<string, Map<string, { key: string }>>
  settings: Map<string, string>
  tabs: Set<PhoneChannel>
  /** Reports still in transit. */
  underway: string[]
  /** True if its tabs support locks; and the last turn that a tab took. */
  hasLocks: boolean
  turn: Promise<unknown>
  /** The last transaction on its disk. */
  writing: Promise<unknown>
  /** Requests still without a response. */
  asking: number
}

interface World {
  /** The real time, in ms. */
  now(): number
  /** The server's response to a report, or its content. */
  server(body: string): Promise<unknown>
}

const here = new AsyncLocalStorage<{ phone: Phone; world: World }>()
const phoneHere = () => here.getStore() as { phone: Phone; world: World }

/** A new phone. */
export const newPhone = (changes: Partial<Phone> = {}): Phone => ({
  ...{ line: 'up', aheadMs: 0, isFull: false, disk: new Map(), settings: new Map(), tabs: new Set(), underway: [] },
  ...{ hasLocks: true, turn: Promise.resolve(), writing: Promise.resolve(), asking: 0 },
  ...changes,
})

/** Runs something on a phone. */
export const onPhone = <Result>(phone: Phone, world: World, run: () => Promise<Result>): Promise<Result> => here.run({ phone, world }, run)

/** Delivers reports in transit to the server; their responses are lost. */
export async function arriveLate(phone: Phone, { server }: World): Promise<void> {
  for (const body of phone.underway.splice(0)) await server(body)
}

class PhoneChannel {
  onmessage: ((event: { data: unknown }) => void) | null = null
  readonly #tabs = phoneHere().phone.tabs
  constructor() {
    this.#tabs.add(this)
  }
  postMessage(data: unknown) {
    for (const each of this.#tabs) if (each !== this) queueMicrotask(() => each.onmessage?.({ data }))
  }
}

/** IndexedDB with one store per name, as far as `changeStore` uses it. A transaction refused by a full disk leaves nothing behind. */
const indexedDB = {
  open(name: string) {
    const { phone } = phoneHere()
    const transaction = () => {
      let work = new Map<string, { key: string }>()
      const done: { oncomplete?: () => void; onabort?: (reason: unknown) => void } = {}
      let isWritten = false
      const end = () => {
        if (isWritten && phone.isFull) return done.onabort?.(new DOMException('The disk is full', 'QuotaExceededError'))
        phone.disk.set(name, work)
        done.oncomplete?.()
      }
      const objectStore = {
        getAll() {
          const request: { result: unknown[]; onsuccess?: () => void } = { result: [] }
          // Transactions run one after another.
          phone.writing = phone.writing.then(async () => {
            work = new Map(phone.disk.get(name))
            request.result = [...work.values()]
            request.onsuccess?.()
            await new Promise((resolve) => setImmediate(resolve))
            end()
          })
          return request
        },
        delete: (key: string) => void work.delete(key),
        put(item: { key: string }) {
          isWritten = true
          work.set(item.key, structuredClone(item))
        },
      }
      return Object.assign(done, { objectStore: () => objectStore })
    }
    const opening: { result: unknown; onsuccess?: () => void } = { result: { transaction, close() {}, createObjectStore() {} } }
    queueMicrotask(() => opening.onsuccess?.())
    return opening
  },
}

const localStorage = {
  getItem: (name: string) => phoneHere().phone.settings.get(name) ?? null,
  setItem: (name: string, value: string) => void phoneHere().phone.settings.set(name, value),
  removeItem: (name: string) => void phoneHere().phone.settings.delete(name),
}

/** Waits until a phone is idle: no request and no disk access. */
export async function quiet(phone: Phone): Promise<void> {
  for (let still = 0; still < 20; still = phone.asking > 0 ? 0 : still + 1) await new Promise((resolve) => setImmediate(resolve))
}

const locks = {
  request<Result>(_: string, __: object, job: () => Promise<Result>): Promise<Result> {
    const { phone } = phoneHere()
    if (!phone.hasLocks) throw new TypeError('navigator.locks is undefined')
    const turn = phone.turn.then(job)
    phone.turn = turn.catch(() => undefined)
    return turn
  },
}

async function fetchOnPhone(_: string, { body }: { body: string }): Promise<Response> {
  const { phone, world } = phoneHere()
  const { line } = phone
  if (line === 'down') throw new TypeError('Failed to fetch')
  if (line === 'late') phone.underway.push(body)
  if (line === 'late') throw new DOMException('No answer in time', 'TimeoutError')
  phone.asking++
  try {
    // The server has its own clock.
    const answers = await here.exit(() => Promise.all(Array.from({ length: line === 'twice' ? 2 : 1 }, () => world.server(body))))
    if (line === 'answer lost') throw new TypeError('Failed to fetch')
    const answer = answers.at(-1)
    return answer instanceof Response ? answer : Response.json(answer)
  } finally {
    phone.asking--
  }
}

const RealDate = Date
const realFetch = globalThis.fetch

/** `Date` that returns a phone's time on a phone, and the real time elsewhere. */
class PhoneDate extends RealDate {
  constructor(...args: []) {
    if (args.length === 0) super(PhoneDate.now())
    else super(...args)
  }
  static override now(): number {
    const store = here.getStore()
    return store ? store.world.now() + store.phone.aheadMs : RealDate.now()
  }
}

/** Replaces globals with the phones' parts for code inside `onPhone`; returns a function that restores them. */
export function installPhones(): () => void {
  const before = {
    indexedDB: undefined,
    localStorage: undefined,
    BroadcastChannel,
    fetch: realFetch,
    Date: RealDate,
    navigator,
    addEventListener: undefined,
    removeEventListener: undefined,
  }
  const fetchAnywhere = (...args: Parameters<typeof fetch>) =>
    here.getStore() ? fetchOnPhone(...(args as unknown as Parameters<typeof fetchOnPhone>)) : realFetch(...args)
  const phones = { indexedDB, localStorage, BroadcastChannel: PhoneChannel, fetch: fetchAnywhere, Date: PhoneDate, navigator: { locks } }
  // Tabs end without an event, as when the browser is killed.
  Object.assign(phones, { addEventListener() {}, removeEventListener() {} })
  const put = (values: object) => {
    for (const [name, value] of Object.entries(values))
      Object.defineProperty(globalThis, name, { value, configurable: true, writable: true })
  }
  put(phones)
  return () => put(before)
}
