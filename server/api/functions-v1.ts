import { type Context, Hono } from 'hono'
import { peekViewer } from '#app/features/accounts/site-session.server.ts'
import { addressesWhileTyping, districtWhileTyping } from '#app/features/areas/postcode-lookups.server.ts'
import { optionFields } from '#app/features/booking/answers.ts'
import { CsrfMismatch } from '#app/features/booking/refusals.ts'
import { readFormOptions } from '#app/features/intake/form-view.server.ts'
import { submitBooking } from '#app/features/intake/submit-booking.server.ts'
import { receiveCallEnd, receiveCallStep, receiveIncomingCall } from '#app/features/messages/receive-calls.server.ts'
import { receiveText, receiveTextReceipt, type SignedForm, twiml } from '#app/features/messages/receive-texts.server.ts'
import { receivePaymentEvent } from '#app/features/payments/receive-event.server.ts'
import { quoteView } from '#app/features/pricing/quote.ts'
import { payFee } from '#app/features/red-line/pay-fee.server.ts'
import { readPaymentSuccess } from '#app/features/red-line/read-payment-success.server.ts'
import { syntheticHeader } from '#app/features/running/synthetic-booking.ts'
import { isSynthetic } from '#app/features/running/synthetic-mark.server.ts'
import { setAsideSynthetic } from '#app/features/running/synthetic-set-aside.server.ts'
import { CodedRefusal } from '#app/platform/errors.ts'
import type { Services } from '#app/platform/services.ts'
import { overridesForPages } from '#content/owner-overrides.ts'
import { type Bindings, clientKeyOf } from '../http/client.ts'
import { issueCsrfToken, judgeCsrf } from '../http/csrf.ts'
import { errorResponse, onlyMethods } from '../http/errors.ts'
import { readJsonObject } from '../http/json.ts'

const badKey = () => new CodedRefusal(400, 'invalid_key', 'The Idempotency-Key header must be 1 to 200 visible characters.')

const longestQuery = 200
const xmlHeaders = { 'Content-Type': 'text/xml; charset=utf-8', 'Cache-Control': 'no-store' }

/** /functions/v1: the booking form's backend. */
export function functionsApi(services: Services) {
  const api = new Hono<{ Bindings: Bindings }>()

  api.get('/csrf-token', (c) => c.json({ csrfToken: issueCsrfToken(c, services) }, 200, { 'Cache-Control': 'no-store' }))

  api.post('/submit-booking', async (c) => {
    try {
      const body = await readJsonObject(c)
      const idempotencyKey = readKey(c)
      const isOwn = isSynthetic(services, c.req.header(syntheticHeader), idempotencyKey)
      const { replayed, ...acknowledgement } = await submitBooking(services, {
        body,
        idempotencyKey,
        // With its own limit, so that no flood from a shared address uses it up.
        clientKey: isOwn ? services.secrets.sign('client', 'synthetic') : clientKeyOf(services, c),
        provenEmail: await confirmedEmail(services, c.req.header('cookie')),
        onceStored: isOwn ? setAsideSynthetic : undefined,
        csrf: judgeCsrf(c, services, body.csrfToken),
      })
      return c.json(acknowledgement, replayed ? 200 : 201, { 'Cache-Control': 'no-store' })
    } catch (error) {
      if (!(error instanceof CsrfMismatch)) throw error
      // A mismatch makes a new token: the next try with it succeeds.
      return errorResponse(c, error, services.log, { csrfToken: issueCsrfToken(c, services) })
    }
  })

  api.get('/booking-options', async (c) => {
    const answers = Object.fromEntries(optionFields.map((field) => [field, c.req.query(field)?.slice(0, longestQuery)]))
    const district = await districtWhileTyping(services, clientKeyOf(services, c), answers.postcode)
    const near = c.req.query('near')?.slice(0, longestQuery)
    return c.json(
      {
        ...(await readFormOptions(services, { ...answers, near }, district)),
        changed: overridesForPages(services.published.current().overrides) ?? {},
      },
      200,
      {
        'Cache-Control': 'no-store',
      },
    )
  })

  api.get('/addresses', async (c) => {
    const addresses = await addressesWhileTyping(services, clientKeyOf(services, c), c.req.query('postcode')?.slice(0, longestQuery))
    return c.json({ addresses }, 200, { 'Cache-Control': 'no-store' })
  })

  api.get('/quote', (c) =>
    c.json(quoteView(new URL(c.req.url).searchParams, services.clock.now(), services.published.current().prices), 200, {
      'Cache-Control': 'no-store',
    }),
  )

  api.get('/payment-status', async (c) =>
    c.json(await readPaymentSuccess(services, c.req.query('session_id') ?? null), 200, { 'Cache-Control': 'no-store' }),
  )

  // The payment provider's messages. Its signature is over the very bytes that it sent.
  api.post('/payment-events', async (c) => {
    const signature = c.req.header('stripe-signature') ?? c.req.header('payment-signature')
    await receivePaymentEvent(services, { fee: payFee }, await c.req.text(), signature)
    return c.json({ received: true }, 200, { 'Cache-Control': 'no-store' })
  })

  // The provider of texts: receipts for ours, and people's answers.
  api.post('/text-receipts', async (c) => {
    await receiveTextReceipt(services, await signedForm(services, c))
    return c.body(null, 204)
  })
  api.post('/texts', async (c) => c.body(twiml(await receiveText(services, await signedForm(services, c))), 200, xmlHeaders))

  // Calls by the same provider: its questions about the next words, and the outcomes.
  api.post('/calls', async (c) => c.body(await receiveCallStep(services, await signedForm(services, c)), 200, xmlHeaders))
  // Calls to us.
  api.post('/incoming-calls', async (c) => c.body(await receiveIncomingCall(services, await signedForm(services, c)), 200, xmlHeaders))
  api.post('/call-states', async (c) => {
    await receiveCallEnd(services, await signedForm(services, c))
    return c.body(null, 204)
  })

  for (const [path, allow] of [
    ['/csrf-token', 'GET, HEAD'],
    ['/booking-options', 'GET, HEAD'],
    ['/addresses', 'GET, HEAD'],
    ['/quote', 'GET, HEAD'],
    ['/payment-status', 'GET, HEAD'],
    ['/submit-booking', 'POST'],
    ['/payment-events', 'POST'],
    ['/text-receipts', 'POST'],
    ['/texts', 'POST'],
    ['/calls', 'POST'],
    ['/call-states', 'POST'],
    ['/incoming-calls', 'POST'],
  ] as const)
    api.all(path, onlyMethods(allow))
  api.onError((error, c) => errorResponse(c, error, services.log))
  return api
}

/** The confirmed address of the account that is signed in. */
async function confirmedEmail(services: Services, cookies: string | undefined): Promise<string | undefined> {
  const user = (await peekViewer(services, cookies))?.account.user
  return user?.emailConfirmedAt ? (user.email ?? undefined) : undefined
}

/** A form as its sender signed it: with the address that they called, regardless of proxies. */
async function signedForm({ config }: Services, c: Context): Promise<SignedForm> {
  const { pathname, search } = new URL(c.req.url)
  return { url: `${config.siteUrl}${pathname}${search}`, body: await c.req.text(), signature: c.req.header('x-twilio-signature') }
}

function readKey(c: Context): string | undefined {
  const key = c.req.header('idempotency-key')
  if (key !== undefined && !/^[\x21-\x7e]{1,200}$/.test(key)) throw badKey()
  return key
}
