import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { BookingWay } from './components/uptime-report.tsx'

test('The newest test bookings say when, how it went, how long it took and what went wrong', () => {
  const cells = ['Today, 10.20am', 'Failed', '1.2 s', 'The form answered 503']
  const html = renderToStaticMarkup(<BookingWay state="down" phoneFirstSince="10.35am" runs={[{ id: 'a', cells }]} />)
  const [, row = ''] = /<tbody.*?>(.*?)<\/tbody>/s.exec(html) ?? []
  expect(
    row
      .split(/<[^>]+>/)
      .map((text) => text.trim())
      .filter(Boolean),
  ).toEqual(cells)
  expect(html).toContain('Since 10.35am our pages have been asking customers to call')
})
