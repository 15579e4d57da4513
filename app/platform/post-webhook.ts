import { type LookupAddress, lookup } from 'node:dns'
import http from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { Webhook } from 'standardwebhooks'
import { isLoopbackHost, isPublicAddress, type TargetPolicy, webhookUrlProblem } from './webhook-target.ts'

export interface WebhookMessage {
  /** The `webhook-id`: constant over retries, so that the receiver can drop repetitions. */
  id: string
  timestamp: Date
  body: string
}

const limitMs = 10_000

/**
 * Posts a message signed by the Standard Webhooks scheme, to a target that the policy allows. The address is checked when the
 * connection is made, so a name cannot be pointed at this network afterwards; redirects are not followed.
 * Resolves on a 2xx answer, else throws what went wrong.
 */
export async function postWebhook(
  target: { url: string; secret: string },
  message: WebhookMessage,
  policy: TargetPolicy,
  signal?: AbortSignal,
) {
  const problem = webhookUrlProblem(target.url, policy)
  if (problem) throw new Error(problem)
  const status = await post(new URL(target.url), signed(target.secret, message), message.body, policy, signal)
  if (status < 200 || status > 299) throw new Error(`The target answered ${status}`)
}

function signed(secret: string, { id, timestamp, body }: WebhookMessage) {
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(timestamp.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign(id, timestamp, body),
  }
}

function post(url: URL, headers: Record<string, string>, body: string, policy: TargetPolicy, signal?: AbortSignal): Promise<number> {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const loopback = policy.loopback && isLoopbackHost(host)
  if (isIP(host) && !loopback && !isPublicAddress(host)) return Promise.reject(new Error('The target is not on the public internet'))
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const request = (url.protocol === 'https:' ? https : http).request(
    url,
    {
      method: 'POST',
      headers: {
        ...headers,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        'user-agent': 'emergency-plumbers-webhook',
      },
      agent: false,
      lookup: loopback ? undefined : publicLookup,
      signal: AbortSignal.any([AbortSignal.timeout(limitMs), ...(signal ? [signal] : [])]),
    },
    (response) => {
      // What the target says besides its status is of no interest, and is not waited for.
      response.on('error', () => undefined)
      resolve(response.statusCode ?? 0)
      response.destroy()
    },
  )
  request.on('error', reject)
  request.end(body)
  return promise
}

const publicLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, found) => {
    const addresses = (found as LookupAddress[] | undefined) ?? []
    const [first] = addresses
    if (error || !first) return callback(error ?? new Error('The target has no address'), '', 0)
    if (!addresses.every(({ address }) => isPublicAddress(address)))
      return callback(new Error('The target is not on the public internet'), '', 0)
    if (options.all) return (callback as unknown as (error: null, all: LookupAddress[]) => void)(null, addresses)
    callback(null, first.address, first.family)
  })
}
