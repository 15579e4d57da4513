// @module-tag never-again
import { describe, expect, it } from 'vitest'
import { newId } from '#app/values/ids.ts'
import { addEngineer, phoneOf } from '#test/support/engineers.ts'
import { openPlainBrowser, type PlainBrowser } from '#test/support/plain-browser.ts'
import { readPdf } from '#test/support/read-pdf.ts'
import { type Site, shareSite } from '#test/support/site.ts'

const shared = shareSite({ accounts: true })

async function engineerOf(site: Site, staff: PlainBrowser, name: string, gasSafeNumber: string) {
  const id = await addEngineer(staff, name, gasSafeNumber)
  return { id, browser: (await phoneOf(site, staff, id)).phone }
}

/** A broken boiler, with the engineer on site. */
async function visitOf(site: Site, engineerId: string, name: string) {
  const email = `${newId()}@example.com`
  const id = await site.book(email, { name, service: 'Boiler Breakdown' })
  await site.db.updateTable('bookings').set({ status: 'arrived', engineerId, version: 3 }).where('id', '=', id).execute()
  const link = /\/track\/[\w.-]+/.exec(await site.mailTo(email, /./))?.[0] ?? ''
  const version = async () =>
    String((await site.db.selectFrom('bookings').select('version').where('id', '=', id).executeTakeFirstOrThrow()).version)
  const finish = async (by: PlainBrowser) => by.post(`/engineer/jobs/${id}`, { step: 'completed', seen: await version() })
  const rows = () => site.db.selectFrom('gasAppliances').selectAll().where('bookingId', '=', id).orderBy('recordedAt').execute()
  return { id, email, link, finish, rows, page: `/engineer/jobs/${id}/gas` }
}

const checks = { 'check-flue': 'pass', 'check-air': 'pass', 'check-pressure': 'pass', 'check-safe': 'pass', pressureReading: '20.1 mbar' }
const boiler = {
  ...{ intent: 'gas-appliance', kind: 'Boiler', make: 'Vaillant', model: 'ecoTEC plus 832', location: 'Kitchen cupboard' },
  ...{ serialNumber: '21184500100', outcome: 'safe', ...checks },
}
const dangerous = {
  ...{ ...boiler, outcome: 'immediately_dangerous', 'check-flue': 'fail', 'note-flue': 'Joint open in the loft' },
  ...{ defect: 'Fumes enter the loft', turnedOff: 'refused', notice: 'refused', reportable: 'yes', reportReason: 'Badly installed flue' },
}

