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

  it('names the field that can’t be kept', () => {
    for (const [id, changes, field] of [
      ['details', { email: 'nobody' }, 'email'],
      ['details', { emergencyPhone: '020 7946 0018' }, 'emergencyPhone'],
      ['details', { chatPhone: '123' }, 'chatPhone'],
      ['details', { legalName: '[click](/x)' }, 'legalName'],
      ['details', { registeredOffice: 'x'.repeat(301) }, 'registeredOffice'],
      ['details', { companyNumber: '1234' }, 'companyNumber'],
      ['details', { vatNumber: '12' }, 'vatNumber'],
      ['fees', { redLineOnlinePence: 'free' }, 'redLineOnlinePence'],
      ['fees', { redLineOnlinePence: '0.99' }, 'redLineOnlinePence'],
      ['fees', { makeSafePence: '1000.01' }, 'makeSafePence'],
      ['fees', { noAccessPence: '12.345' }, 'noAccessPence'],
      ['rates', { dayCalloutPence: '65' }, 'dayCalloutPence'],
      ['offer-boiler-65', { pence: '119' }, 'pence'],
      ['offer-boiler-65', { until: '' }, 'until'],
      ['offer-boiler-65', { until: '2026-10-31' }, 'until'],
      ['offer-boiler-65', { from: '31/01/2027' }, 'from'],
      ['offer-boiler-65', { isOff: 'perhaps' }, 'isOff'],
      ['offer-callout-25', { percentOff: '0' }, 'percentOff'],
      ['claim-gas-safe', { text: '', day: today }, 'text'],
      ['claim-gas-safe', { text: 'x'.repeat(1_001), day: today }, 'text'],
      ['claim-gas-safe', { text: 'x', day: '2026-11-23' }, 'day'],
      ['claim-gas-safe', { text: 'x', day: today, link: 'http://example.com' }, 'link'],
      ['estimates', { BurstPipe: '0.50' }, 'BurstPipe'],
      ['multipliers', { Hackney: '3' }, 'Hackney'],
      ['supplements', { sundayPence: 'some' }, 'sundayPence'],
      ['desk', { redlineReserve: '6' }, 'redlineReserve'],
      ['desk', { redlineSlotsPerDay: '10' }, 'redlineSlotsPerDay'],
      ['desk', { redlineSlotsPerDay: '1' }, 'redlineSlotsPerDay'],
      ['windows', { asapMinutes: '20' }, 'asapMinutes'],
      ['windows', { slotLength: '5' }, 'slotLength'],
      ['mail-customer-late', { opening: 'x'.repeat(601) }, 'opening'],
      ['mail-change-set_out', { opening: 'Hello {nmae}' }, 'opening'],
      ['mail-change-set_out', { closing: 'Hello {name' }, 'closing'],
      ['mail-change-set_out', { closing: '{problem} }' }, 'closing'],
      ['claim-gas-safe', { text: 'x', day: today, link: 'javascript:alert(1)' }, 'link'],
    ] as const)
      expect([changes, read(id, changes)]).toEqual([changes, { problems: { [field]: expect.any(String) } }])
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

it('Leaves at least one arrival slot on', () => {
  const none = Object.fromEntries((ownerGroup('slots', defaultPublished)?.fields ?? []).map(({ name }) => [name, 'off']))
  expect(read('slots', none)).toEqual({ problems: { from08: expect.any(String) } })
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
