import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { TwilioConfig } from './config.ts'
import { RetryLater } from './job-failures.ts'
import { retryAfterMs } from './post-webhook.ts'
import { inSpan } from './spans.ts'
import { NotAccepted, NumberRefused, type TextCarrier, type TextMessage, type TextState } from './text-carrier.ts'

/* Twilio's HTTP interface, version 2010-04-01: messages, and the signature of what it sends us. */

const limitMs = 10_000

/** The number can't be texted: it doesn't exist, is a landline, can't be reached, or its holder has answered STOP. */
const refusedNumbers: ReadonlySet<number> = new Set([21211, 21214, 21217, 21265, 21610, 21612, 21614, 63003])

const states: Record<string, TextState> = {
  sent: 'sent',
  delivered: 'delivered',
  read: 'delivered',
  undelivered: 'failed',
  failed: 'failed',
  canceled: 'failed',
}

/** Returns our state for Twilio's status of a message; anything before 'sent' is only 'accepted'. */
export const textState = (status: string): TextState => states[status] ?? 'accepted'

const Message = z.object({ sid: z.string().max(64), status: z.string() })
const Listed = z.object({ messages: z.array(Message.extend({ body: z.string().nullish(), date_created: z.string() })) })
const Problem = z.object({ code: z.int(), message: z.string() })

