import { minutes } from '#app/values/clock.ts'
import { newId } from '#app/values/ids.ts'
import { addEngineer, phoneOf } from './engineers.ts'
import { openPlainBrowser, type PlainBrowser } from './plain-browser.ts'
import type { Site } from './site.ts'

/** A browser signed in as the sample account of a role. */
export const enteredAs = async (site: Site, role: 'customer' | 'staff' | 'owner'): Promise<PlainBrowser> => {
  const visitor = openPlainBrowser(site.url)
  await visitor.signIn(await site.sampleOf(role))
  return visitor
}

/** An engineer with an account, signed in on their phone. */
export async function newEngineer(site: Site, staff: PlainBrowser, name: string) {
  const id = await addEngineer(staff, name)
  return { id, ...(await phoneOf(site, staff, id)) }
}

/** An engineer's visit that finished an hour after arrival: the customer's email, and the path of their private page. */
export async function finished(site: Site, engineerId: string, name = 'Priya Raman') {
  const email = `${newId()}@example.com`
  const id = await site.book(email, { name })
  const at = (minutesAgo: number) => new Date(Date.now() - minutes(minutesAgo)).toISOString()
  for (const [fromStatus, toStatus, ago] of [
    ['en_route', 'arrived', 61],
    ['arrived', 'completed', 1],
  ] as const)
    await site.db
      .insertInto('bookingEvents')
      .values({ id: newId(), bookingId: id, at: at(ago), actor: 'staff', note: '', fromStatus, toStatus })
      .execute()
  await site.db.updateTable('bookings').set({ status: 'completed', engineerId }).where('id', '=', id).execute()
  const path = /\/track\/[\w-]+/.exec(await site.mailTo(email, /./))?.[0] ?? ''
  return { id, email, path }
}
