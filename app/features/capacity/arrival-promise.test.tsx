import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { bookingTrouble, PhoneFirstProvider } from '#app/platform/phone-first-context.ts'
import { ArrivalPromise, type PageArrival, PageArrivalProvider } from './arrival-promise.tsx'
import { goneText } from './next-arrival.ts'

const next = { minutes: 85, at: '2026-11-20T06:10:00.000Z', until: '2026-11-20T07:35:00.000Z', by: '7.35am' }

test.each<[string, PageArrival['next'], string]>([
  ['', next, 'With you by 7.35am, or £50 off.'],
  [bookingTrouble, next, 'With you by 7.35am, or £50 off.'],
  ['', null, 'Call us for our earliest time.'],
  ['', undefined, 'There on time, or £50 off.'],
  [
    'Our next engineer is free from 7.45pm today. You can book a visit for any time after that.',
    next,
    'Our next engineer is free from 7.45pm today.',
  ],
  ['Online booking is paused until 6.30pm today. All our engineers are out.', null, 'Online booking is paused until 6.30pm today.'],
])('While pages say %j and the next arrival is %j, the promise is %j', (says, arrival, promise) => {
  const html = renderToStaticMarkup(
    <PhoneFirstProvider says={says}>
      <PageArrivalProvider arrival={{ next: arrival }}>
        <ArrivalPromise end="." />
      </PageArrivalProvider>
    </PhoneFirstProvider>,
  )
  expect(html.replace(/<[^>]*>/g, '')).toBe(promise)
})

test('A time that can’t be promised any more is named with the one that can', () => {
  const later = { ...next, minutes: 90, until: '2026-11-20T08:20:00.000Z', by: '8.20am' }
  expect(goneText(next, next)).toBeUndefined()
  expect(goneText(later, next)).toBeUndefined()
  expect(goneText(next, later)).toBe('We said 7.35am, but that time has gone: the earliest is now 8.20am.')
  expect(goneText(next, null)).toBe('We said 7.35am, but that time has gone. Call us for our earliest time.')
})
