import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { newId } from '#app/values/ids.ts'
import { further } from '#test/support/depth.ts'
import { addEngineer, phoneOf, staffOf } from '#test/support/engineers.ts'
import { type Site, shareSite } from '#test/support/site.ts'
import { giveCookies } from './signed-in.ts'
import { axeProblems, drawSignature, eventually, looksWrong, openContext, shareChromium } from './visitor.ts'

const shared = shareSite({ accounts: true })
shareChromium()

/** A member of staff and an engineer, signed in, who are the same for all visits. */
const crew = async (site: Site) => {
  const staff = await staffOf(site)
  const engineerId = await addEngineer(staff, 'Dan Okoro', '1234567')
  const { phone } = await phoneOf(site, staff, engineerId)
  return { staff, engineerId, phone }
}
let hired: ReturnType<typeof crew> | undefined

/** The engineer at a visit, signed in on a phone 360 px wide, and the customer's private link. */
async function atVisit(site: Site, name: string, service = 'Burst Pipe') {
  hired ??= crew(site)
  const { staff, engineerId, phone } = await hired
  const email = `${newId()}@example.com`
  const id = await site.book(email, { name, service })
  await site.db.updateTable('bookings').set({ status: 'arrived', engineerId, version: 3 }).where('id', '=', id).execute()
  const link = /\/track\/[\w.-]+/.exec(await site.mailTo(email, /./))?.[0] ?? ''
  const page = await (await openContext(site.url)).newPage()
  await giveCookies(page, phone, site.url)
  return { id, link, staff, phone: page }
}

/** Suggests work on the engineer's phone and returns the price shown there, at the current rate. */
async function suggest(phone: Page, id: string, kind: 'urgent' | 'other', name: string): Promise<string> {
  await phone.goto(`/engineer/jobs/${id}/extra-work`)
  await phone.getByLabel('What needs doing').fill(name)
  await phone.locator('label', { has: phone.locator(`input[value="${kind}"]`) }).click()
  await phone.getByLabel('More time').selectOption('2')
  await phone.getByLabel('Part 1').fill('Stopcock 15 mm')
  await phone.getByLabel('Cost each (£)').first().fill('6.40')
  const price = (await phone.getByText(/^The customer pays up to £[\d.]+$/).textContent())?.replace('The customer pays up to ', '') ?? ''
  await phone.getByRole('button', { name: 'Show the customer' }).click()
  await phone.getByText('They can answer on their own booking page, or you can hand them your phone.').waitFor()
  return price
}

describe('Extra work, on two phones of 360 px', () => {
  further.it('reaches the customer’s open page by itself, and their answer the engineer’s', async () => {
    const site = await shared()
    const { id, link, phone } = await atVisit(site, 'Priya Raman')
    const customer = await (await openContext(site.url)).newPage()
    await customer.goto(link)
    await customer.locator('#said').waitFor({ state: 'attached' })
    const price = await suggest(phone, id, 'other', 'Replace the kitchen tap')
    await customer.getByRole('heading', { name: 'Your engineer suggests extra work' }).waitFor()
    // It appeared above the text being read.
    await customer.evaluate(() => scrollTo(0, 0))
    for (const page of [phone, customer]) expect(await looksWrong(page, 'main')).toEqual([])
    // Neither box is ticked in advance: the customer agrees to each separately.
    expect(await customer.getByRole('checkbox', { checked: true }).count()).toBe(0)
    await customer.getByRole('checkbox').first().check()
    await customer.getByLabel('Your full name').fill('Priya Raman')
    await customer.getByRole('button', { name: /^Agree, up to £/ }).click()
    await customer.getByRole('link', { name: /^Tick to ask us to start today/ }).click()
    await customer.getByRole('checkbox').first().check()
    await customer.getByRole('checkbox').last().check()
    await customer.getByRole('button', { name: /^Agree, up to £/ }).click()
    await customer.getByText('Your engineer can see that you’ve agreed').waitFor()
    await phone.getByText(/Agreed at .*on their booking page, by Priya Raman/).waitFor()
    await phone.goto(`/engineer/jobs/${id}`)
    await phone.getByText(`Replace the kitchen tap, up to ${price}`).waitFor()
  })

  it('is signed with a finger on the engineer’s phone, and staff see the signature', async () => {
    const site = await shared()
    const { id, staff, phone } = await atVisit(site, 'Tess Holloway')
    await suggest(phone, id, 'urgent', 'New stopcock')
    await phone.getByRole('button', { name: /^I agree, up to £/ }).click()
    await phone.getByRole('link', { name: 'Sign in the box with your finger' }).waitFor()
    await phone.getByLabel('Your full name').fill('Tess Holloway')
    await drawSignature(phone)
    expect(await axeProblems(phone, 'main')).toEqual([])
    await phone.getByRole('button', { name: /^I agree, up to £/ }).click()
    await phone.getByText(/Agreed at .*on the engineer’s phone, by Tess Holloway/).waitFor()
    const works = () => site.db.selectFrom('extraWorks').select(['state', 'way', 'signature']).where('bookingId', '=', id).execute()
    await eventually(works).toMatchObject([{ state: 'agreed', way: 'engineer_phone', signature: expect.stringMatching(/^M\d+ \d+L/) }])

    const desk = await (await openContext(site.url, { viewport: { width: 1280, height: 900 } })).newPage()
    await giveCookies(desk, staff, site.url)
    await desk.goto(`/staff/bookings/${id}`)
    await desk.getByRole('img', { name: 'Signature of Tess Holloway' }).waitFor()
    expect(await axeProblems(desk, 'main')).toEqual([])
  })
})

