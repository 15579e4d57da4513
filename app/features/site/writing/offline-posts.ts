import { alone, whenLineMayBeBack } from '#app/features/offline/device-queue.ts'
import type { LocalStorage } from '#app/platform/device-storage.ts'
import type { ActAnswer, Acted, Refused } from '../admin-acts.ts'
import { adminPostsPath } from '../admin-list.ts'
import { type PostFields, readFields } from '../post-fields.ts'

/* Posts that could not be sent because there was no connection: kept on the device under `offline_blog_posts`, and sent when the connection
   is back, also after a reload. A post's id is made before it is sent for the first time: however often it is sent, the server makes one
   post of it. */

const name = 'offline_blog_posts'
const longestWaitMs = 15_000
const pauseMs = 10_000

/** A post that waits on this device, in the specification's names. */
export interface OfflinePost {
  id: string
  title: string
  slug: string
  category: string
  excerpt: string
  content: string
  meta_description: string
  keywords: string
  published: boolean
  featured: boolean
  created_at: string
  updated_at: string
  /** For a change of a stored post: the version that was opened. */
  version?: string
  /** Why it is no longer sent automatically: its author must act. */
  refusal?: string
}

/** A new post, or a post's next version. */
interface Draft {
  id: string
  fields: PostFields
  version?: string
}

type Outcome =
  | { at: 'saved'; acted: Acted }
  | { at: 'refused'; status: number; refused: Refused }
  | { at: 'signed-out' }
  /** No connection, or no response that can be the server's. */
  | { at: 'no-answer' }

/** Asks the server to do something with a post; `body` has its intent. Never throws. */
export async function ask(body: Record<string, unknown>): Promise<Outcome> {
  try {
    const response = await fetch(adminPostsPath, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
      // A signed-out user is redirected to sign in, which must not count as a response to this.
      redirect: 'manual',
      signal: AbortSignal.timeout(longestWaitMs),
    })
    if (response.type === 'opaqueredirect' || response.status === 401) return { at: 'signed-out' }
    if (response.status === 413) return { at: 'refused', status: 413, refused: { message: 'The post is too long: please shorten it' } }
    const answer = (await response.json()) as ActAnswer | null
    if (answer && response.ok && answer.done) return { at: 'saved', acted: answer }
    if (answer && 'message' in answer && response.status < 500) return { at: 'refused', status: response.status, refused: answer }
    return response.status === 403 ? { at: 'signed-out' } : { at: 'no-answer' }
  } catch {
    return { at: 'no-answer' }
  }
}

/** Sends a post to be saved. */
export const send = ({ id, fields, version }: Draft): Promise<Outcome> =>
  ask({ ...fields, id, intent: version === undefined ? 'create' : 'edit', version })

const asDraft = (post: OfflinePost): Draft => ({
  id: post.id,
  version: post.version,
  fields: readFields((field) =>
    field === 'metaDescription' ? post.meta_description : (post as unknown as Record<string, unknown>)[field],
  ),
})

/** The fields of a kept post, as its form has them. */
export const fieldsOfKept = (post: OfflinePost): PostFields => asDraft(post).fields

let posts: readonly OfflinePost[] = []
let read: string | null | undefined
const listeners = new Set<() => void>()
/** Wakes the senders on the pages that have one. */
const wakers = new Set<() => void>()

/** The kept posts, oldest first: the same array until something changes. Anything else in storage counts as none. */
export function keptPosts(): readonly OfflinePost[] {
  const stored = storedText()
  if (stored === read) return posts
  read = stored
  try {
    const list: unknown = JSON.parse(stored ?? '[]')
    posts = Array.isArray(list) ? list.filter(isKept) : []
  } catch {
    posts = []
  }
  return posts
}

const isKept = (item: unknown): item is OfflinePost =>
  typeof item === 'object' &&
  item !== null &&
  ['id', 'title', 'content'].every((field) => typeof (item as OfflinePost)[field as 'id'] === 'string')

