import { type LookupAddress, lookup } from 'node:dns'
import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { Webhook } from 'standardwebhooks'
import { RetryLater } from './job-failures.ts'
import { inSpan, outgoingTrace } from './spans.ts'
import { isLoopbackHost, isPublicAddress, type TargetPolicy, webhookUrlProblem } from './webhook-target.ts'

interface WebhookMessage {
  /** The `webhook-id`: constant over retries, so that the receiver can drop repetitions. */
  id: string
  timestamp: Date
  body: string
}

const limitMs = 10_000
const readMs = 2_000

interface WebhookAnswer {
  status: number
  /** The beginning of the response; '' unless it was requested. */
  text: string
  /** Its Retry-After header. */
  retryAfter?: string
}

/**
 * Posts a message signed by the Standard Webhooks scheme, to a target that the policy allows. The address is checked when the connection is
 * made, so a name cannot be pointed at this network afterwards; redirects are not followed. Returns the status if it is a 2xx, otherwise
 * throws: `TargetGone`, or `RetryLater` if the response says when.
 */
export async function postWebhook(
  target: { url: string; secret: string },
  message: WebhookMessage,
  policy: TargetPolicy,
  signal?: AbortSignal,
): Promise<number> {
  const { status, retryAfter } = await askWebhook(target, message, policy, { signal })
  if (status >= 200 && status <= 299) return status
  if (status === 410) throw new TargetGone('The target answered 410')
  const said = `The target answered ${status}`
  const waitMs = status === 429 || status === 503 ? retryAfterMs(retryAfter, message.timestamp) : undefined
  throw waitMs === undefined ? new Error(said) : new RetryLater(said, waitMs)
}

/** The target answered 410: it wants nothing more. */
export class TargetGone extends Error {
  override readonly name = 'TargetGone'
}

/** Returns the wait that a Retry-After header asks for, given in seconds or as a date; undefined if it can't be read. */
export function retryAfterMs(header: string | undefined, now: Date): number | undefined {
  if (header === undefined) return undefined
  const ms = /^\d{1,9}$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - now.getTime()
  return ms >= 0 ? ms : undefined
}

/** Like `postWebhook`, but accepts any response. `readBytes`: maximum to read of its body, for at most two seconds. */
export async function askWebhook(
  target: { url: string; secret: string },
  message: WebhookMessage,
  policy: TargetPolicy,
  { signal, readBytes = 0 }: { signal?: AbortSignal; readBytes?: number } = {},
): Promise<WebhookAnswer> {
  const problem = webhookUrlProblem(target.url, policy)
  if (problem) throw new Error(problem)
  const response = await inSpan(
    { name: 'POST webhook', kind: 'client', attributes: { 'server.address': new URL(target.url).hostname } },
    () =>
      postTo(
        new URL(target.url),
        { ...signed(target.secret, message), ...outgoingTrace(), 'content-type': 'application/json' },
        message.body,
        policy,
        signal,
      ),
    ({ statusCode = 0 }) => ({ 'http.response.status_code': statusCode }),
  )
  const text = readBytes > 0 ? await beginningOf(response, readBytes) : ''
  // The rest of the answer is not read.
  response.destroy()
  return { status: response.statusCode ?? 0, text, retryAfter: response.headers['retry-after'] }
}

function signed(secret: string, { id, timestamp, body }: WebhookMessage) {
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(timestamp.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign(id, timestamp, body),
  }
}

/** Posts to a public address, or to this machine if the policy allows that. Returns the response; the caller must end its body. */
export function postTo(
  url: URL,
  headers: Record<string, string>,
  body: string | Buffer,
  policy: TargetPolicy,
  signal?: AbortSignal,
): Promise<IncomingMessage> {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const loopback = policy.loopback && isLoopbackHost(host)
  if (isIP(host) && !loopback && !isPublicAddress(host)) return Promise.reject(new Error('The target isn’t on the public internet'))
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const request = (url.protocol === 'https:' ? https : http).request(
    url,
    {
      method: 'POST',
      headers: {
        ...headers,
        'content-length': Buffer.byteLength(body),
        'user-agent': 'emergency-plumbers-webhook',
      },
      agent: false,
      lookup: loopback ? undefined : publicLookup,
      signal: AbortSignal.any([AbortSignal.timeout(limitMs), ...(signal ? [signal] : [])]),
    },
    (response) => {
      response.on('error', () => undefined)
      resolve(response)
    },
  )
  request.on('error', reject)
  request.end(body)
  return promise
}

/** Returns the first bytes of a response as text: those received when it ends, fails or takes too long. */
function beginningOf(response: IncomingMessage, readBytes: number): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const parts: Buffer[] = []
  let length = 0
  const timer = setTimeout(resolve, readMs)
  for (const event of ['end', 'error', 'close'] as const) response.on(event, () => resolve())
  response.on('data', (part: Buffer) => {
    parts.push(part)
    length += part.length
    if (length >= readBytes) resolve()
  })
  return promise.then(() => {
    clearTimeout(timer)
    return Buffer.concat(parts).subarray(0, readBytes).toString('utf8')
  })
}

const publicLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, found) => {
    const addresses = (found as LookupAddress[] | undefined) ?? []
    const [first] = addresses
    if (error || !first) return callback(error ?? new Error('The target has no address'), '', 0)
    if (!addresses.every(({ address }) => isPublicAddress(address)))
      return callback(new Error('The target isn’t on the public internet'), '', 0)
    if (options.all) return (callback as unknown as (error: null, all: LookupAddress[]) => void)(null, addresses)
    callback(null, first.address, first.family)
  })
}
