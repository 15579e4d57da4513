import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import { RedLineSlotsProvider, useRedLineSlots } from './slots-context.ts'

function Slots() {
  const { remaining, slotsAvailable, source } = useRedLineSlots()
  return `${remaining} ${slotsAvailable} ${source}`
}

it('claims to know nothing before the device has been asked', () => {
  expect(
    renderToString(
      <RedLineSlotsProvider>
        <Slots />
      </RedLineSlotsProvider>,
    ),
  ).toBe('5 true none')
})
