import { rmSync } from 'node:fs'
import sharp from 'sharp'
import { recordMissedPromises } from '#app/features/capacity/record-missed-promises.server.ts'
import { acceptBooking } from '#app/features/dispatch/accept-booking.server.ts'
import { addEngineer } from '#app/features/dispatch/add-engineer.server.ts'
import { advanceBooking } from '#app/features/dispatch/advance-booking.server.ts'
import { assignEngineer } from '#app/features/dispatch/assign-engineer.server.ts'
import { AnswerNeeded } from '#app/features/dispatch/steps/require-answer.ts'
import { openCheckout } from '#app/features/red-line/open-checkout.server.ts'
import { payAtSandbox } from '#app/features/red-line/pay-at-sandbox.server.ts'
import { cancelBooking } from '#app/features/tracking/cancel-booking.server.ts'
import { readTrackView } from '#app/features/tracking/track-view.server.ts'
import { estimateArrival } from '#app/features/visit/estimate-arrival.server.ts'
import { proposeExtraWork } from '#app/features/visit/extra-work-acts.server.ts'
import { actOnGas } from '#app/features/visit/gas-acts.server.ts'
import { recordCallAttempt } from '#app/features/visit/record-call-attempt.server.ts'
import { addPhotoByStaff } from '#app/features/visit/store-photo.server.ts'
import { minutes, toInstant } from '#app/values/clock.ts'
import { newId } from '#app/values/ids.ts'
import { issue, openBill, paidAt } from './billed.ts'
import { type Booked, bookOne } from './booked.ts'
import { type Site, startSite } from './site.ts'
import { openWorld, testSecret, type World } from './world.ts'

/** When the site's clock starts; earlier times are given in minutes before `noon`. */
const noon = '2026-11-24T12:00:00.000Z'

type Advance = Parameters<typeof advanceBooking>[1]['to']

const boiler = {
  ...{ kind: 'Boiler', make: 'Vaillant', model: 'ecoTEC plus 832', location: 'Kitchen cupboard', serialNumber: '21184500100' },
  ...{ outcome: 'safe', 'check-flue': 'pass', 'check-air': 'pass', 'check-pressure': 'pass', 'check-safe': 'pass' },
  pressureReading: '20.1 mbar',
}

export interface CustomersDay {
  site: Site
  /** The paths of the private pages, by the booking's state. */
  pages: Readonly<Record<string, string>>
  /** The bookings' ids, by the booking's state. */
  bookings: Readonly<Record<string, string>>
  close(): Promise<void>
}

