import { describe, expect, it } from 'vitest'
import { claims } from '#content/claims.ts'
import { defaultPublished, publishedWith } from '#content/published.ts'
import { ownerGroup, ownerGroups, usualOf } from './business-fields.ts'
import { readGroup } from './read-business-fields.ts'

const today = '2026-11-22'

/** The result of a group's form with the current values and these changes. */
function read(id: string, changes: Record<string, string> = {}, published = defaultPublished) {
  const group = ownerGroup(id, published) ?? expect.fail(`no group ${id}`)
  const { prices } = published
  const typed = Object.fromEntries(group.fields.map(({ name, shown }) => [name, shown(published)]))
  return readGroup(group, { ...typed, ...changes }, { today, prices })
}

describe('A form of the owner', () => {
  it('that is sent as it stands changes nothing', () => {
    for (const { id } of ownerGroups) expect(read(id), id).toEqual({ values: {} })
  })

  it('keeps values in one spelling, and none that is as usual', () => {
    const typed = {
      email: ' desk@example.com ',
      emergencyPhone: '0808-157-0001',
      chatPhone: '+44 (0)7700 900999',
      legalName: 'Cutaway  Plumbing Ltd',
      companyNumber: 'sc 123456',
      vatNumber: 'GB 123 4567 89',
    }
    expect(read('details', typed)).toEqual({
      values: {
        email: 'desk@example.com',
        emergencyPhone: { text: '0808 157 0001', international: '+448081570001' },
        chatPhone: { text: '+44 7700 900999', international: '+447700900999' },
        legalName: 'Cutaway Plumbing Ltd',
        companyNumber: 'SC123456',
        vatNumber: 'GB123456789',
      },
    })
    expect(read('details', { emergencyPhone: '+44 800 644 2633', chatPhone: '07700900633' })).toEqual({ values: {} })
    expect(read('fees', { redLineOnlinePence: '£34.99', noAccessPence: '49.00' })).toEqual({ values: { redLineOnlinePence: 3_499 } })
    expect(read('offer-callout-25', { isOff: 'off', percentOff: '30 %', until: '2026-12-31' })).toEqual({
      values: { isOff: true, percentOff: 30, until: '2026-12-31' },
    })
  })

  it.each([
    ['details', { email: 'nobody' }, 'email', 'Enter an email address like name@example.com'],
    ['details', { emergencyPhone: '020 7946 0018' }, 'emergencyPhone', 'free to call'],
    ['details', { chatPhone: '123' }, 'chatPhone', 'Enter a UK phone number'],
    ['details', { legalName: '[click](/x)' }, 'legalName', 'can’t include brackets'],
    ['details', { registeredOffice: 'x'.repeat(301) }, 'registeredOffice', '300 characters or fewer'],
    ['details', { companyNumber: '1234' }, 'companyNumber', 'eight characters'],
    ['details', { vatNumber: '12' }, 'vatNumber', 'nine digits'],
    ['fees', { redLineOnlinePence: 'free' }, 'redLineOnlinePence', 'enter pounds, like 29.99'],
    ['fees', { redLineOnlinePence: '0.99' }, 'redLineOnlinePence', 'from £1 to £500'],
    ['fees', { makeSafePence: '1000.01' }, 'makeSafePence', 'from £1 to £1000'],
    ['fees', { noAccessPence: '12.345' }, 'noAccessPence', 'enter pounds'],
    ['rates', { dayCalloutPence: '65' }, 'dayCalloutPence', 'must be more than the boiler offer’s £65'],
    ['offer-boiler-65', { pence: '119' }, 'pence', 'must be less than the daytime call-out charge of £119'],
    ['offer-boiler-65', { until: '' }, 'until', 'Last day must be filled in'],
    ['offer-boiler-65', { until: '2026-10-31' }, 'until', 'can’t be before the first'],
    ['offer-boiler-65', { from: '31/01/2027' }, 'from', 'enter a date as year-month-day'],
    ['offer-boiler-65', { isOff: 'perhaps' }, 'isOff', 'Choose on or off'],
    ['offer-callout-25', { percentOff: '0' }, 'percentOff', 'from 1 to 90'],
    ['claim-gas-safe', { text: '', day: today }, 'text', 'Describe the evidence'],
    ['claim-gas-safe', { text: 'x'.repeat(1_001), day: today }, 'text', '1,000 characters or fewer: it’s 1,001'],
    ['claim-gas-safe', { text: 'x', day: '2026-11-23' }, 'day', 'can’t be in the future'],
    ['claim-gas-safe', { text: 'x', day: today, link: 'http://example.com' }, 'link', 'must start with https://'],
    ['estimates', { BurstPipe: '0.50' }, 'BurstPipe', 'from £1 to £2000'],
    ['multipliers', { Hackney: '3' }, 'Hackney', 'Hackney must be a figure from 0.5 to 2'],
    ['supplements', { sundayPence: 'some' }, 'sundayPence', 'Sunday: enter pounds'],
    ['mail-customer-late', { opening: 'x'.repeat(601) }, 'opening', '600 characters or fewer: it’s 601'],
    ['mail-change-set_out', { opening: 'Hello {nmae}' }, 'opening', '{nmae} isn’t a placeholder. You can use {name}, {reference}'],
    ['mail-change-set_out', { closing: 'Hello {name' }, 'closing', '{name isn’t a placeholder'],
    ['mail-change-set_out', { closing: '{problem} }' }, 'closing', '} isn’t a placeholder'],
    ['claim-gas-safe', { text: 'x', day: today, link: 'javascript:alert(1)' }, 'link', 'must start with https://'],
  ] as const)('%s with %j says what to do', (id, changes, field, says) => {
    expect(read(id, changes)).toEqual({ problems: { [field]: expect.stringContaining(says) } })
  })

  it('takes back what was changed where the usual is typed', () => {
    const published = publishedWith({ fees: { dayCalloutPence: 12_500 }, offers: { 'boiler-65': { isOff: true } } })
    const callout = ownerGroup('rates', published)?.fields[0] ?? expect.fail()
    expect([callout.shown(published), usualOf(callout)]).toEqual(['125', '119'])
    expect(read('rates', {}, published)).toEqual({ values: { dayCalloutPence: 12_500 } })
    expect(read('rates', { dayCalloutPence: '60' }, published), 'the offer is off').toEqual({ values: { dayCalloutPence: 6_000 } })
    expect(read('offer-boiler-65', { isOff: 'on' }, published)).toEqual({ values: {} })
  })
})

describe('Evidence', () => {
  it('can be filed for every claim, and stands in the place of what is missing; the claim of an offer that is off is gone', () => {
    for (const { id } of claims(defaultPublished)) expect(ownerGroup(`claim-${id}`, defaultPublished), id).toBeDefined()
    expect(ownerGroup('claim-none', defaultPublished)).toBeUndefined()
    const filed = { text: 'Registration 123456', day: '2026-11-01' }
    const published = publishedWith({ evidence: { 'gas-safe': filed }, offers: { 'boiler-65': { isOff: true } } })
    expect(claims(published).find(({ id }) => id === 'gas-safe')?.filed).toEqual(filed)
    expect(claims(published).some(({ id }) => id === 'boiler-offer')).toBe(false)
  })
})
