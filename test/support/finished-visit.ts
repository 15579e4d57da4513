import { minutes } from '#app/values/clock.ts'
import { newId } from '#app/values/ids.ts'
import { newPerson } from './auth.ts'
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
  const number = `0770090${String(Math.floor(Math.random() * 10_000)).padStart(4, '0')}`
  const added = await staff.post('/staff/engineers/new', { intent: 'save', name, phone: number, sharesPhone: 'yes' })
  const id = /engineers\/([^?]+)/.exec(added.location ?? '')?.[1] ?? ''
  const person = newPerson()
  await staff.post(`/staff/engineers/${id}`, { intent: 'invite', email: person.email })
  const link = await site.invitationTo(person.email)
  const phone = openPlainBrowser(site.url)
  await phone.open(link)
  await phone.post(link, { fullName: person.name, password: person.password })
  return { id, phone, ...person }
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
