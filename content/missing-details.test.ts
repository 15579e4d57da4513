import { describe, expect, it } from 'vitest'
import { missingDetails, neededDetails } from './missing-details.ts'
import type { OwnerOverrides } from './owner-overrides.ts'
import { publishedWith } from './published.ts'

const missing = (details: NonNullable<OwnerOverrides['details']>) =>
  missingDetails(publishedWith({ details }).details).map(({ field }) => field)

const always = { email: 'desk@example.com', legalName: 'A Name', vatStatus: 'not-registered', gasSafeNumber: '123456' } as const

describe('What the law asks for before the site opens', () => {
  it('is of a company its name, number and registered office, which is its address too', () => {
    expect(missing({ legalForm: 'company' })).toEqual([
      'email',
      'legalName',
      'companyNumber',
      'registeredOffice',
      'vatStatus',
      'gasSafeNumber',
    ])
    const whole = { ...always, legalForm: 'company', companyNumber: '01234567', registeredOffice: '1 High Street' } as const
    expect(missing(whole)).toEqual([])
    // They stay required once they are filled in.
    const needed = neededDetails(publishedWith({ details: whole }).details).map(({ field }) => field)
    expect(needed).toEqual(expect.arrayContaining(['companyNumber', 'registeredOffice']))
    expect(needed).not.toContain('vatNumber')
  })

  it.each(['sole-trader', 'partnership'] as const)('is of a %s names and a business address', (legalForm) => {
    expect(missing({ ...always, legalForm, registeredOffice: '1 High Street' })).toEqual(['address'])
    expect(missing({ ...always, legalForm, address: '1 High Street' })).toEqual([])
  })

  it('is everything while the owner has filled in nothing, the legal form among it', () => {
    expect(missing({})).toEqual(['email', 'legalForm', 'legalName', 'address', 'vatStatus', 'gasSafeNumber'])
  })

  it('is a VAT number only if the business is registered', () => {
    const sole = { ...always, legalForm: 'sole-trader', address: '1 High Street' } as const
    expect(missing({ ...sole, vatStatus: 'registered' })).toEqual(['vatNumber'])
    expect(missing({ ...sole, vatStatus: undefined, vatNumber: 'GB123456789' })).toEqual([])
  })
})
