import { describe, expect, it } from 'vitest'
import { emergencyTypes } from '../emergency-types.ts'
import { servicePages, services } from './services.ts'

describe('The pages of services', () => {
  it('are one for each type of the form, the boiler’s elsewhere', () => {
    expect(servicePages.map(({ type }) => type)).toEqual(emergencyTypes.map(({ name }) => name))
    expect(new Set(servicePages.map(({ path }) => path)).size).toBe(emergencyTypes.length)
    expect(services.map(({ type }) => type)).not.toContain('Boiler Breakdown')
  })

  it.each(services)('$slug keeps to the limits of its fields and names no price of its own', (service) => {
    expect(service.slug).toMatch(/^[a-z]+(-[a-z]+)*$/)
    expect(service.description.length).toBeLessThanOrEqual(160)
    expect(service.metaTitle.length).toBeLessThanOrEqual(60)
    expect(service.keywords.length).toBeGreaterThan(2)
    expect(service.questions.length).toBeGreaterThanOrEqual(3)
    // Prices come from the price list, phone numbers from the business details.
    expect(JSON.stringify(service)).not.toMatch(/£|\b0\d{3} ?\d{3}|undefined/)
  })
})
