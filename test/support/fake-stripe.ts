import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import Stripe from 'stripe'
import { expect } from 'vitest'
import { type Clock, days, minutes } from '#app/values/clock.ts'
import { bodyOf, listenHere } from './listen.ts'

/** A call's failure: before Stripe acts on it, or after. */
type Fault = 'hangs up before' | 'hangs up after' | 'fails' | 'is silent' | 'is busy' | 'limits'

interface Session {
  id: string
  object: 'checkout.session'
  mode: 'payment'
  status: 'open' | 'complete' | 'expired'
  payment_status: 'unpaid' | 'paid'
  amount_total: number
  currency: string
  client_reference_id: string | null
  customer_email: string | null
  metadata: Record<string, string>
  payment_link: string | null
  payment_intent: string | null
  created: number
  expires_at: number
  url: string | null
  success_url: string
}
interface Intent {
  id: string
  object: 'payment_intent'
  amount: number
  latest_charge: { id: string; object: 'charge'; created: number; amount: number; amount_refunded: number }
}
interface Refund {
  id: string
  object: 'refund'
  payment_intent: string
  amount: number
  status: 'succeeded' | 'pending' | 'failed'
  metadata: Record<string, string>
  created: number
}
type DisputeStatus = 'warning_needs_response' | 'warning_closed' | 'needs_response' | 'won' | 'lost'
interface Dispute {
  id: string
  object: 'dispute'
  amount: number
  currency: 'gbp'
  charge: string
  payment_intent: string
  reason: string
  status: DisputeStatus
  created: number
  evidence_details: { due_by: number | null; has_evidence: boolean; past_due: boolean; submission_count: number }
  balance_transactions: { id: string; object: 'balance_transaction'; amount: number; fee: number; net: number; created: number }[]
}
interface Event {
  id: string
  object: 'event'
  type: string
  created: number
  livemode: boolean
  data: { object: unknown }
}
interface Answer {
  status: number
  body: unknown
}

/** The parts of Stripe's API in use, served locally over real HTTP, with a dashboard, and messages that tests deliver explicitly. */
export interface FakeStripe {
  url: string
  secretKey: string
  webhookSecret: string
  sessions: Session[]
  refunds: Refund[]
  /** The calls received, oldest first, e.g. 'POST /v1/refunds'. */
  calls: string[]
  /** Faults for the next calls to matching paths, one each. */
  faults: { path: RegExp; fault: Fault }[]
  /** Refunds stay pending for a while instead of completing immediately. */
  refundsArePending: boolean
  /** The most rows in a page of a list. */
  pageSize: number
  /** Pays at a payment page: `amount` if it differs from the amount due. Returns the URL to which the visitor is redirected. */
  pay(url: string, changes?: { amount?: number }): string
  /** Pays at a payment page with a method that fails afterwards. Returns the URL to which the visitor is redirected. */
  payAndFail(url: string): string
  /** A refund that the owner makes in the dashboard. */
  refundByHand(paymentIntent: string, amount?: number): void
  /**
   * The cardholder disputes a payment, all of it by default, or the bank changes a dispute's state: it is in this state now, with Stripe's
   * messages for it. Money is taken, with a fee of £20, once it is more than an inquiry, and returned if it is won.
   */
  dispute(paymentIntent: string, status: DisputeStatus, amount?: number): void
  settleRefunds(status: 'succeeded' | 'failed'): void
  /** A payment for something else that the account is used for. */
  sellElsewhere(): void
  /** Its messages, oldest first, delivered or not. */
  events: Event[]
  /** A message as sent: body and signature. */
  signed(event: Event, options?: { at?: Date; secret?: string }): { body: string; signature: string }
  /** Posts messages to an endpoint in this order, one by one or all together; returns the status of each. */
  deliver(endpoint: string, events?: readonly Event[], options?: { atOnce?: boolean; at?: Date; secret?: string }): Promise<number[]>
}

