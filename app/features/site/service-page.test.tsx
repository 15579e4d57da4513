import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { services } from '#content/services/services.ts'
import { ServicePage } from './components/service-page.tsx'

test('The page of a service that may be gas work says who does that, and how to check it; no other page does', () => {
  const says = services.map((service) => renderToStaticMarkup(<ServicePage service={service} form={null} />).includes('Gas work</h2>'))
  expect(says).toEqual(services.map(({ gas }) => gas !== undefined))
  expect(new Set(says).size).toBe(2)
})
