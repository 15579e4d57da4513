import { days, hours, later, toInstant } from '#app/values/clock.ts'
import { newId } from '#app/values/ids.ts'
import { colleague } from '#test/support/colleague.ts'
import { type PushService, switchOnAlerts } from '#test/support/push-service.ts'
import type { World } from '#test/support/world.ts'

/** The people of a night: Dan and Mia are on duty, Sam is next on call, Olive and Otto own the firm. */
export const phones = { dan: '+447700900101', mia: '+447700900102', sam: '+447700900103', olive: '+447700900104', otto: '+447700900105' }
type Name = keyof typeof phones
const engineers = ['dan', 'mia', 'sam'] as const
const names = Object.keys(phones) as Name[]

/** Hires them. All have an account, a phone, an email address and a browser that takes alerts. Returns the browsers. */
export async function hireCrew(world: World, push: PushService) {
  const { services, clock } = world
  const { db } = services
  const browsers = new Map<Name, ReturnType<PushService['browser']>>()
  for (const name of names) {
    const isEngineer = engineers.some((each) => each === name)
    const userId = await colleague(world, name, isEngineer ? ('customer' as 'staff') : 'owner', `user-${name}`)
    await db
      .updateTable('authUsers')
      .set({ phone: phones[name], createdAt: later(clock.now(), names.indexOf(name)) })
      .where('id', '=', userId)
      .execute()
    const browser = push.browser()
    browsers.set(name, browser)
    await switchOnAlerts(services, userId, browser)
    if (!isEngineer) continue
    const row = { id: name, name, phone: phones[name], userId, gasSafeNumber: null, base: '', retiredAt: null }
    await db
      .insertInto('engineers')
      .values({ ...row, createdAt: toInstant(clock.now()) })
      .execute()
    const startsAt = later(clock.now(), name === 'sam' ? hours(15) : -hours(1))
    await db
      .insertInto('shifts')
      .values({ id: newId(), engineerId: name, kind: 'on-call', startsAt, endsAt: later(new Date(startsAt), days(1)) })
      .execute()
  }
  return browsers
}
