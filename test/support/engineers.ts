import { expect } from 'vitest'
import { newId } from '#app/values/ids.ts'
import { newPerson } from './auth.ts'
import { openPlainBrowser, type PlainBrowser } from './plain-browser.ts'
import type { Site } from './site.ts'

/* Engineers of a running site, their phones and jobs, created as staff do. */

/** A member of staff, signed in. */
export async function staffOf(site: Site): Promise<PlainBrowser> {
  const staff = openPlainBrowser(site.url)
  await staff.signIn(await site.sampleOf('staff'))
  return staff
}

/** Adds an engineer to the roster, as staff do. */
export async function addEngineer(staff: PlainBrowser, name: string, gasSafeNumber = ''): Promise<string> {
  const phone = `0770090${String(Math.floor(Math.random() * 10_000)).padStart(4, '0')}`
  const added = await staff.post('/staff/engineers/new', { intent: 'save', name, phone, sharesPhone: 'yes', gasSafeNumber })
  // Refused for example with the Gas Safe number of another engineer.
  expect(added).toMatchObject({ status: 303 })
  return /engineers\/([^?]+)/.exec(added.location ?? '')?.[1] ?? ''
}

/** Invites an engineer, who accepts; returns their phone's browser. */
export async function phoneOf(site: Site, staff: PlainBrowser, engineerId: string) {
  const person = newPerson()
  expect(await staff.post(`/staff/engineers/${engineerId}`, { intent: 'invite', email: person.email })).toMatchObject({ status: 303 })
  const link = await site.invitationTo(person.email)
  const phone = openPlainBrowser(site.url)
  expect((await phone.open(link)).text).toContain('on this phone')
  const accepted = await phone.post(link, { fullName: person.name, password: person.password })
  expect(accepted).toMatchObject({ status: 303, location: '/engineer' })
  return { phone, ...person }
}

/** The confirmation that a page asks for, to be sent with the action again. */
export const questionIn = (page: string) =>
  (/name="confirmed" value="([^"]+)"/.exec(page)?.[1] ?? '').replaceAll('&#x27;', "'").replaceAll('&amp;', '&')

/** A job for an engineer, from a customer with this name; Burst Pipe unless `service` is given. Returns its id. */
export async function jobOf(site: Site, staff: PlainBrowser, engineerId: string, name: string, service?: string): Promise<string> {
  const id = await site.book(`${newId()}@example.com`, { name, ...(service && { service }) })
  const { version } = await site.db.selectFrom('bookings').select('version').where('id', '=', id).executeTakeFirstOrThrow()
  const fields = { intent: 'assign', engineerId, seen: String(version) }
  const asked = await staff.post(`/staff/bookings/${id}`, fields)
  // A second job at the same time needs a confirmation.
  if (asked.status === 409) await staff.post(`/staff/bookings/${id}`, { ...fields, confirmed: questionIn(asked.text) })
  expect(await readJob(site, id)).toMatchObject({ status: 'assigned', engineerId })
  return id
}

/** A booking's current row. */
export const readJob = (site: Site, id: string) =>
  site.db.selectFrom('bookings').select(['status', 'version', 'engineerId']).where('id', '=', id).executeTakeFirstOrThrow()