describe('The gas record', () => {
  it('is asked for before a gas job is finished, is shown to customer and staff, and says that it is no landlord’s', async () => {
    const site = await shared()
    const staff = openPlainBrowser(site.url)
    await staff.signIn(await site.sampleOf('staff'))
    const { id: engineerId, browser: phone } = await engineerOf(site, staff, 'Dan Okoro', '1234567')
    const visit = await visitOf(site, engineerId, 'Priya Raman')
    const refused = await visit.finish(phone)
    expect(refused.status).toBe(409)
    expect((await openPlainBrowser(site.url).open(`${visit.link}/gas`)).status).toBe(404)

    const wrong = await phone.post(visit.page, { ...boiler, pressureReading: '', make: '' })
    expect([wrong.status, wrong.text.includes('21184500100')]).toEqual([400, true])
    const key = newId()
    for (let time = 0; time < 2; time++)
      expect(await phone.post(visit.page, { ...boiler, key })).toMatchObject({ status: 303, location: `${visit.page}?done=gas-appliance` })
    expect(await visit.rows()).toMatchObject([{ id: key, licenceNumber: '1234567', engineerName: 'Dan Okoro', outcome: 'safe' }])
    expect(await visit.finish(phone)).toMatchObject({ status: 303 })
    expect((await phone.post(visit.page, { intent: 'gas-remove', appliance: key })).status).toBe(409)

    const shown = (await openPlainBrowser(site.url).open(`${visit.link}/gas`)).text
    for (const said of ['Vaillant ecoTEC plus 832', '20.1 mbar', '1234567']) expect(shown).toContain(said)
    const pdf = await openPlainBrowser(site.url).ask(`${visit.link}/gas.pdf`)
    expect([pdf.status, pdf.headers.get('content-type'), pdf.headers.get('cache-control'), pdf.text.slice(0, 5)]).toEqual([
      ...[200, 'application/pdf', 'private, no-store', '%PDF-'],
    ])
    const { title } = await readPdf(new Uint8Array(await (await fetch(`${site.url}${visit.link}/gas.pdf`)).arrayBuffer()))
    expect(title).toMatch(/^Gas record /)
    expect((await openPlainBrowser(site.url).open(visit.link)).text).toContain(`${visit.link}/gas`)
    // Customers see their engineer's licence on jobs without gas work too.
    await site.db.updateTable('bookings').set({ service: 'Burst Pipe' }).where('id', '=', visit.id).execute()
    expect((await openPlainBrowser(site.url).open(visit.link)).text).toMatch(/Dan Okoro.*1234567/)
    expect((await staff.open(`/staff/bookings/${visit.id}`)).text).toContain('21184500100')
  })

  it('takes the place of a reason where there was no gas work', async () => {
    const site = await shared()
    const staff = openPlainBrowser(site.url)
    await staff.signIn(await site.sampleOf('staff'))
    const { id: engineerId, browser: phone } = await engineerOf(site, staff, 'Kit Lowe', '')
    const visit = await visitOf(site, engineerId, 'Sam Odell')
    const unlicensed = await phone.post(visit.page, boiler)
    expect(unlicensed.status).toBe(409)
    expect(await visit.rows()).toEqual([])
    expect((await phone.post(visit.page, { intent: 'gas-reason', reason: '' })).status).toBe(400)
    expect((await phone.post(visit.page, { intent: 'gas-reason', reason: 'The fuse had blown' })).status).toBe(303)
    expect(await visit.finish(phone)).toMatchObject({ status: 303 })
    expect((await staff.open(`/staff/bookings/${visit.id}`)).text).toContain('The fuse had blown')
  })

  it('is not left out by staff without their reason either, which the history keeps', async () => {
    const site = await shared()
    const staff = openPlainBrowser(site.url)
    await staff.signIn(await site.sampleOf('staff'))
    const { id: engineerId } = await engineerOf(site, staff, 'Max Reed', '7654323')
    const visit = await visitOf(site, engineerId, 'Ann Lee')
    const page = `/staff/bookings/${visit.id}`
    const finish = async (path: string, intent: string, gasReason: string) => {
      const { version, status } = await site.db
        .selectFrom('bookings')
        .select(['version', 'status'])
        .where('id', '=', visit.id)
        .executeTakeFirstOrThrow()
      expect(status).toBe('arrived')
      return staff.post(path, { intent, bookingId: visit.id, seen: String(version), gasReason })
    }
    for (const [path, intent] of [
      [page, 'completed'],
      [page, 'made_safe'],
      ['/staff', 'completed'],
    ] as const) {
      const refused = await finish(path, intent, ' ')
      expect([path, intent, refused.status, refused.text.includes('name="gasReason"')]).toEqual([path, intent, 400, true])
    }
    expect((await finish(page, 'completed', 'x'.repeat(301))).status).toBe(400)
    expect((await finish(page, 'completed', 'His phone broke: the record is on paper')).status).toBe(303)
    const { status } = await site.db.selectFrom('bookings').select('status').where('id', '=', visit.id).executeTakeFirstOrThrow()
    expect(status).toBe('completed')
    expect((await staff.open(page)).text).toContain('His phone broke: the record is on paper')
  })

  it('of what is Immediately Dangerous and still on has the emergency number at once, tells customer, staff and owners, and is settled by an owner', async () => {
    const site = await shared()
    const staff = openPlainBrowser(site.url)
    await staff.signIn(await site.sampleOf('staff'))
    const { id: engineerId, browser: phone } = await engineerOf(site, staff, 'Joe Pike', '7654321')
    const visit = await visitOf(site, engineerId, 'Tess Holloway')
    const { id: other, browser: others } = await engineerOf(site, staff, 'Una Marsh', '7654322')
    const neighbour = await visitOf(site, other, 'Olu Adeyemi')

    expect((await others.post(visit.page, dangerous)).status).toBe(404)
    expect(
      (await phone.post(visit.page, { ...dangerous, notice: 'signed', signer: 'Tess', signature: 'M1 1L2 2"/><script>' })).status,
    ).toBe(400)
    expect(await visit.rows()).toEqual([])

    expect(await phone.post(visit.page, { ...dangerous, key: newId() })).toMatchObject({ status: 303 })
    expect((await phone.open(visit.page)).text).toContain('tel:0800111999')
    expect((await visit.finish(phone)).status).toBe(409)
    const notice = await site.mailTo(visit.email, /^Warning: don’t use your gas appliance/)
    expect(notice).toContain('Fumes enter the loft')
    expect(notice).not.toContain('RIDDOR')
    const [appliance] = await visit.rows()
    // Another engineer's page doesn't change it.
    expect((await others.post(neighbour.page, { intent: 'gas-called', appliance: appliance?.id ?? '', reference: 'mine' })).status).toBe(
      303,
    )
    expect(await visit.rows()).toMatchObject([{ emergencyCalledAt: null }])
    expect((await phone.post(visit.page, { intent: 'gas-called', appliance: appliance?.id ?? '', reference: 'Cadent 77123' })).status).toBe(
      303,
    )
    expect(await visit.finish(phone)).toMatchObject({ status: 303 })

    const owner = openPlainBrowser(site.url)
    const ownerAccount = await site.sampleOf('owner')
    await owner.signIn(ownerAccount)
    expect(await site.mailTo(ownerAccount.email, /DANGEROUS GAS/)).toContain('RIDDOR')
    const settle = { intent: 'settle-report', bookingId: visit.id, appliance: appliance?.id ?? '', note: 'HSE F2508G2 1234' }
    // Also if the engineer has removed it from the record.
    const remove = (at: string | null) =>
      site.db
        .updateTable('gasAppliances')
        .set({ removedAt: at, removedBy: at && 'dan' })
        .where('id', '=', appliance?.id ?? '')
        .execute()
    await remove(new Date().toISOString())
    expect((await staff.open('/staff/inbox')).text).toContain(visit.id)
    await remove(null)
    expect((await owner.post('/staff/inbox', { ...settle, note: '' })).status).toBe(400)
    expect((await owner.post('/staff/inbox', { ...settle, bookingId: neighbour.id })).status).toBe(404)
    for (let time = 0; time < 2; time++) expect((await owner.post('/staff/inbox', settle)).status).toBe(303)
    expect((await owner.open('/staff/inbox')).text).not.toContain(visit.id)
    expect((await staff.open(`/staff/bookings/${visit.id}`)).text).toContain('HSE F2508G2 1234')
    const shown = (await openPlainBrowser(site.url).open(`${visit.link}/gas`)).text
    expect([shown.includes('0800 111 999'), shown.includes('F2508G2')]).toEqual([true, false])
  })
})
