import { trackingUrl } from '#app/features/booking/private-link.server.ts'
import { openCheckout } from '#app/features/red-line/open-checkout.server.ts'
import type { Engine } from '#app/platform/database.ts'
import { runDueJobs } from '#app/platform/jobs.ts'
import type { Services } from '#app/platform/services.ts'
import { jobHandlers } from '#server/jobs.ts'
import { serveApp } from './app.ts'
import { type Booked, bookOne } from './booked.ts'
import { type FakeStripe, openFakeStripe } from './fake-stripe.ts'
import { freshWorld, openPeers } from './fresh.ts'
import type { World } from './world.ts'

/** A site that takes payments through its own fake Stripe: everything except the pages, on a real socket. */
export interface Paying {
  world: World
  services: Services
  stripe: FakeStripe
  /** The endpoint for Stripe's messages. */
  endpoint: string
  book(): Promise<Booked>
  /** The payment page's URL, as the booking's private page requests it. */
  page(booked: Booked, services?: Services): Promise<string>
  /** Books and pays; the site hasn't been notified yet. */
  bookAndPay(): Promise<Booked>
  /** Runs the jobs that are due. */
  jobs(): Promise<number>
  /** The page's state for a returning visitor. */
  status(returnUrl: string): Promise<Record<string, unknown>>
  bookingStatus(booked: Booked): Promise<string>
  rows<Table extends 'payments' | 'refunds' | 'checkouts' | 'paymentDifferences' | 'paymentChecks'>(
    table: Table,
  ): Promise<Record<string, unknown>[]>
  /** The emails to an address, oldest first. */
  mails(to: string): Promise<{ subject: string; text: string }[]>
}

export const desk = 'desk@localhost'
export const customer = 'priya.raman@example.com'

/** Opens one. `instances`: the number that share the messages, in turn. */
export async function openPaying(engine: Engine, { env = {} }: { env?: Record<string, string> } = {}): Promise<Paying> {
  let opened: World | undefined
  const stripe = await openFakeStripe({ now: () => opened?.clock.now() ?? new Date() })
  const keys = { STRIPE_SECRET_KEY: stripe.secretKey, STRIPE_WEBHOOK_SECRET: stripe.webhookSecret, STRIPE_API_URL: stripe.url }
  const world = await freshWorld(engine, { env: { RATE_LIMIT_SCALE: '1000', ...keys, ...env } })
  opened = world
  const { services } = world
  const url = await serveApp(services)
  const paying: Paying = {
    world,
    services,
    stripe,
    endpoint: `${url}/functions/v1/payment-events`,
    book: () => bookOne(world, { serviceLevel: 'redline' }),
    page: async (booked, by = services) => openCheckout(by, booked.id, trackingUrl(by, await booked.read())),
    async bookAndPay() {
      const booked = await paying.book()
      stripe.pay(await paying.page(booked))
      return booked
    },
    jobs: () => runDueJobs(services, jobHandlers),
    async status(returnUrl) {
      const response = await fetch(`${url}/functions/v1/payment-status${new URL(returnUrl).search}`)
      return (await response.json()) as Record<string, unknown>
    },
    bookingStatus: async (booked) => (await booked.read()).status,
    rows: (table) => services.db.selectFrom(table).selectAll().execute() as Promise<Record<string, unknown>[]>,
    async mails(to) {
      const rows = await services.db.selectFrom('localMail').selectAll().where('recipient', '=', to).orderBy('at').orderBy('id').execute()
      return rows.map(({ subject, message }) => ({ subject, text: (JSON.parse(message) as { text: string }).text }))
    },
  }
  return paying
}

/** Another instance on the same data. */
export const peerOf = ({ world }: Paying): Services => openPeers(world, 1)[0] ?? world.services