/** Sends a request about this account to Twilio: a POST if there is a body. */
function accountOf({ accountSid, authToken, apiUrl }: TwilioConfig, what: 'Messages' | 'Calls' | `Calls/${string}`) {
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`
  const url = `${apiUrl}/2010-04-01/Accounts/${accountSid}/${what}.json`
  return (query: URLSearchParams | undefined, body: URLSearchParams | undefined, signal?: AbortSignal) =>
    inSpan(
      {
        name: `${body ? 'POST' : 'GET'} ${what === 'Messages' ? 'text' : 'call'}`,
        kind: 'client',
        attributes: { 'server.address': new URL(url).hostname },
      },
      () =>
        fetch(query ? `${url}?${query}` : url, {
          method: body ? 'POST' : 'GET',
          body,
          headers: { authorization },
          redirect: 'error',
          signal: AbortSignal.any([AbortSignal.timeout(limitMs), ...(signal ? [signal] : [])]),
        }).catch((error: unknown) => {
          throw body && wasNeverSent(error) ? new NotAccepted('The provider can’t be reached', { cause: error }) : error
        }),
      ({ status }) => ({ 'http.response.status_code': status }),
    )
}

/** The parsed answer to a request that was to make something; throws what its refusal means. `isFinal`: it isn't tried again in
 * the same way, whatever is wrong with the request. */
async function made<Made>(response: Response, shape: z.ZodType<Made>, isFinal = false): Promise<Made> {
  // An answer that breaks off leaves open whether it was accepted, as a server error does.
  const answer: unknown = await response.json()
  if (response.ok) return shape.parse(answer)
  const problem = Problem.safeParse(answer).data
  const said = `The provider answered ${response.status}${problem ? `: ${problem.code}, ${problem.message}` : ''}`
  if (problem && refusedNumbers.has(problem.code)) throw new NumberRefused(said, problem.code)
  if (response.status === 429)
    throw new RetryLater(said, retryAfterMs(response.headers.get('retry-after') ?? undefined, new Date()) ?? 5_000)
  if (isFinal && (response.status === 400 || response.status === 404)) throw new NumberRefused(said, problem?.code)
  if (response.status < 500) throw new NotAccepted(said)
  throw new Error(said)
}

/** The number that calls come from; undefined if there is none. */
export const callNumberOf = (twilio: TwilioConfig | undefined): string | undefined =>
  twilio?.callFrom ?? (twilio?.from.startsWith('+') ? twilio.from : undefined)

/** Places a call: Twilio asks `url` what to say, and reports its end to `stateUrl`. Returns its id. */
export async function placeCall(
  twilio: TwilioConfig,
  { to, url, stateUrl }: { to: string; url: string; stateUrl: string },
  signal?: AbortSignal,
): Promise<string> {
  const from = callNumberOf(twilio)
  if (!from) throw new NumberRefused('There is no number to call from: set CALL_FROM', undefined)
  const fields = { To: to, From: from, Url: url, StatusCallback: stateUrl, Timeout: '25' }
  const response = await accountOf(twilio, 'Calls')(undefined, new URLSearchParams(fields), signal)
  return (await made(response, z.object({ sid: z.string().max(64) }))).sid
}

/** Stops a call that waits or rings. Twilio lets an answered one continue, and refuses for one that has ended. */
export async function cancelCall(twilio: TwilioConfig, callId: string, signal?: AbortSignal): Promise<void> {
  const body = new URLSearchParams({ Status: 'canceled' })
  await made(await accountOf(twilio, `Calls/${encodeURIComponent(callId)}`)(undefined, body, signal), z.object({}))
}

/** Texts through Twilio. `receiptUrl`: the address for reports on the text with an id. */
export function twilioCarrier(twilio: TwilioConfig, receiptUrl: (id: string) => string): TextCarrier {
  const { apiUrl, ...senders } = twilio
  const ask = accountOf(twilio, 'Messages')
  const address = (channel: TextMessage['channel'], phone: string) => (channel === 'whatsapp' ? `whatsapp:${phone}` : phone)
  const senderOf = (channel: TextMessage['channel']): Record<string, string> => {
    const sender = channel === 'whatsapp' ? senders.whatsappFrom : senders.from
    if (!sender) throw new NumberRefused('WhatsApp isn’t connected: set WHATSAPP_FROM', undefined)
    return sender.startsWith('MG') ? { MessagingServiceSid: sender } : { From: address(channel, sender) }
  }

  return {
    describe: `texts go through ${new URL(apiUrl).host}`,
    async create({ id, to, channel, text, template, validMs }, signal) {
      const contentSid = channel === 'whatsapp' && template && senders.whatsappTemplates[template.kind]
      const fields: Record<string, string> = {
        To: address(channel, to),
        ...senderOf(channel),
        ...(contentSid
          ? {
              ContentSid: contentSid,
              ContentVariables: JSON.stringify(Object.fromEntries(template.values.map((value, at) => [at + 1, value]))),
            }
          : { Body: text }),
        StatusCallback: receiptUrl(id),
        ...(validMs && { ValidityPeriod: String(Math.min(36_000, Math.max(1, Math.round(validMs / 1_000)))) }),
      }
      const { sid, status } = await made(await ask(undefined, new URLSearchParams(fields), signal), Message, channel === 'whatsapp')
      return { providerId: sid, state: textState(status) }
    },
    async find({ to, channel, text, template }, since, signal) {
      const query = new URLSearchParams({ To: address(channel, to), 'DateSent>': since.slice(0, 10), PageSize: '1000' })
      const response = await ask(query, undefined, signal)
      if (!response.ok) throw new Error(`The provider of texts answered ${response.status} to the question what it had accepted`)
      const { messages } = Listed.parse(await response.json())
      // Its times are whole seconds.
      const sinceMs = Date.parse(since) - 1_000
      // A template is listed with its own words around the values.
      const isSame = (body: string) =>
        body.trim() === text.trim() || (channel === 'whatsapp' && template?.values.every((value) => body.includes(value)) === true)
      const found = messages.find(({ body, date_created }) => isSame(body ?? '') && Date.parse(date_created) >= sinceMs)
      return found && { providerId: found.sid, state: textState(found.status) }
    },
  }
}

/** True if a request failed before anything was sent: no such host, or nothing listens there. */
function wasNeverSent(error: unknown): boolean {
  const { cause } = Object(error) as { cause?: { code?: unknown } }
  return ['ENOTFOUND', 'EAI_AGAIN', 'ECONNREFUSED', 'UND_ERR_CONNECT_TIMEOUT'].includes(String(cause?.code))
}

/**
 * Returns true if Twilio signed a request: base64 of HMAC-SHA1 with the account's token over the address as it was called, followed by
 * every parameter's name and value in the order of names.
 */
export function isSignedByTwilio(authToken: string, url: string, fields: URLSearchParams, signature: string | undefined): boolean {
  const names = [...new Set(fields.keys())].toSorted()
  const text = url + names.map((name) => name + fields.getAll(name).join('')).join('')
  const expected = createHmac('sha1', authToken).update(text).digest()
  const given = Buffer.from(signature ?? '', 'base64')
  return given.length === expected.length && timingSafeEqual(given, expected)
}