further.describe('The gas record, on a phone of 360 px', () => {
  it('shows the gas emergency number as soon as something dangerous stays on, takes a signature, and is the customer’s to read', async () => {
    const site = await shared()
    const { id, link, staff, phone } = await atVisit(site, 'Ann Lee', 'Boiler Breakdown')
    await phone.goto(`/engineer/jobs/${id}/gas`)
    await phone.getByLabel('Type of appliance', { exact: true }).selectOption('Boiler')
    for (const [label, text] of [
      ['Make', 'Vaillant'],
      ['Model', 'ecoTEC plus'],
      ['Where it is', 'Kitchen'],
      ['Serial number', '2118'],
    ] as const)
      await phone.getByLabel(label, { exact: true }).fill(text)
    for (const name of ['air', 'pressure', 'safe']) await phone.locator(`[name="check-${name}"]`).selectOption('pass')
    await phone.locator('[name="check-flue"]').selectOption('fail')
    await phone.locator('[name="note-flue"]').fill('Joint open in the loft')
    await phone.getByLabel('Pressure', { exact: true }).fill('20 mbar')
    await phone.locator('label', { hasText: 'Immediately Dangerous' }).click()
    await phone.getByLabel('What’s wrong').fill('Fumes enter the loft')
    await phone.locator('label', { hasText: 'because the customer refused' }).click()
    await phone.getByRole('link', { name: 'Call 0800 111 999' }).waitFor()
    await phone.locator('label', { hasText: 'Signed by the customer' }).click()
    await phone.getByRole('checkbox', { name: /^It may have to be reported/ }).check()
    await phone.getByLabel('Why', { exact: true }).fill('Badly installed flue')
    await phone.getByLabel('Customer’s full name').fill('Ann Lee')
    await drawSignature(phone)
    expect(await looksWrong(phone, 'main')).toEqual([])
    await phone.getByRole('button', { name: 'Save the appliance' }).click()
    await phone.getByRole('heading', { name: 'Boiler: Vaillant ecoTEC plus' }).waitFor()
    await phone.getByText('Not sent yet.').waitFor({ state: 'detached' })
    await phone.goto(`/engineer/jobs/${id}`)
    await phone.getByText('Call the National Gas Emergency Service on 0800 111 999 first').waitFor()

    const customer = await (await openContext(site.url)).newPage()
    await customer.goto(link)
    await customer.getByRole('link', { name: 'your gas record' }).click()
    await customer.getByRole('heading', { name: 'Your gas record' }).waitFor()
    // The link shows no names.
    expect(await customer.locator('main').textContent()).not.toContain('Ann Lee')
    expect(await looksWrong(customer, 'main')).toEqual([])

    const desk = await (await openContext(site.url, { viewport: { width: 1280, height: 900 } })).newPage()
    await giveCookies(desk, staff, site.url)
    await desk.goto(`/staff/bookings/${id}`)
    await desk.getByRole('img', { name: 'Signature of Ann Lee' }).waitFor()
  })
})