/** The value on the server, and in browsers without storage. */
const none: readonly OfflinePost[] = []
export const noKeptPosts = () => none

function storedText(): string | null {
  try {
    const device: LocalStorage = localStorage
    return device.getItem(name)
  } catch {
    return null
  }
}

function change(to: (posts: readonly OfflinePost[]) => readonly OfflinePost[]): boolean {
  try {
    const device: LocalStorage = localStorage
    const next = to(keptPosts())
    if (next.length > 0) device.setItem(name, JSON.stringify(next))
    else device.removeItem(name)
  } catch {
    return false
  }
  for (const listener of listeners) listener()
  return true
}

/** Keeps a post on the device, in place of an earlier one of its id. Returns whether the device could. */
export function keep({ id, fields, version }: Draft): boolean {
  const now = new Date().toISOString()
  const { metaDescription, ...rest } = fields
  return change((kept) => {
    const before = kept.find((post) => post.id === id)
    const post: OfflinePost = {
      ...rest,
      id,
      meta_description: metaDescription,
      created_at: before?.created_at ?? now,
      updated_at: now,
      version,
    }
    return [...kept.filter((other) => other.id !== id), post]
  })
}

/** Deletes a kept post for good. */
export const forget = (id: string): boolean => change((kept) => kept.filter((post) => post.id !== id))

/** Stops sending it automatically, with the reason. */
export const hold = (id: string, refusal: string): boolean =>
  change((kept) => kept.map((post) => (post.id === id ? { ...post, refusal } : post)))

/** Sends it again automatically, starting now. */
export function release(id: string): void {
  change((kept) =>
    kept.map((post) => {
      const { refusal, ...released } = post
      return post.id === id ? released : post
    }),
  )
  for (const wake of wakers) wake()
}

/** Calls `listener` after every change, also in another tab; returns the function that stops it. */
export function subscribe(listener: () => void): () => void {
  const heard = (event: StorageEvent) => (event.key === name || event.key === null) && listener()
  listeners.add(listener)
  addEventListener('storage', heard)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', heard)
  }
}

/** Sends kept posts, while a page is open, until the server has them; `onSaved` is called for each. Returns a function that stops it. */
export function sendKept(onSaved: (acted: Acted) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let ended = false
  const isWaiting = () => keptPosts().some(({ refusal }) => refusal === undefined)
  const attempt = async () => {
    clearTimeout(timer)
    await alone(name, 2 * longestWaitMs, () => sendAll(onSaved))
    if (!ended && isWaiting()) timer = setTimeout(attempt, pauseMs)
  }
  const wake = () => void (isWaiting() && attempt())
  const stopWaking = whenLineMayBeBack(wake)
  const stopHearing = subscribe(() => {
    clearTimeout(timer)
    if (isWaiting()) timer = setTimeout(attempt, pauseMs)
  })
  wakers.add(wake)
  wake()
  return () => {
    ended = true
    wakers.delete(wake)
    clearTimeout(timer)
    stopHearing()
    stopWaking()
  }
}

/** One after another; without a connection, the next isn't tried either. */
async function sendAll(onSaved: (acted: Acted) => void): Promise<void> {
  for (const post of keptPosts()) {
    if (post.refusal !== undefined) continue
    const outcome = await send(asDraft(post))
    // If it was changed, or moved to the form, while it was being sent, it is another post to send.
    const isSame = keptPosts().some(({ id, updated_at }) => id === post.id && updated_at === post.updated_at)
    if (outcome.at === 'no-answer' || outcome.at === 'signed-out') return
    if (outcome.at === 'saved') onSaved(outcome.acted)
    if (!isSame) continue
    if (outcome.at === 'saved') forget(post.id)
    else hold(post.id, outcome.refused.message)
  }
}

/** A UUID for a post made on this device. */
export function newPostId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
