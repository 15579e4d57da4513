import { onTestFinished, vi } from 'vitest'
import { createEmailUser, newUserRow } from '#app/features/accounts/create-user.server.ts'
import { hashPassword } from '#app/platform/passwords.ts'
import type { Services } from '#app/platform/services.ts'
import { toInstant } from '#app/values/clock.ts'
import { openSite, type Site } from '#test/support/site.ts'
import { openWorld, testSecret } from '#test/support/world.ts'
import { liveDay } from './day.ts'
import type { DaySettings } from './plan-of-day.ts'

/** Sick leave, absent customers, Red Lines, and an hour of frost with five times the calls. */
export const friday: Omit<DaySettings, 'seed'> = { bookings: 80, engineers: 12, dispatchers: 3, callsFrom: 30, callsUntil: 14 * 60 }

/** A member of staff who can sign in. */
export interface Colleague {
  name: string
  email: string
  password: string
}

const colleagues = ['Ann Porter', 'Ben Singh', 'Cleo Marsh'] as const

/**
 * A site in the middle of a frosty Friday: a simulated day from 06:30 up to a given minute, the server's clock at that minute, and three
 * dispatchers who can sign in. The same seed and minute give the same day. `dispatchers`: how many have worked so far.
 */
export async function openFriday({
  seed,
  minute,
  dispatchers,
}: {
  seed: number
  minute: number
  dispatchers: number
}): Promise<{ site: Site; staff: Colleague[] }> {
  // Ids begin with the time and never go back in one process. All those made here must be older than those that the site's server makes.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-20T00:00:00.000Z') })
  onTestFinished(() => void vi.useRealTimers())
  const world = await openWorld('sqlite', { payments: true, env: { RATE_LIMIT_SCALE: '1000' } })
  const { services } = world
  const { now } = await liveDay(world, { ...friday, dispatchers, seed, stopsAt: minute })
  const staff: Colleague[] = []
  for (const name of colleagues) staff.push(await addColleague(services, name))
  const { dataDir } = services.config
  // Close the database first: only the site's own process may use its data.
  await services.db.destroy()
  const env = { DATA_DIR: dataDir, SECRET_KEY: testSecret, DEV_TOOLS: 'on' }
  return { site: await openSite({ at: toInstant(new Date(now)), env }), staff }
}

async function addColleague(services: Services, name: string): Promise<Colleague> {
  const [email, password] = [`${name.split(' ')[0]?.toLowerCase()}@plumbers.example`, 'dispatch until dawn']
  const user = newUserRow(services, {
    ...{ email, role: 'staff', passwordHash: await hashPassword(password), emailConfirmedAt: toInstant(services.clock.now()) },
    userMetadata: JSON.stringify({ full_name: name }),
    passkeyOfferClosedAt: toInstant(services.clock.now()),
  })
  await services.db.transaction().execute((tx) => createEmailUser(services, tx, user, 'owner'))
  return { name, email, password }
}
