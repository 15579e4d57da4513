import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Plot, roundAbove, withUnit } from './staff-plot.tsx'

test.each([
  [0, 1],
  [0.07, 0.1],
  [1, 1],
  [2.1, 4],
  [180, 200],
  [4_001, 5_000],
  [5_001, 10_000],
])('the axis above %s ends at %s', (value, top) => {
  expect(roundAbove(value)).toBeCloseTo(top, 9)
})

test.each([
  [1_240.4, 'ms', '1,240 ms'],
  [0.0812, '', '0.081'],
  [12.5, '%', '13%'],
  [0, 'ms', '0 ms'],
  [null, 'ms', 'unknown'],
] as const)('%s %s reads %s', (value, unit, text) => {
  expect(withUnit(value, unit)).toBe(text)
})

const series = [{ name: 'A', points: [3, null, 4, 5].map((value, at) => ({ at: `${at} Nov`, value })) }]

test('a line has a gap where nothing is known, and the table says so', () => {
  const html = renderToStaticMarkup(<Plot title="Speed" unit="ms" kind="line" series={series} />)
  expect(html).toContain('d="M0 40M66.67 20L100 0"')
  expect(html).toContain('d="M0 40h0"')
  expect(html).toContain('unknown')
  expect(html).toContain('5 ms')
  expect(html).not.toMatch(/style=|NaN/)
})