/** One day's customers, each with a booking in a different state, created by the product's own functions; their private pages by name. */
export async function openCustomersDay(): Promise<CustomersDay> {
  const world = await openWorld('sqlite', { payments: true, env: { RATE_LIMIT_SCALE: '1000' } })
  const made = Object.entries(await liveMorning(world))
  const { dataDir } = world.services.config
  // Closed first: only one process may use a site's data.
  await world.services.db.destroy()
  const env = { DATA_DIR: dataDir, SECRET_KEY: testSecret, DEV_TOOLS: 'on' }
  const site = await startSite({ at: noon, env })
  const close = async () => {
    await site.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
  const pages = Object.fromEntries(made.map(([state, { token }]) => [state, `/track/${token}`]))
  const bookings = Object.fromEntries(made.map(([state, { id }]) => [state, id]))
  return { site, pages, bookings, close }
}

/** Performs an action, and confirms it if asked. */
async function answering(act: (confirmed?: string) => Promise<void>): Promise<void> {
  try {
    await act()
  } catch (error) {
    if (!(error instanceof AnswerNeeded)) throw error
    await act(error.message)
  }
}

async function liveMorning(world: World): Promise<Record<string, Booked>> {
  const { services, clock } = world
  const engineer = { name: 'Dan Okoro', phone: '07700 900111', gasSafeNumber: '1234567', base: 'Stratford depot' }
  const engineerId = await addEngineer(services, { staffId: 'owner', sharesPhone: true, fields: engineer })
  let people = 0
  const book = async (ago: number, changes: Record<string, unknown> = {}) => {
    people += 1
    clock.set(toInstant(new Date(Date.parse(noon) - minutes(ago))))
    const who = { name: 'Priya Raman', email: `customer${people}@example.com`, phone: `07700 9003${10 + people}` }
    return bookOne(world, { address: '14 Fashion Street', ...who, ...changes })
  }
  const act = async ({ id, seen }: Booked) => ({ bookingId: id, staffId: 'desk', seen: await seen() })
  const own = ({ id }: Booked) => ({ bookingId: id, engineerId, userId: 'dan', seen: '', key: newId() })
  const assign = async (booked: Booked) => {
    await acceptBooking(services, await act(booked))
    await answering(async (confirmed) => assignEngineer(services, { ...(await act(booked)), engineerId, confirmed }))
    return booked
  }
  const advance = async (booked: Booked, ...steps: Advance[]) => {
    for (const to of steps) await answering(async (confirmed) => advanceBooking(services, { ...(await act(booked)), to, confirmed }))
    return booked
  }
  const paidRedLine = async (ago: number) => {
    const booked = await book(ago, { serviceLevel: 'redline' })
    const id = (await openCheckout(services, booked.id, 'http://localhost/track/x')).split('/').at(-1) ?? ''
    await payAtSandbox(services, { id, amountPence: 2_999 })
    return booked
  }
  const cancel = async (booked: Booked) => {
    const { cancellation } = await readTrackView(services, booked.token, { step: 'cancel' })
    const toldPence = 'chargePence' in cancellation ? cancellation.chargePence : 0
    await cancelBooking(services, { bookingId: booked.id, actor: 'customer', clientKey: newId(), seen: await booked.seen(), toldPence })
    return booked
  }
  const finished = async (changes: Record<string, unknown> = {}) => {
    const booked = await advance(await assign(await book(180, changes)), 'en_route', 'arrived')
    clock.advance(minutes(30))
    return booked
  }
  const made: Record<string, Booked> = {}

  made.billed = await advance(await finished(), 'completed')
  const picture = await sharp({ create: { width: 800, height: 600, channels: 3, background: '#9ab' } })
    .jpeg()
    .toBuffer()
  for (const kind of ['before', 'after'] as const)
    await addPhotoByStaff(services, { bookingId: made.billed.id, userId: 'desk' }, { kind, key: newId(), data: picture })
  await issue(services, made.billed)
  made.paid = await advance(await finished(), 'completed')
  await issue(services, made.paid)
  await paidAt(world, await openBill(services, made.paid), 11_900)
  made.gas = await finished({ service: 'Boiler Breakdown' })
  await actOnGas(services, own(made.gas), (name) => (boiler as Record<string, string>)[name] ?? '', 'gas-appliance')
  await advance(made.gas, 'completed')
  made.noAccess = await advance(await assign(await book(120)), 'en_route', 'arrived')
  clock.advance(minutes(5))
  await recordCallAttempt(services, own(made.noAccess), { note: 'Rang twice' })
  clock.advance(minutes(31))
  await advance(made.noAccess, 'no_access')
  made.late = await book(100)
  made.missedWindow = await paidRedLine(50)
  made.expired = await book(40, { serviceLevel: 'redline' })
  made.refunded = await cancel(await paidRedLine(20))
  made.cancelled = await cancel(await book(20))
  made.arrived = await advance(await assign(await book(40)), 'en_route', 'arrived')
  made.extraWork = await advance(await assign(await book(38)), 'en_route', 'arrived')
  const work = { name: 'New stopcock', kind: 'urgent', sum: '140' }
  await proposeExtraWork(services, own(made.extraWork), (name) => (work as Record<string, string>)[name] ?? '')
  made.missedDispatch = await paidRedLine(16)
  made.enRoute = await advance(await assign(await book(14)), 'en_route')
  await estimateArrival(services, own(made.enRoute), '20')
  made.atDoor = await advance(await assign(await book(12)), 'en_route', 'arrived')
  await recordCallAttempt(services, own(made.atDoor), { note: 'Rang the bell' })
  made.assigned = await assign(await book(10))
  made.missedCall = await paidRedLine(6)
  made.received = await book(3)
  made.feeDue = await book(2, { serviceLevel: 'redline', address: '' })
  clock.set(noon)
  await recordMissedPromises(services)
  return made
}