/** Opens a fake Stripe. It is closed when the test ends. */
export async function openFakeStripe(clock: Clock): Promise<FakeStripe> {
  const kept = new Map<string, { params: string; answer: Answer; at: number }>()
  const intents: Intent[] = []
  const disputes: Dispute[] = []
  let count = 0
  const id = (prefix: string) => `${prefix}_test_${String(++count).padStart(6, '0')}`
  const seconds = () => Math.floor(clock.now().getTime() / 1_000)
  const silent: ServerResponse[] = []

  const server = createServer(async (request, response) => {
    await answer(request, response, (await bodyOf(request)).toString())
  })
  const url = await listenHere(server)

  async function answer(request: IncomingMessage, response: ServerResponse, text: string) {
    const url = new URL(request.url ?? '', 'http://stripe')
    const call = `${request.method} ${url.pathname}`
    stripe.calls.push(call)
    const index = stripe.faults.findIndex(({ path }) => path.test(call))
    const fault = index >= 0 ? stripe.faults.splice(index, 1)[0]?.fault : undefined
    if (fault === 'hangs up before') return request.socket.destroy()
    if (fault === 'is silent') return silent.push(response)
    const early: Partial<Record<Fault, Answer>> = {
      'is busy': problem(409, 'Another request with this key is in progress.', {
        type: 'idempotency_error',
        code: 'idempotency_key_in_use',
      }),
      limits: problem(429, 'Too many requests.', { code: 'rate_limit' }),
    }
    const given =
      (fault && early[fault]) ??
      (request.headers.authorization === `Bearer ${stripe.secretKey}`
        ? once(request, url, text, () =>
            fault === 'fails' ? problem(500, 'Something went wrong here.', { type: 'api_error' }) : act(request, url, text),
          )
        : problem(401, 'Invalid API Key provided'))
    if (fault === 'hangs up after') return request.socket.destroy()
    response.writeHead(given.status, {
      'content-type': 'application/json',
      'request-id': `req_${count}`,
      // As Stripe does: a stored response would only be repeated.
      ...(given.status === 500 && { 'stripe-should-retry': 'false' }),
    })
    response.end(JSON.stringify(given.body))
  }

  /** The same key returns the same response for a day, including failures, and is refused with other parameters. */
  function once(request: IncomingMessage, url: URL, text: string, run: () => Answer): Answer {
    const key = request.headers['idempotency-key']
    if (request.method !== 'POST' || typeof key !== 'string') return run()
    const params = createHash('sha256').update(`${url.pathname}?${text}`).digest('hex')
    const known = kept.get(key)
    if (known && clock.now().getTime() - known.at < days(1)) {
      if (known.params === params) return known.answer
      return problem(400, 'Keys can only be used with the same parameters.', { type: 'idempotency_error' })
    }
    const first = run()
    // Requests refused before they run aren't stored.
    if (first.status !== 400) kept.set(key, { params, answer: structuredClone(first), at: clock.now().getTime() })
    return first
  }

  function act(request: IncomingMessage, url: URL, text: string): Answer {
    const fields = new URLSearchParams(request.method === 'POST' ? text : url.search)
    const [, , resource = '', second = '', third = '', fourth = ''] = url.pathname.split('/')
    for (const session of stripe.sessions)
      if (session.status === 'open' && session.expires_at <= seconds()) Object.assign(session, { status: 'expired', url: null })
    if (resource === 'checkout' && second === 'sessions') {
      if (request.method === 'POST' && !third) return createSession(fields)
      if (!third)
        return page(
          stripe.sessions.filter((session) => isListed(session, fields) && session.status === fields.get('status')),
          fields,
          expanded,
        )
      const session = stripe.sessions.find((each) => each.id === third)
      if (!session) return problem(404, 'No such checkout session', { code: 'resource_missing' })
      if (fourth !== 'expire') return { status: 200, body: expanded(session) }
      if (session.status !== 'open') return problem(400, `Only Checkout Sessions with a status in ["open"] can be expired.`)
      Object.assign(session, { status: 'expired', url: null })
      return { status: 200, body: session }
    }
    if (resource === 'disputes')
      return page(
        disputes.filter((dispute) => isListed(dispute, fields)),
        fields,
        (dispute) => dispute,
      )
    if (resource === 'refunds' && request.method === 'POST')
      return createRefund(fields.get('payment_intent') ?? '', Number(fields.get('amount')), {
        refundId: fields.get('metadata[refundId]') ?? '',
      })
    if (resource === 'refunds')
      return page(
        stripe.refunds.filter((refund) => isListed(refund, fields) && [null, refund.payment_intent].includes(fields.get('payment_intent'))),
        fields,
        (refund) => refund,
      )
    return problem(404, `Unrecognized request URL (${url.pathname})`)
  }

  const isListed = ({ created }: { created: number }, fields: URLSearchParams) => created >= Number(fields.get('created[gte]') ?? 0)

  /** Newest first, one page at a time, starting after the given row. */
  function page<Row extends { id: string }>(rows: Row[], fields: URLSearchParams, shown: (row: Row) => unknown): Answer {
    const all = rows.toReversed()
    const after = fields.get('starting_after')
    const from = after ? all.findIndex((row) => row.id === after) + 1 : 0
    const size = Math.min(Number(fields.get('limit') ?? 10), stripe.pageSize)
    const data = all.slice(from, from + size).map(shown)
    return { status: 200, body: { object: 'list', data, has_more: from + size < all.length, url: '/v1/list' } }
  }

  const expanded = (session: Session) => ({
    ...session,
    payment_intent: intents.find((each) => each.id === session.payment_intent) ?? null,
  })

  function createSession(fields: URLSearchParams): Answer {
    const email = fields.get('customer_email')
    if (email && !/^[^@\s]+@[^@\s.]+\.[^@\s]+$/.test(email))
      return problem(400, `Invalid email address: ${email}`, { param: 'customer_email' })
    const expires = Number(fields.get('expires_at'))
    if (expires < seconds() + minutes(30) / 1_000)
      return problem(400, 'The `expires_at` timestamp must be at least 30 minutes from creation.', { param: 'expires_at' })
    if (expires > seconds() + days(1) / 1_000)
      return problem(400, 'The `expires_at` timestamp must be less than 24 hours.', { param: 'expires_at' })
    expect(fields.get('mode')).toBe('payment')
    expect(fields.get('line_items[0][quantity]')).toBe('1')
    const session = newSession({
      amount_total: Number(fields.get('line_items[0][price_data][unit_amount]')),
      currency: fields.get('line_items[0][price_data][currency]') ?? '',
      client_reference_id: fields.get('client_reference_id'),
      customer_email: email,
      metadata: { checkoutId: fields.get('metadata[checkoutId]') ?? '', reference: fields.get('metadata[reference]') ?? '' },
      expires_at: expires,
      success_url: fields.get('success_url') ?? '',
    })
    stripe.sessions.push(session)
    return { status: 200, body: session }
  }

  function newSession(changes: Partial<Session>): Session {
    const name = id('cs')
    return {
      id: name,
      object: 'checkout.session',
      mode: 'payment',
      status: 'open',
      payment_status: 'unpaid',
      amount_total: 2_999,
      currency: 'gbp',
      client_reference_id: null,
      customer_email: null,
      metadata: {},
      payment_link: null,
      payment_intent: null,
      created: seconds(),
      expires_at: seconds() + days(1) / 1_000,
      url: `https://checkout.stripe.com/c/pay/${name}`,
      success_url: '',
      ...changes,
    }
  }

  function complete(session: Session) {
    const charge = { id: id('ch'), object: 'charge' as const, created: seconds(), amount: session.amount_total, amount_refunded: 0 }
    const intent: Intent = { id: id('pi'), object: 'payment_intent', amount: session.amount_total, latest_charge: charge }
    intents.push(intent)
    Object.assign(session, { status: 'complete', payment_status: 'paid', payment_intent: intent.id, url: null })
    happened('payment_intent.succeeded', { ...intent, latest_charge: charge.id })
    happened('checkout.session.completed', session)
  }

  function createRefund(paymentIntent: string, amount: number, metadata: Record<string, string>): Answer {
    const charge = intents.find((each) => each.id === paymentIntent)?.latest_charge
    if (!charge) return problem(404, 'No such payment_intent', { code: 'resource_missing' })
    if (disputes.some(({ payment_intent, status }) => payment_intent === paymentIntent && !/^(warning_|won)/.test(status)))
      return problem(400, 'This charge has been charged back.', { code: 'charge_disputed' })
    if (charge.amount_refunded >= charge.amount)
      return problem(400, 'Charge has already been refunded.', { code: 'charge_already_refunded' })
    if (charge.amount_refunded + amount > charge.amount)
      return problem(400, 'Refund amount is greater than unrefunded amount.', { param: 'amount' })
    charge.amount_refunded += amount
    const status = stripe.refundsArePending ? 'pending' : 'succeeded'
    const refund: Refund = { id: id('re'), object: 'refund', payment_intent: paymentIntent, amount, status, metadata, created: seconds() }
    stripe.refunds.push(refund)
    happened('refund.created', refund)
    happened('charge.refunded', charge)
    return { status: 200, body: refund }
  }

  const happened = (type: string, object: unknown) =>
    void stripe.events.push({
      id: id('evt'),
      object: 'event',
      type,
      created: seconds(),
      livemode: false,
      data: { object: structuredClone(object) },
    })

  const stripe: FakeStripe = {
    url,
    secretKey: 'sk_test_51FakeKeyOfTheTests',
    webhookSecret: 'whsec_fakeSecretOfTheTests0123',
    sessions: [],
    refunds: [],
    calls: [],
    faults: [],
    refundsArePending: false,
    pageSize: 100,
    events: [],
    pay(address, { amount } = {}) {
      const { hostname, searchParams } = new URL(address)
      const existing = stripe.sessions.find(({ url }) => url === address)
      if (hostname !== 'buy.stripe.com' && !existing) throw new Error('This page takes no payment')
      const session =
        existing ??
        newSession({
          client_reference_id: searchParams.get('client_reference_id'),
          customer_email: searchParams.get('prefilled_email'),
          payment_link: 'plink_test',
        })
      if (!existing) stripe.sessions.push(session)
      if (session.expires_at <= seconds()) throw new Error('This page has expired')
      if (amount) session.amount_total = amount
      complete(session)
      return session.success_url.replace('{CHECKOUT_SESSION_ID}', session.id)
    },
    payAndFail(address) {
      const session = stripe.sessions.find(({ url }) => url === address)
      if (!session) throw new Error('This page takes no payment')
      Object.assign(session, { status: 'complete', url: null })
      happened('checkout.session.completed', session)
      happened('checkout.session.async_payment_failed', session)
      return session.success_url.replace('{CHECKOUT_SESSION_ID}', session.id)
    },
    refundByHand(paymentIntent, amount) {
      const total = intents.find((each) => each.id === paymentIntent)?.amount ?? 0
      expect(createRefund(paymentIntent, amount ?? total, {}).status).toBe(200)
    },
    dispute(paymentIntent, status, amount) {
      const charge = intents.find((each) => each.id === paymentIntent)?.latest_charge
      let dispute = disputes.find((each) => each.payment_intent === paymentIntent)
      const kinds: string[] = []
      if (!dispute) {
        const evidence = { due_by: seconds() + days(7) / 1_000, has_evidence: false, past_due: false, submission_count: 0 }
        dispute = {
          ...{ id: id('dp'), object: 'dispute', amount: amount ?? charge?.amount ?? 0, currency: 'gbp', charge: charge?.id ?? id('ch') },
          ...{ payment_intent: paymentIntent, reason: 'product_not_received', status, created: seconds() },
          ...{ evidence_details: evidence, balance_transactions: [] },
        }
        disputes.push(dispute)
        kinds.push('created')
      } else kinds.push(/^(warning_closed|won|lost)$/.test(status) ? 'closed' : 'updated')
      dispute.status = status
      const move = (pence: number, fee: number) =>
        dispute.balance_transactions.push({
          id: id('txn'),
          object: 'balance_transaction',
          amount: pence,
          fee,
          net: pence - fee,
          created: seconds(),
        })
      const isTaken = dispute.balance_transactions.length > 0
      if (!status.startsWith('warning_') && !isTaken) kinds.push('funds_withdrawn')
      if (status === 'won') kinds.push('funds_reinstated')
      for (const kind of kinds) {
        if (kind === 'funds_withdrawn') move(-dispute.amount, 2_000)
        if (kind === 'funds_reinstated') move(dispute.amount, 0)
        happened(`charge.dispute.${kind}`, dispute)
      }
    },
    settleRefunds(status) {
      for (const refund of stripe.refunds.filter((each) => each.status === 'pending')) {
        refund.status = status
        const charge = intents.find((each) => each.id === refund.payment_intent)?.latest_charge
        if (charge && status === 'failed') charge.amount_refunded -= refund.amount
        happened(status === 'failed' ? 'refund.failed' : 'refund.updated', refund)
      }
    },
    sellElsewhere() {
      const session = newSession({ amount_total: 41_250, client_reference_id: 'invoice-2041' })
      stripe.sessions.push(session)
      complete(session)
    },
    signed(event, { at = clock.now(), secret = stripe.webhookSecret } = {}) {
      const payload = JSON.stringify(event)
      const timestamp = Math.floor(at.getTime() / 1_000)
      return { body: payload, signature: new Stripe(stripe.secretKey).webhooks.generateTestHeaderString({ payload, secret, timestamp }) }
    },
    async deliver(endpoint, events = stripe.events, { atOnce = false, ...options } = {}) {
      const post = async (event: Event) => {
        const { body, signature } = stripe.signed(event, options)
        const headers = { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature }
        const response = await fetch(endpoint, { method: 'POST', headers, body })
        await response.arrayBuffer()
        return response.status
      }
      if (atOnce) return Promise.all(events.map(post))
      const statuses: number[] = []
      for (const event of events) statuses.push(await post(event))
      return statuses
    },
  }
  return stripe
}

const problem = (status: number, message: string, rest: Record<string, string> = {}): Answer => ({
  status,
  body: { error: { type: 'invalid_request_error', message, ...rest } },
})
