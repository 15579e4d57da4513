import { enqueue, type NewJob } from '#app/platform/jobs.ts'
import { loggable } from '#app/platform/log.ts'
import { type CheckoutOrder, CheckoutRefused, type OpenedCheckout, type PaymentProvider } from '#app/platform/payments.ts'
import type { Services } from '#app/platform/services.ts'
import { type Instant, toInstant } from '#app/values/clock.ts'
import type { CheckoutsTable } from '#db/tables/payments.ts'
import { NothingToPay, PaymentNotConfigured, PaymentUnavailable } from './refusals.ts'

/** The longest that the provider may take to open a page while someone waits. */
const providerMs = 9_000

type Checkout = Pick<CheckoutsTable, 'id' | 'url' | 'amountPence'> & { expiresAt: Instant }

/** A checkout that is open or begun, and the rest of its page's data. */
export interface Begun {
  checkout: Checkout
  reference: string
  email: string
}

interface PageOf {
  /**
   * Finds the open checkout, or begins one, in its own transaction; undefined if there is nothing to pay. One without an address takes a
   * turn of `limits.paymentPage` by the booking's id.
   */
  begin(payments: PaymentProvider): Promise<Begun | undefined>
  item: CheckoutOrder['item']
  successUrl: string
  cancelUrl: string
  /** The job that closes pages that must no longer be paid. */
  endJob: NewJob
}

/**
 * The address of a payment page: the open one, or a new one. Repeated, concurrent or retried calls get the same page: the provider
 * recognises them by the checkout's id. Throws `NothingToPay`, `PaymentNotConfigured`, `PaymentUnavailable` or `tooManyRequests`.
 */
export async function openPage(services: Services, page: PageOf): Promise<string> {
  const { payments, db, clock, log } = services
  if (!payments) throw new PaymentNotConfigured()
  const { checkout, opened } = await askForPage(services, payments, page)
  if (!opened) return checkout.url ?? ''
  const problem = paymentUrlProblem(opened.url, payments.hosts, payments.name === 'sandbox')
  if (problem) {
    log.error({ checkout: checkout.id, problem }, 'the payment page has the wrong address, so customers are not sent there')
    throw new PaymentNotConfigured()
  }
  const { url, state } = await db
    .updateTable('checkouts')
    // The first answer counts, so concurrent callers all get the same.
    .set((eb) => ({
      url: eb.fn.coalesce('url', eb.val(opened.url)),
      sessionId: eb.fn.coalesce('sessionId', eb.val(opened.sessionId)),
      state: eb
        .case()
        .when('state', '=', 'creating')
        .then('open' as const)
        .else(eb.ref('state'))
        .end(),
    }))
    .where('id', '=', checkout.id)
    .returning(['url', 'state'])
    .executeTakeFirstOrThrow()
  if (state === 'ended' || state === 'paid') {
    // Cancelled, expired or paid while the provider opened the page: no one is sent there.
    await db.transaction().execute((tx) => enqueue(tx, clock.now(), [page.endJob]))
    services.jobsAdded()
    throw new NothingToPay()
  }
  log.debug({ checkout: checkout.id, at: toInstant(clock.now()) }, 'payment page opened')
  return url ?? opened.url
}

/**
 * Returns the checkout, and the provider's page for it; undefined if its page is known. If the provider refuses one, for example because
 * too little time is left, it is ended and another begun, once.
 */
async function askForPage(
  services: Services,
  payments: PaymentProvider,
  page: PageOf,
  isSecond = false,
): Promise<{ checkout: Checkout; opened?: OpenedCheckout }> {
  const { db, log } = services
  const begun = await page.begin(payments)
  if (!begun) throw new NothingToPay()
  const { checkout, reference, email } = begun
  if (checkout.url) return { checkout }
  const { item, successUrl, cancelUrl } = page
  const { id: checkoutId, amountPence, expiresAt } = checkout
  const order = { checkoutId, reference, amountPence, email, expiresAt, item, successUrl, cancelUrl }
  try {
    return { checkout, opened: await payments.openCheckout(order, AbortSignal.timeout(providerMs)) }
  } catch (error) {
    log.error({ error: loggable(error), checkout: checkout.id }, 'the payment provider did not open a page')
    if (!(error instanceof CheckoutRefused)) throw new PaymentUnavailable(services.published.current().details, item.kind)
    await db.updateTable('checkouts').set({ state: 'ended' }).where('id', '=', checkout.id).where('state', '=', 'creating').execute()
    if (isSecond) throw new PaymentUnavailable(services.published.current().details, item.kind)
    return askForPage(services, payments, page, true)
  }
}

/** Returns the problem with the address of a payment page; undefined if customers may be sent there. */
function paymentUrlProblem(url: string, hosts: readonly string[], isSandbox: boolean): string | undefined {
  if (!URL.canParse(url)) return 'it is not a web address'
  const { protocol, hostname, username, password } = new URL(url)
  if (!hosts.includes(hostname) || username || password) return 'it is not on an allowed payment domain'
  if (protocol !== 'https:' && !isSandbox) return 'it is not https'
  return undefined
}
