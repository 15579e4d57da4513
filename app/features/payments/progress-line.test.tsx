// @module-tag never-again
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { ProgressStep } from './payment-view.ts'
import { ProgressLine } from './progress-line.tsx'

/** The text a screen reader reads for each step. */
const stationsOf = (steps: ProgressStep[], now?: string) =>
  [...renderToStaticMarkup(<ProgressLine steps={steps} now={now} />).matchAll(/<li.*?<\/li>/gs)].map(([station]) =>
    station
      .replace(/<[^>]+>/g, ' ')
      .replace(/\s+/g, ' ')
      .trim(),
  )

test('A station says whether it has happened, and only what has happened has a time', () => {
  expect(
    stationsOf([
      { id: 'booked', state: 'done', at: '2026-11-22T13:45:00.000Z' },
      { id: 'paid', state: 'done', at: '2026-11-22T13:47:00.000Z' },
      { id: 'engineer', state: 'now' },
      { id: 'on_the_way', state: 'missed' },
      { id: 'arrived', state: 'to_come' },
    ]),
  ).toEqual([
    'Done: Booked 1.45pm',
    'Done: Paid 1.47pm',
    'Now: Finding your engineer',
    'Late: On the way Later than we promised',
    'Not yet: At your door',
  ])
})

test('A station says its day if not all of it is today', () => {
  expect(stationsOf([{ id: 'booked', state: 'done', at: '2026-11-22T23:45:00.000Z' }], '2026-11-23T00:05:00.000Z')).toEqual([
    'Done: Booked Sun 22 Nov, 11.45pm',
  ])
  expect(
    stationsOf([
      { id: 'booked', state: 'done', at: '2026-11-22T23:45:00.000Z' },
      { id: 'on_the_way', state: 'now', at: '2026-11-23T08:10:00.000Z' },
    ]),
  ).toEqual(['Done: Booked Sun 22 Nov, 11.45pm', 'Now: On the way Mon 23 Nov, 8.10am'])
})
